import { createStore, type Store, useStore } from "../../lib/browser/store.ts";
import type { Draft } from "./draft.ts";

/** The draft on the screen. All changes go through here, so all can be undone and are saved. */
export type DraftStore = {
  timeline: Store<Timeline>;
  read(): Draft;
  /** One undo step; `mark` joins it with the previous steps that have the same mark. */
  change(part: Partial<Draft>, mark?: string): void;
  undo(): void;
  redo(): void;
  /** Replaces the draft with a stored one, without an undo step. */
  load(draft: Draft): void;
  subscribe(listener: () => void): () => void;
};

export function createDraftStore(initial: Draft, now: () => number = Date.now): DraftStore {
  const timeline = createStore(beginTimeline(initial));
  const { get, set, subscribe } = timeline;
  return {
    timeline,
    read: () => get().present,
    change: (part, mark) => set(changeDraft(get(), { ...get().present, ...part }, now(), mark)),
    undo: () => set(undoChange(get())),
    redo: () => set(redoChange(get())),
    load: (draft) => set(beginTimeline(draft)),
    subscribe,
  };
}

export function useTimeline(store: DraftStore): Timeline {
  return useStore(store.timeline);
}

export function useDraft(store: DraftStore): Draft {
  return useStore(store.timeline, ({ present }) => present);
}

type Timeline = {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** Subject and time of the last step; further changes to the same subject soon after join it. */
  last?: { mark: string; at: number };
};

const PAUSE_MS = 1_000; // typing in one field is one step until a pause of this length
const MAX_STEPS = 200;

export function beginTimeline(present: Draft): Timeline {
  return { past: [], present, future: [] };
}

/** `mark` names the subject of a change (a field's path, "theme.accent"); without one every change is its own step. */
export function changeDraft(timeline: Timeline, present: Draft, now: number, mark?: string): Timeline {
  const { past, last } = timeline;
  const goesOn = mark !== undefined && last?.mark === mark && now - last.at < PAUSE_MS;
  return {
    past: goesOn ? past : [...past, timeline.present].slice(-MAX_STEPS),
    present,
    future: [],
    last: mark === undefined ? undefined : { mark, at: now },
  };
}

export function undoChange({ past, present, future }: Timeline): Timeline {
  const before = past.at(-1);
  if (!before) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redoChange({ past, present, future }: Timeline): Timeline {
  const [after, ...rest] = future;
  if (!after) return { past, present, future };
  return { past: [...past, present], present: after, future: rest };
}
