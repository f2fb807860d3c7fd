import { createStore, useStore } from "../../../lib/browser/store.ts";
import { pathOf } from "../../../lib/i18n/addresses.ts";

/** The last switch to another template, which Undo reverts before the draft's first step. */
type Switch = {
  /** The path of the editor it led to. */
  path: string;
  /** The number of steps in the timeline right after the switch. */
  steps: number;
  undo(): void;
};

const last = createStore<Switch | undefined>(undefined);

export function rememberSwitch(next: Switch | undefined): void {
  last.set(next);
}

/** Reverts the switch, if nothing was changed since. */
export function switchToUndo(steps: number, path: string): (() => void) | undefined {
  return pick(last.get(), steps, path);
}

export function useSwitchToUndo(steps: number): (() => void) | undefined {
  return useStore(last, (found) =>
    pick(found, steps, typeof location === "undefined" ? "" : pathOf(location)),
  );
}

function pick(found: Switch | undefined, steps: number, path: string) {
  return found && found.path === path && steps <= found.steps ? found.undo : undefined;
}
