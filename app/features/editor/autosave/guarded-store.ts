import { tell } from "../../../lib/messages.ts";
import type { DraftStore } from "../draft-store.ts";

/** A store that changes nothing while another tab is writing the same draft, and says so instead. */
export function guardStore(store: DraftStore, isWriter: () => boolean, takeOver: () => void): DraftStore {
  const unlessElsewhere = <Arguments extends unknown[]>(act: (...given: Arguments) => void) => {
    return (...given: Arguments) => {
      if (isWriter()) return act(...given);
      tell({
        kind: "fact",
        words: "This is open in another tab",
        action: { label: "Work here instead", run: takeOver },
      });
    };
  };
  return {
    ...store,
    change: unlessElsewhere(store.change),
    undo: unlessElsewhere(store.undo),
    redo: unlessElsewhere(store.redo),
  };
}
