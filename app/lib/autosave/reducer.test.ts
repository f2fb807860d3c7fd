import { describe } from "vitest";
import {
  A,
  B,
  begin,
  C,
  change,
  check,
  conflict,
  DOCUMENT_PLACE,
  due,
  failed,
  idle,
  moving,
  pause,
  quiet,
  reader,
  saving,
  typed,
  untouched,
  VISITOR_PLACE,
  visitor,
  waiting,
  writingB,
} from "../../../tests/support/autosave/autosave-states.ts";

describe("opening", () => {
  check([
    ["an untouched draft is stored nowhere", untouched, { kind: "opened" }, { server: idle }, []],
    ["a document that is on the server stays so", quiet, { kind: "opened" }, { server: idle }, []],
    [
      "words that were never sent are sent",
      begin({ place: DOCUMENT_PLACE, stored: "device" }),
      { kind: "opened" },
      { server: { kind: "saving", draft: A, before: undefined } },
      ["stopTimer", { kind: "saveDocument", document: { id: "d1", rev: 1 }, draft: A }],
    ],
    [
      "a person's draft that never became a document does so",
      begin({ stored: "device" }),
      { kind: "opened" },
      { server: { kind: "creating" } },
      ["stopTimer", { kind: "createDocument", createKey: "k1" }],
    ],
    [
      "a visitor's draft that a person finds stays on the device until they go on with it",
      begin({ place: VISITOR_PLACE, stored: "device" }),
      { kind: "opened" },
      { server: idle, wantsDocument: false },
      [],
    ],
    [
      "a tab that only shows it sends nothing, and asks for what is stored nowhere",
      { ...typed, tab: "reader" },
      { kind: "opened" },
      {},
      ["announceTab"],
    ],
  ]);
});

describe("typing", () => {
  check([
    [
      "goes to the device at once, and to the server after a pause",
      quiet,
      change(B),
      { present: B, server: { kind: "waiting" }, device: { kind: "writing", draft: B } },
      [pause, { kind: "writeDevice", place: DOCUMENT_PLACE, draft: B }],
    ],
    [
      "touches a draft, which is wanted as a document from then on",
      { ...untouched, wantsDocument: false },
      change(B),
      { untouched: undefined, wantsDocument: true, server: { kind: "waiting" } },
      [pause, "writeDevice"],
    ],
    [
      "of a visitor stays on the device",
      visitor,
      change(B),
      { server: idle, wantsDocument: false },
      ["writeDevice"],
    ],
    ["on begins the pause anew", waiting, change(C), { server: { kind: "waiting" } }, [pause, "writeDevice"]],
    ["waits for the write that is under way", writingB, change(C), { present: C }, [pause]],
    [
      "waits for the request that is under way",
      saving,
      change(C),
      { present: C, server: saving.server },
      ["writeDevice"],
    ],
    [
      "after a refusal is tried again",
      { ...typed, problem: { kind: "refused", message: "No" } },
      change(C),
      { problem: undefined, server: { kind: "waiting" } },
      [pause, "writeDevice"],
    ],
    [
      "during an outage is tried again soon, and still called offline",
      { ...waiting, problem: { kind: "unreachable" } },
      change(C),
      { problem: { kind: "unreachable" } },
      [pause, "writeDevice"],
    ],
    [
      "undone back to what the server has removes the device copy",
      waiting,
      change(A),
      { present: A, onDevice: undefined, device: { kind: "removing" } },
      [{ kind: "removeDevice", key: "document/d1" }],
    ],
    [
      "undone while it is being sent is newer than what is sent",
      saving,
      change(A),
      { present: A, device: { kind: "writing", draft: A } },
      ["writeDevice"],
    ],
    ["in a conflict stays on the device", conflict, change(C), { server: conflict.server }, ["writeDevice"]],
    ["is nobody's step when autosave showed it", quiet, change(A), {}, []],
    ["in a tab that only shows it is not stored", reader, change(B), { present: B }, []],
  ]);
});

describe("the pause", () => {
  check([
    [
      "is over: the newest words are sent with their revision",
      waiting,
      { kind: "timerFired" },
      { server: { kind: "saving", draft: B, before: A }, onServer: undefined },
      [{ kind: "saveDocument", document: { id: "d1", rev: 1 }, draft: B, unconfirmed: undefined }],
    ],
    [
      "is over, and the device is not done",
      { ...waiting, device: { kind: "writing", draft: B } },
      { kind: "timerFired" },
      { server: due },
      [],
    ],
    [
      "is over, and everything was undone",
      { ...quiet, server: { kind: "waiting" } },
      { kind: "timerFired" },
      { server: idle },
      [],
    ],
    [
      "is over, and the session has ended",
      { ...waiting, isPerson: false },
      { kind: "timerFired" },
      { server: idle },
      [],
    ],
    ["is nobody's pause", typed, { kind: "timerFired" }, { server: idle }, []],
    [
      "ends when the browser is online again",
      waiting,
      { kind: "cameOnline" },
      { server: { kind: "saving" } },
      ["stopTimer", "saveDocument"],
    ],
    ["is not needed for what is under way", saving, { kind: "cameOnline" }, { server: saving.server }, []],
  ]);
});

describe("signing out and in", () => {
  check([
    [
      "an ended session leaves the words on the device",
      saving,
      failed("sessionEnded"),
      { problem: { kind: "sessionEnded" }, onServer: A, onDevice: B, server: idle },
      [],
    ],
    [
      "signed out in the middle of a request: its answer is heard",
      saving,
      { kind: "personChanged", isPerson: false },
      { isPerson: false, server: saving.server },
      [],
    ],
    [
      "signed out in the middle of a request: nothing more is sent after it",
      { ...saving, present: C, onDevice: C, isPerson: false },
      { kind: "documentSaved", rev: 2 },
      { onServer: B, server: idle },
      ["writeDevice"],
    ],
    [
      "signed out between the document and its words: they stay on the device",
      { ...moving, isPerson: false },
      { kind: "draftMoved", isWritten: true },
      { onDevice: B, server: idle },
      ["nameInAddress"],
    ],
    [
      "back again: the words are sent at once",
      { ...typed, isPerson: false, problem: { kind: "sessionEnded" } },
      { kind: "personChanged", isPerson: true },
      { problem: undefined, server: { kind: "saving" } },
      ["stopTimer", "saveDocument"],
    ],
    [
      "back again after an outage: it stays called offline until the server answers",
      { ...typed, isPerson: false, problem: { kind: "unreachable" } },
      { kind: "personChanged", isPerson: true },
      { problem: { kind: "unreachable" }, server: { kind: "saving" } },
      ["stopTimer", "saveDocument"],
    ],
  ]);
});
