import { describe } from "vitest";
import {
  A,
  B,
  C,
  check,
  conflict,
  copying,
  DOCUMENT_PLACE,
  due,
  type Event,
  idle,
  quiet,
  reader,
  saving,
  THEIRS,
  typed,
  untouched,
} from "../../../tests/support/autosave/autosave-states.ts";

const full = { kind: "refused", message: "Your storage is full.", isFull: true } as const;

describe("a conflict", () => {
  check([
    [
      "stops sending and says what the document says now",
      saving,
      { kind: "conflictFound", theirs: THEIRS, rev: 7 },
      { server: { kind: "conflict", theirs: THEIRS, rev: 7 }, present: B, onDevice: B },
      [],
    ],
    [
      "is nobody's without a request",
      quiet,
      { kind: "conflictFound", theirs: THEIRS, rev: 7 },
      { server: idle },
      [],
    ],
    [
      "is resolved with the draft on the screen: it is written and sent with the new revision",
      conflict,
      { kind: "conflictResolved" },
      {
        place: { document: { id: "d1", rev: 7 } },
        base: THEIRS,
        onServer: THEIRS,
        device: { kind: "writing", draft: B },
        server: due,
      },
      ["stopTimer", { kind: "writeDevice", place: { document: { rev: 7 } }, draft: B }],
    ],
    [
      "is resolved with the stored draft: nothing is sent",
      { ...conflict, present: THEIRS },
      { kind: "conflictResolved" },
      { place: { document: { id: "d1", rev: 7 } }, onServer: THEIRS, server: idle },
      ["removeDevice"],
    ],
    [
      "is resolved only if there is one",
      typed,
      { kind: "conflictResolved" },
      { onServer: A, server: idle },
      [],
    ],
    ["does not end by being online", conflict, { kind: "cameOnline" }, { server: conflict.server }, []],
    [
      "ends with a copy of one's own words first",
      conflict,
      { kind: "loadTheirsRequested" },
      { server: copying.server, present: B },
      [{ kind: "copyDocument", draft: B }],
    ],
    ["makes one copy however often it is asked", copying, { kind: "loadTheirsRequested" }, {}, []],
    [
      "is over when the copy is made: theirs is shown",
      copying,
      { kind: "copyMade" },
      {
        present: THEIRS,
        onServer: THEIRS,
        onDevice: undefined,
        place: { ...DOCUMENT_PLACE, document: { id: "d1", rev: 7 } },
        server: idle,
        device: { kind: "removing" },
      },
      [{ kind: "showDraft", draft: THEIRS }, "notify", "removeDevice"],
    ],
    [
      "is found again for words that are not in the copy",
      { ...copying, present: C, onDevice: C },
      { kind: "copyMade" },
      { present: C, server: { kind: "saving", draft: C } },
      [{ kind: "saveDocument", document: { id: "d1", rev: 1 }, draft: C }],
    ],
    [
      "stays when the copy can't be made",
      copying,
      { kind: "copyFailed" },
      { present: B, server: conflict.server },
      ["notify"],
    ],
    ["has nothing to load without one", quiet, { kind: "loadTheirsRequested" }, { server: idle }, []],
    ["has no copy without one", quiet, { kind: "copyMade" }, { present: A }, []],
    ["has no failed copy without one", quiet, { kind: "copyFailed" }, {}, []],
  ]);
});

describe("coming back to the page", () => {
  const read = (rev: number): Event => {
    return { kind: "documentRead", known: { id: "d1", rev: 1 }, draft: THEIRS, rev };
  };
  check([
    [
      "asks what the document says now",
      quiet,
      { kind: "pageShown" },
      {},
      [{ kind: "readDocument", document: { id: "d1", rev: 1 } }],
    ],
    ["asks nothing while something is unsent", typed, { kind: "pageShown" }, {}, []],
    [
      "tries again what was refused: there may be room now, and the device keeps it meanwhile",
      { ...typed, problem: full },
      { kind: "pageShown" },
      { server: { kind: "saving", draft: B }, onDevice: B },
      ["stopTimer", "saveDocument"],
    ],
    ["asks nothing without a document", untouched, { kind: "pageShown" }, {}, []],
    ["asks nothing in a tab that only shows it", reader, { kind: "pageShown" }, {}, []],
    [
      "shows what changed elsewhere",
      quiet,
      read(5),
      { present: THEIRS, onServer: THEIRS, place: { ...DOCUMENT_PLACE, document: { id: "d1", rev: 5 } } },
      [{ kind: "showDraft", draft: THEIRS }],
    ],
    ["shows nothing when nothing changed", quiet, read(1), { present: A }, []],
    ["shows nothing over what was typed meanwhile", typed, read(5), { present: B }, []],
    [
      "shows nothing older than what was saved meanwhile",
      { ...quiet, place: { ...DOCUMENT_PLACE, document: { id: "d1", rev: 6 } } },
      read(5),
      { present: A },
      [],
    ],
  ]);
});
