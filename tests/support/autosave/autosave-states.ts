import { expect, it } from "vitest";
import { reduce } from "../../../app/lib/autosave/reducer.ts";
import {
  type AutosaveEvent,
  type AutosaveState,
  type Beginning,
  beginAutosave,
} from "../../../app/lib/autosave/state.ts";

type Draft = { name: string };
export type State = AutosaveState<Draft>;
export type Event = AutosaveEvent<Draft>;

// The states that the reducer's tests start with, and how they check a step.

const saying = (name: string): Draft => ({ name });
export const A = saying("A");
export const B = saying("B");
export const C = saying("C");
export const THEIRS = saying("theirs");

export const VISITOR_PLACE = { key: "visitor/t", owner: "", createKey: "k1" };
export const NEW_PLACE = { key: "new/mira@example.org/t/k1", owner: "mira@example.org", createKey: "k1" };
export const DOCUMENT_PLACE = { ...NEW_PLACE, key: "document/d1", document: { id: "d1", rev: 1 } };

export const begin = (part: Partial<Beginning<Draft>>): State =>
  beginAutosave({
    pauseMs: 700,
    draft: A,
    place: NEW_PLACE,
    stored: "nowhere",
    isPerson: true,
    isWriter: true,
    ...part,
  });

export const untouched = begin({});
export const visitor = begin({ place: VISITOR_PLACE, isPerson: false, stored: "device" });
/** A person's document, all of it on the server. */
export const quiet = begin({ place: DOCUMENT_PLACE, stored: "server" });
/** B is typed and on the device, A is on the server. */
export const typed: State = { ...quiet, present: B, onDevice: B };
export const waiting: State = { ...typed, server: { kind: "waiting" } };
export const saving: State = {
  ...typed,
  onServer: undefined,
  server: { kind: "saving", draft: B, before: A },
};
export const creating: State = {
  ...untouched,
  untouched: undefined,
  present: B,
  onDevice: B,
  server: { kind: "creating" },
};
export const moving: State = {
  ...creating,
  place: DOCUMENT_PLACE,
  isUnrecorded: true,
  server: { kind: "moving", from: NEW_PLACE },
  device: { kind: "moving", draft: B },
};
export const conflict: State = {
  ...typed,
  onServer: undefined,
  server: { kind: "conflict", theirs: THEIRS, rev: 7 },
};
export const copying: State = {
  ...conflict,
  server: { kind: "copying", theirs: THEIRS, rev: 7, draft: B },
};
export const reader: State = { ...quiet, tab: "reader" };
export const takingOver: State = { ...reader, tab: "takingOver" };
export const writingB: State = { ...quiet, present: B, device: { kind: "writing", draft: B } };

export const change = (draft: Draft): Event => ({ kind: "draftChanged", draft });
export const failed = (kind: "unreachable" | "sessionEnded"): Event => ({
  kind: "sendFailed",
  problem: { kind },
});
export const refused: Event = { kind: "sendFailed", problem: { kind: "refused", message: "No" } };

export const idle = { kind: "idle" } as const;
export const due = { kind: "due" } as const;
export const pause = { kind: "startTimer", delayMs: 700 };

/** Parts of the next state, and all effects in order. */
type Row = [
  name: string,
  from: State,
  event: Event,
  becomes: Partial<Record<keyof State, unknown>>,
  effects: (string | object)[],
];

export function check(rows: Row[]): void {
  it.each(rows)("%s", (_name, from, event, becomes, effects) => {
    const { state, effects: done } = reduce(from, event);
    const seen = Object.entries({
      problem: undefined,
      unwritten: undefined,
      unconfirmed: undefined,
      ...state,
    });
    expect(Object.fromEntries(seen)).toMatchObject(becomes);
    const wanted = effects.map((effect) => (typeof effect === "string" ? { kind: effect } : effect));
    expect(done).toHaveLength(wanted.length);
    expect(done).toMatchObject(wanted);
  });
}
