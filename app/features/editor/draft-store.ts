import { useSyncExternalStore } from "react";
import {
  beginTimeline,
  changeDraft,
  type Draft,
  redoChange,
  type Timeline,
  undoChange,
} from "../documents/draft.ts";

/** The draft on the screen. Everything that changes it goes through here, so everything can be undone and is kept. */
export type DraftStore = {
  read(): Draft;
  timeline(): Timeline;
  /** One step of the person's; `mark` joins it with the steps just before that carry the same one. */
  change(part: Partial<Draft>, mark?: string): void;
  undo(): void;
  redo(): void;
  /** Takes over what was kept elsewhere (a document that moved on, a restored draft): nobody's step, so not undone. */
  load(draft: Draft): void;
  subscribe(hear: () => void): () => void;
};

export function createDraftStore(initial: Draft, now: () => number = Date.now): DraftStore {
  let timeline = beginTimeline(initial);
  const listeners = new Set<() => void>();
  const become = (next: Timeline) => {
    timeline = next;
    for (const hear of listeners) hear();
  };
  return {
    read: () => timeline.present,
    timeline: () => timeline,
    change: (part, mark) => become(changeDraft(timeline, { ...timeline.present, ...part }, now(), mark)),
    undo: () => become(undoChange(timeline)),
    redo: () => become(redoChange(timeline)),
    load: (draft) => become(beginTimeline(draft)),
    subscribe: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
  };
}

export function useTimeline(store: DraftStore): Timeline {
  return useSyncExternalStore(store.subscribe, store.timeline, store.timeline);
}

export function useDraft(store: DraftStore): Draft {
  return useTimeline(store).present;
}
