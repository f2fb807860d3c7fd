import { describe, expect, it } from "vitest";
import {
  A,
  B,
  C,
  change,
  check,
  conflict,
  due,
  type Event,
  failed,
  idle,
  quiet,
  reader,
  saving,
  typed,
  untouched,
  waiting,
  writingB,
} from "../../../tests/support/autosave/autosave-states.ts";
import { isUnstored } from "./state.ts";

describe("the device", () => {
  check([
    [
      "has it: the other tabs hear of it",
      writingB,
      { kind: "deviceWritten" },
      { onDevice: B, device: idle },
      [{ kind: "broadcast", draft: B, document: { id: "d1", rev: 1 }, isWritten: true }],
    ],
    [
      "has it, and newer words are next",
      { ...writingB, present: C },
      { kind: "deviceWritten" },
      { onDevice: B, device: { kind: "writing", draft: C } },
      ["broadcast", { kind: "writeDevice", draft: C }],
    ],
    [
      "has it, so that it can be sent",
      { ...writingB, server: due },
      { kind: "deviceWritten" },
      { server: { kind: "saving" } },
      ["broadcast", "saveDocument"],
    ],
    [
      "can't be written: it is not tried again for the same words",
      writingB,
      { kind: "deviceFailed" },
      { unwritten: B, onDevice: undefined, device: idle },
      [{ kind: "broadcast", draft: B, isWritten: false }],
    ],
    [
      "can't be written: it is sent all the same",
      { ...writingB, server: due },
      { kind: "deviceFailed" },
      { server: { kind: "saving" } },
      ["broadcast", "saveDocument"],
    ],
    [
      "can be written again",
      { ...writingB, unwritten: A },
      { kind: "deviceWritten" },
      { unwritten: undefined },
      ["broadcast"],
    ],
    [
      "is written after a removal if somebody went on typing",
      { ...quiet, present: B, device: { kind: "removing" } },
      { kind: "deviceRemoved" },
      { device: { kind: "writing", draft: B } },
      ["writeDevice"],
    ],
    [
      "is done with a removal",
      { ...quiet, device: { kind: "removing" } },
      { kind: "deviceRemoved" },
      { device: idle },
      [],
    ],
    ["ends no write that was not begun", quiet, { kind: "deviceWritten" }, { onDevice: undefined }, []],
    ["ends no removal that was not begun", quiet, { kind: "deviceRemoved" }, { device: idle }, []],
    ["ends no move that was not begun", quiet, { kind: "draftMoved", isWritten: true }, { server: idle }, []],
  ]);

  it("warns before leaving only for unsaved text", () => {
    expect(isUnstored({ ...typed, unwritten: B })).toBe(true);
    expect(isUnstored(typed)).toBe(false);
    expect(isUnstored({ ...quiet, unwritten: B })).toBe(false);
    expect(isUnstored({ ...typed, unwritten: B, tab: "reader" })).toBe(false);
  });
});

describe("closing", () => {
  const close: Event = { kind: "closeRequested" };
  check([
    ["lets go when everything is stored", quiet, close, { life: "closed" }, ["stopTimer", "leave"]],
    ["forgets an untouched draft", untouched, close, { life: "closed" }, ["stopTimer", "leave"]],
    [
      "sends once more, without the pause",
      waiting,
      close,
      { life: "lastTry", server: { kind: "saving", draft: B } },
      ["stopTimer", "saveDocument"],
    ],
    ["waits for the device first", writingB, close, { life: "closing" }, ["stopTimer"]],
    ["waits for the request that is under way", saving, close, { life: "closing" }, ["stopTimer"]],
    [
      "sends once more after it",
      { ...saving, life: "closing" },
      failed("unreachable"),
      { life: "lastTry", server: { kind: "saving" } },
      ["saveDocument"],
    ],
    [
      "removes the device copy before it lets go",
      { ...saving, life: "lastTry" },
      { kind: "documentSaved", rev: 2 },
      { life: "lastTry", device: { kind: "removing" } },
      ["removeDevice"],
    ],
    [
      "lets go after that",
      { ...quiet, life: "lastTry", device: { kind: "removing" } },
      { kind: "deviceRemoved" },
      { life: "closed" },
      ["leave"],
    ],
    [
      "lets go if the last try fails: the device has it",
      { ...saving, life: "lastTry" },
      failed("unreachable"),
      { life: "closed", onDevice: B },
      ["leave"],
    ],
    [
      "leaves a conflict on the device",
      conflict,
      close,
      { life: "closed", onDevice: B },
      ["stopTimer", "leave"],
    ],
    ["lets go of a draft that another tab writes", reader, close, { life: "closed" }, ["stopTimer", "leave"]],
    ["happens once", { ...saving, life: "lastTry" }, close, { life: "lastTry" }, []],
    ["is the end", { ...quiet, life: "closed" }, change(B), { present: A }, []],
  ]);
});
