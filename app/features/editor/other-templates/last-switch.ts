import { createStore, useStore } from "../../../lib/browser/store.ts";

/** The draft that is open came from another template just now: going back is a step like any other, the first one of it. */
type Switch = {
  /** Where it is open. */
  path: string;
  /** Steps that its timeline has before anybody has done anything there. */
  steps: number;
  undo(): void;
};

const last = createStore<Switch | undefined>(undefined);

export function rememberSwitch(next: Switch | undefined): void {
  last.set(next);
}

/** What undoes the switch, when nothing was done since. */
export function switchToUndo(steps: number, path: string): (() => void) | undefined {
  return pick(last.get(), steps, path);
}

export function useSwitchToUndo(steps: number): (() => void) | undefined {
  return useStore(last, (found) =>
    pick(found, steps, typeof location === "undefined" ? "" : location.pathname),
  );
}

function pick(found: Switch | undefined, steps: number, path: string) {
  return found && found.path === path && steps <= found.steps ? found.undo : undefined;
}
