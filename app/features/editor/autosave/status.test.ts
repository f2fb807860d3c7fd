import { describe, expect, it } from "vitest";
import { type AutosaveState, beginAutosave } from "../../../lib/autosave/state.ts";
import type { Draft } from "../draft.ts";
import { formatStatus, viewOf } from "./status.ts";

const present = { data: {}, theme: {} };
const visitor: AutosaveState<Draft> = beginAutosave({
  pauseMs: 700,
  draft: present,
  place: { key: "visitor/quarto", owner: "", createKey: "k" },
  stored: "device",
  isPerson: false,
  isWriter: true,
});
const person: Partial<AutosaveState<Draft>> = { isPerson: true, wantsDocument: true };
const conflict = { kind: "conflict", theirs: { data: {}, theme: {} }, rev: 2 } as const;

describe("the saving status", () => {
  it.each<[Partial<AutosaveState<Draft>>, string, string]>([
    [{ untouched: present }, "nothing", ""],
    [{}, "device", "Saved on this device"],
    [{ onDevice: undefined }, "saving", "Saving"],
    [{ unwritten: present }, "failed", "Not saved: this browser can’t store your draft"],
    [person, "saving", "Saving"],
    [{ ...person, onServer: present }, "saved", "Saved"],
    [{ ...person, problem: { kind: "unreachable" } }, "offline", "Offline: saved on this device"],
    [
      { ...person, problem: { kind: "unreachable", hasAnswered: true } },
      "failed",
      "Server problem: saved on this device, retrying",
    ],
    [{ ...person, problem: { kind: "sessionEnded" } }, "device", "Saved on this device"],
    [{ ...person, problem: { kind: "refused", message: "No." } }, "failed", "No. Saved on this device."],
    [
      { ...person, problem: { kind: "refused", message: "Your storage is full.", isFull: true } },
      "failed",
      "Your storage is full. Saved on this device.",
    ],
    [{ ...person, unwritten: present }, "saving", "Saving"],
    [
      { ...person, unwritten: present, problem: { kind: "unreachable" } },
      "failed",
      "Not saved: this browser can’t store your draft",
    ],
    [{ isPerson: true }, "device", "Saved on this device"],
    [{ tab: "reader" }, "elsewhere", "Already open in another tab"],
    [{ tab: "takingOver" }, "elsewhere", "Already open in another tab"],
    [{ tab: "yielding" }, "device", "Saved on this device"],
    [{ ...person, server: conflict, onServer: present }, "elsewhere", "Changed on another device"],
    [
      { ...person, server: { ...conflict, kind: "copying", draft: present } },
      "elsewhere",
      "Changed on another device",
    ],
  ])("%j: %s", (part, state, words) => {
    expect(formatStatus({ ...visitor, ...part })).toEqual({ state, words });
  });

  it("includes what the editor needs", () => {
    const place = { ...visitor.place, document: { id: "d1", rev: 1 } };
    expect(viewOf({ ...visitor, ...person, place, server: conflict })).toMatchObject({
      isWriter: true,
      hasConflict: true,
      isFull: false,
      documentId: "d1",
    });
    const problem = { kind: "refused", message: "Your storage is full.", isFull: true } as const;
    expect(viewOf({ ...visitor, ...person, problem }).isFull).toBe(true);
  });
});
