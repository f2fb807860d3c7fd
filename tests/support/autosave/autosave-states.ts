import { expect, it } from "vitest";
import { reduce } from "../../../app/features/editor/autosave/reducer/reducer.ts";
import {
  type AutosaveEvent,
  type AutosaveState,
  beginAutosave,
} from "../../../app/features/editor/autosave/reducer/state.ts";
import type { Draft } from "../../../app/features/editor/draft.ts";

// Initial states of the reducer's tests, and their assertions.

const saying = (name: string): Draft => ({ data: { name }, theme: {} });
export const A = saying("A");
export const B = saying("B");
export const C = saying("C");
export const THEIRS = saying("theirs");

export const VISITOR_PLACE = { key: "visitor/t", owner: "", createKey: "k1" };
export const NEW_PLACE = { key: "new/mira@example.org/t/k1", owner: "mira@example.org", createKey: "k1" };
export const DOCUMENT_PLACE = { ...NEW_PLACE, key: "document/d1", document: { id: "d1", rev: 1 } };

export const begin = (part: Partial<Parameters<typeof beginAutosave>[0]>): AutosaveState =>
  beginAutosave({
    templateId: "t",
    draft: A,
    place: NEW_PLACE,
    stored: "nowhere",
    email: "mira@example.org",
    isPerson: true,
    isWriter: true,
    ...part,
  });

export const untouched = begin({});
export const visitor = begin({ place: VISITOR_PLACE, email: "", isPerson: false, stored: "device" });
/** A person's document, completely on the server. */
export const quiet = begin({ place: DOCUMENT_PLACE, stored: "server" });
/** B is typed and on the device, A is on the server. */
export const typed: AutosaveState = { ...quiet, present: B, onDevice: B };
export const waiting: AutosaveState = { ...typed, server: { kind: "waiting" } };
export const saving: AutosaveState = {
  ...typed,
  onServer: undefined,
  server: { kind: "saving", draft: B, before: A },
};
export const creating: AutosaveState = {
  ...untouched,
  untouched: undefined,
  present: B,
  onDevice: B,
  server: { kind: "creating" },
};
export const moving: AutosaveState = {
  ...creating,
  place: DOCUMENT_PLACE,
  isUnrecorded: true,
  server: { kind: "moving", from: NEW_PLACE },
  device: { kind: "moving", draft: B },
};
export const conflict: AutosaveState = {
  ...typed,
  onServer: undefined,
  server: { kind: "conflict", theirs: THEIRS, rev: 7 },
};
export const copying: AutosaveState = {
  ...conflict,
  server: { kind: "copying", theirs: THEIRS, rev: 7, draft: B },
};
export const reader: AutosaveState = { ...quiet, tab: "reader" };
export const takingOver: AutosaveState = { ...reader, tab: "takingOver" };
export const writingB: AutosaveState = { ...quiet, present: B, device: { kind: "writing", draft: B } };

export const change = (draft: Draft): AutosaveEvent => ({ kind: "draftChanged", draft });
export const failed = (kind: "unreachable" | "sessionEnded"): AutosaveEvent => ({
  kind: "sendFailed",
  trouble: { kind },
});
export const refused: AutosaveEvent = { kind: "sendFailed", trouble: { kind: "refused", words: "No" } };

export const idle = { kind: "idle" } as const;
export const due = { kind: "due" } as const;
export const pause = { kind: "startTimer", delayMs: 700 };

/** The expected part of the state, and all effects in order. */
type Row = [
  name: string,
  from: AutosaveState,
  event: AutosaveEvent,
  becomes: Partial<Record<keyof AutosaveState, unknown>>,
  effects: (string | object)[],
];

export function check(rows: Row[]): void {
  it.each(rows)("%s", (_name, from, event, becomes, effects) => {
    const { state, effects: done } = reduce(from, event);
    const seen = Object.entries({
      trouble: undefined,
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
