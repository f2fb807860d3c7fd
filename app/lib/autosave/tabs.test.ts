import { describe, expect, it } from "vitest";
import {
  A,
  B,
  C,
  check,
  conflict,
  copying,
  creating,
  DOCUMENT_PLACE,
  due,
  type Event,
  failed,
  idle,
  moving,
  NEW_PLACE,
  quiet,
  reader,
  saving,
  THEIRS,
  takingOver,
  typed,
  untouched,
  waiting,
  writingB,
} from "../../../tests/support/autosave/autosave-states.ts";
import { reduce } from "./reducer.ts";

describe("two tabs", () => {
  check([
    [
      "one shows what the other writes",
      reader,
      { kind: "otherTabWrote", draft: B, isWritten: true },
      { present: B, onDevice: B, onServer: undefined, unwritten: undefined },
      [{ kind: "showDraft", draft: B }],
    ],
    [
      "one shows what the other could not write, and knows that the device does not have it",
      reader,
      { kind: "otherTabWrote", draft: B, document: { id: "d1", rev: 4 }, isWritten: false },
      { present: B, onDevice: undefined, onServer: undefined, unwritten: B, place: { document: { rev: 4 } } },
      [{ kind: "showDraft", draft: B }],
    ],
    [
      "what the other could not write is not replaced by older words: this tab writes and sends it",
      { ...takingOver, present: B, onServer: undefined, unwritten: B },
      { kind: "tookOver", newest: { draft: A, on: "server", document: { id: "d1", rev: 1 } } },
      { tab: "writer", present: B, unwritten: undefined, server: due },
      ["stopTimer", { kind: "writeDevice", draft: B }],
    ],
    [
      "a tab that opens is told the words that the device does not have",
      { ...quiet, present: B, unwritten: B },
      { kind: "otherTabOpened" },
      { present: B, unwritten: B },
      [{ kind: "broadcast", draft: B, isWritten: false }],
    ],
    ["and nothing where it finds them", quiet, { kind: "otherTabOpened" }, { present: A }, []],
    [
      "nor by a tab that shows them as well",
      { ...reader, present: B, unwritten: B },
      { kind: "otherTabOpened" },
      { present: B },
      [],
    ],
    [
      "the writer listens to nobody",
      quiet,
      { kind: "otherTabWrote", draft: B, isWritten: true },
      { present: A },
      [],
    ],
    [
      "the writer lets go at once when everything is stored",
      waiting,
      { kind: "otherTabAsked" },
      { tab: "reader", server: idle },
      ["stopTimer", "releaseLock"],
    ],
    [
      "the writer finishes a device write first",
      writingB,
      { kind: "otherTabAsked" },
      { tab: "yielding" },
      ["stopTimer"],
    ],
    [
      "and lets go after it",
      { ...writingB, tab: "yielding" },
      { kind: "deviceWritten" },
      { tab: "reader" },
      ["broadcast", "releaseLock"],
    ],
    [
      "the writer finishes a request first",
      saving,
      { kind: "otherTabAsked" },
      { tab: "yielding" },
      ["stopTimer"],
    ],
    [
      "and lets go after it, with what was typed meanwhile on the device",
      { ...saving, tab: "yielding", present: C, onDevice: C },
      { kind: "documentSaved", rev: 2 },
      { tab: "yielding", server: idle, device: { kind: "writing", draft: C } },
      ["writeDevice"],
    ],
    [
      "a document that is being made gets its words first",
      { ...moving, tab: "yielding" },
      { kind: "draftMoved", isWritten: true },
      { tab: "yielding", server: { kind: "saving" } },
      ["nameInAddress", "saveDocument"],
    ],
    [
      "a conflict is found anew by the next writer",
      conflict,
      { kind: "otherTabAsked" },
      { tab: "reader", server: idle },
      ["stopTimer", "releaseLock"],
    ],
    ["who only shows it has nothing to let go of", reader, { kind: "otherTabAsked" }, { tab: "reader" }, []],
    [
      "the other one asks for the lock",
      reader,
      { kind: "takeOverRequested" },
      { tab: "takingOver" },
      [{ kind: "takeOver", place: DOCUMENT_PLACE }],
    ],
    ["once", takingOver, { kind: "takeOverRequested" }, { tab: "takingOver" }, []],
    ["and not when it writes already", quiet, { kind: "takeOverRequested" }, { tab: "writer" }, []],
    [
      "and goes on from the device copy",
      takingOver,
      { kind: "tookOver", newest: { draft: B, on: "device", document: { id: "d1", rev: 4 } } },
      { tab: "writer", present: B, server: { kind: "saving", draft: B } },
      ["showDraft", "stopTimer", { kind: "saveDocument", document: { id: "d1", rev: 4 } }],
    ],
    [
      "or from the server",
      takingOver,
      { kind: "tookOver", newest: { draft: B, on: "server", document: { id: "d1", rev: 4 } } },
      { tab: "writer", present: B, onServer: B, server: idle },
      ["showDraft"],
    ],
    [
      "or from what it shows",
      { ...takingOver, onServer: undefined, onDevice: A },
      { kind: "tookOver", newest: undefined },
      { tab: "writer", device: { kind: "writing", draft: A }, server: due },
      ["stopTimer", "writeDevice"],
    ],
    [
      "an untouched draft stays untouched",
      { ...untouched, tab: "takingOver" },
      { kind: "tookOver", newest: undefined },
      { tab: "writer", untouched: A, server: idle, device: idle },
      [],
    ],
    [
      "a lock that nobody asked for changes nothing",
      reader,
      { kind: "tookOver", newest: undefined },
      { tab: "reader" },
      [],
    ],
  ]);
});

describe("a tab that was asleep and lost its lock", () => {
  check([
    ["only shows the draft", waiting, { kind: "lockLost" }, { tab: "reader", server: idle }, ["stopTimer"]],
    ["has not taken over", takingOver, { kind: "lockLost" }, { tab: "reader" }, ["stopTimer"]],
    ["leaves a conflict to the other", conflict, { kind: "lockLost" }, { server: idle }, ["stopTimer"]],
    [
      "no longer waits for a save, and remembers what it sent",
      saving,
      { kind: "lockLost" },
      { server: { kind: "abandoned" }, unconfirmed: B },
      ["stopTimer"],
    ],
    [
      "no longer waits for a document",
      creating,
      { kind: "lockLost" },
      { server: { kind: "abandoned" } },
      ["stopTimer"],
    ],
    [
      "no longer waits for a copy",
      copying,
      { kind: "lockLost" },
      { server: { kind: "abandoned" } },
      ["stopTimer"],
    ],
    [
      "does not begin to move",
      { ...moving, device: { kind: "writing", draft: B } },
      { kind: "lockLost" },
      { server: idle, place: NEW_PLACE },
      ["stopTimer"],
    ],
    [
      "has moved, and does not hold on to the new key",
      { ...moving, tab: "reader", server: idle },
      { kind: "draftMoved", isWritten: true },
      { device: idle, server: idle },
      ["releaseLock"],
    ],
    [
      "writes nothing",
      { ...writingB, present: C, tab: "reader" },
      { kind: "deviceWritten" },
      { device: idle },
      ["broadcast"],
    ],
    [
      "sends nothing beside an old request",
      { ...takingOver, server: { kind: "abandoned" } },
      { kind: "tookOver", newest: { draft: B, on: "device" } },
      { tab: "writer", server: { kind: "abandoned" } },
      ["showDraft"],
    ],
  ]);

  it.each<Event>([
    { kind: "documentCreated", place: DOCUMENT_PLACE },
    { kind: "documentSaved", rev: 9 },
    { kind: "conflictFound", theirs: THEIRS, rev: 9 },
    { kind: "documentGone", place: NEW_PLACE },
    failed("unreachable"),
    { kind: "copyMade" },
    { kind: "copyFailed" },
  ])("ignores an old answer: $kind", (event) => {
    const still = reduce({ ...reader, server: { kind: "abandoned" } }, event);
    expect(still).toEqual({ state: { ...reader, server: idle }, effects: [] });
    const again = reduce({ ...typed, server: { kind: "abandoned" } }, event);
    expect(again.state.server).toMatchObject({ kind: "saving", draft: B });
  });
});
