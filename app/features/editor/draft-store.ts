import { createStore, type Store, useStore } from "../../lib/browser/store.ts";
import { beginTimeline, changeDraft, type Draft, redoChange, type Timeline, undoChange } from "./draft.ts";

/** The draft on the screen. Everything that changes it goes through here, so everything can be undone and is saved. */
export type DraftStore = {
  timeline: Store<Timeline>;
  read(): Draft;
  /** One step of the person's; `mark` joins it with the steps just before that carry the same one. */
  change(part: Partial<Draft>, mark?: string): void;
  undo(): void;
  redo(): void;
  /** Takes over what was stored elsewhere (a document that moved on, a restored draft): nobody's step, so not undone. */
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
