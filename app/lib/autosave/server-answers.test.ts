import { describe } from "vitest";
import {
  A,
  B,
  begin,
  C,
  change,
  check,
  creating,
  DOCUMENT_PLACE,
  due,
  type Event,
  failed,
  idle,
  moving,
  NEW_PLACE,
  pause,
  quiet,
  refused,
  saving,
  typed,
  untouched,
  VISITOR_PLACE,
  waiting,
} from "../../../tests/support/autosave/autosave-states.ts";

describe("a new document", () => {
  check([
    [
      "is made once the person asks for it",
      begin({ place: VISITOR_PLACE, stored: "device" }),
      { kind: "saveRequested" },
      { wantsDocument: true, server: { kind: "creating" } },
      ["stopTimer", { kind: "createDocument", createKey: "k1" }],
    ],
    [
      "is made of an untouched draft, too, when asked for",
      untouched,
      { kind: "saveRequested" },
      { untouched: undefined, server: due },
      ["stopTimer", "writeDevice"],
    ],
    [
      "has another key on the device",
      creating,
      { kind: "documentCreated", place: DOCUMENT_PLACE },
      { place: DOCUMENT_PLACE, isUnrecorded: true, server: moving.server, device: moving.device },
      [{ kind: "moveDraft", from: NEW_PLACE.key, place: DOCUMENT_PLACE, draft: B }],
    ],
    [
      "is the person's from then on",
      { ...creating, place: VISITOR_PLACE },
      { kind: "documentCreated", place: DOCUMENT_PLACE },
      { place: { ...DOCUMENT_PLACE, owner: "mira@example.org" } },
      ["moveDraft"],
    ],
    [
      "moves after the write that is under way",
      { ...creating, device: { kind: "writing", draft: B } },
      { kind: "documentCreated", place: DOCUMENT_PLACE },
      { server: moving.server, device: { kind: "writing" } },
      [],
    ],
    [
      "begins to move when that write has ended",
      { ...moving, device: { kind: "writing", draft: A } },
      { kind: "deviceWritten" },
      { device: { kind: "moving", draft: B } },
      ["broadcast", "moveDraft"],
    ],
    [
      "gets its words, and the address names it",
      moving,
      { kind: "draftMoved", isWritten: true },
      { onDevice: B, device: idle, server: { kind: "saving", draft: B } },
      [
        { kind: "nameInAddress", documentId: "d1" },
        { kind: "saveDocument", draft: B },
      ],
    ],
    [
      "gets the words that were typed meanwhile, once they are on the device",
      { ...moving, present: C },
      { kind: "draftMoved", isWritten: true },
      { onDevice: B, device: { kind: "writing", draft: C }, server: due },
      ["nameInAddress", "writeDevice"],
    ],
    [
      "is written again where the move could not",
      moving,
      { kind: "draftMoved", isWritten: false },
      { onDevice: undefined, device: { kind: "writing", draft: B }, server: due },
      ["nameInAddress", "writeDevice"],
    ],
    [
      "does not change the address of a page that has been left",
      { ...moving, life: "lastTry" },
      { kind: "draftMoved", isWritten: true },
      { server: { kind: "saving" } },
      ["saveDocument"],
    ],
    [
      "is in history after its first save",
      { ...saving, isUnrecorded: true },
      { kind: "documentSaved", rev: 2 },
      { isUnrecorded: false },
      [{ kind: "recordCreation", documentId: "d1", draft: B }, "removeDevice"],
    ],
    [
      "goes to history with the next save if that failed",
      quiet,
      { kind: "creationRecorded", isRecorded: false },
      { isUnrecorded: true },
      [],
    ],
    ["is in history", quiet, { kind: "creationRecorded", isRecorded: true }, { isUnrecorded: false }, []],
    [
      "is not made twice by an answer that nobody waits for",
      quiet,
      { kind: "documentCreated", place: { ...DOCUMENT_PLACE, document: { id: "d2", rev: 1 } } },
      { place: DOCUMENT_PLACE },
      [],
    ],
  ]);
});

describe("the server", () => {
  check([
    [
      "has it: the device copy is removed",
      { ...saving, problem: { kind: "unreachable" }, failures: 3, unconfirmed: A },
      { kind: "documentSaved", rev: 2 },
      {
        onServer: B,
        onDevice: undefined,
        unconfirmed: undefined,
        problem: undefined,
        failures: 0,
        place: { ...DOCUMENT_PLACE, document: { id: "d1", rev: 2 } },
        server: idle,
        device: { kind: "removing" },
      },
      ["removeDevice"],
    ],
    [
      "has it, and what was typed meanwhile follows after a pause",
      { ...saving, present: C, onDevice: C },
      { kind: "documentSaved", rev: 2 },
      { onServer: B, server: { kind: "waiting" }, device: { kind: "writing", draft: C } },
      [
        pause,
        { kind: "writeDevice", place: { ...DOCUMENT_PLACE, document: { id: "d1", rev: 2 } }, draft: C },
      ],
    ],
    [
      "does not answer: it may have it or not, and is asked again",
      saving,
      failed("unreachable"),
      {
        problem: { kind: "unreachable" },
        failures: 1,
        unconfirmed: B,
        onServer: undefined,
        server: { kind: "waiting" },
      },
      [{ kind: "startTimer", delayMs: 1_000 }],
    ],
    [
      "does not answer again: it is left in peace for longer",
      { ...saving, failures: 3 },
      failed("unreachable"),
      { failures: 4 },
      [{ kind: "startTimer", delayMs: 8_000 }],
    ],
    [
      "does not answer for long: the pause stays bounded",
      { ...saving, failures: 30 },
      failed("unreachable"),
      {},
      [{ kind: "startTimer", delayMs: 20_000 }],
    ],
    [
      "does not answer when a document is to be made",
      creating,
      failed("unreachable"),
      { unconfirmed: undefined, server: { kind: "waiting" } },
      [{ kind: "startTimer", delayMs: 1_000 }],
    ],
    [
      "is told what it may have already",
      { ...waiting, unconfirmed: C },
      { kind: "timerFired" },
      {},
      [{ kind: "saveDocument", draft: B, unconfirmed: C }],
    ],
    [
      "may have newer words than those that were undone",
      { ...typed, onServer: undefined, unconfirmed: B },
      change(A),
      { present: A, server: { kind: "waiting" } },
      [pause, "writeDevice"],
    ],
    [
      "refuses: the words stay on the device until they change",
      saving,
      refused,
      { problem: { kind: "refused", message: "No" }, onServer: A, server: idle },
      [],
    ],
    [
      "refuses what has changed since",
      { ...saving, present: C, onDevice: C },
      refused,
      { server: { kind: "waiting" } },
      [pause],
    ],
    [
      "refuses to make a document",
      creating,
      refused,
      { problem: { kind: "refused", message: "No" }, server: idle },
      [],
    ],
    ["fails nothing that was not sent", typed, failed("unreachable"), { problem: undefined }, []],
    ["saves nothing that was not sent", typed, { kind: "documentSaved", rev: 9 }, { onServer: A }, []],
  ]);
});

describe("a document that was deleted elsewhere", () => {
  const next = { key: "new/mira@example.org/t/k2", owner: "mira@example.org", createKey: "k2" };
  const gone: Event = { kind: "documentGone", place: next };
  check([
    [
      "becomes a new one",
      saving,
      gone,
      { place: next, server: { kind: "moving", from: DOCUMENT_PLACE }, device: { kind: "moving", draft: B } },
      ["notify", { kind: "moveDraft", from: "document/d1", place: next, draft: B }],
    ],
    ["becomes a new one also before it had words", creating, gone, { place: next }, ["notify", "moveDraft"]],
    [
      "is made after a pause",
      { ...moving, place: next, server: { kind: "moving", from: DOCUMENT_PLACE } },
      { kind: "draftMoved", isWritten: true },
      { onDevice: B, server: { kind: "waiting" } },
      [pause],
    ],
    ["is nobody's without a request", quiet, gone, { place: DOCUMENT_PLACE }, []],
  ]);
});
