import { createStore, type Store, useStore } from "../../lib/browser/store.ts";
import { beginTimeline, changeDraft, type Draft, redoChange, type Timeline, undoChange } from "./draft.ts";

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
