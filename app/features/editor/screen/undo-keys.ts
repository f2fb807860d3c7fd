import { useEffect } from "react";
import { pathOf } from "../../../lib/i18n/addresses.ts";
import type { DraftStore } from "../draft-store.ts";
import { switchToUndo } from "../other-templates/last-switch.ts";

type Direction = "undo" | "redo";

const INPUT_TYPES: Record<string, Direction | undefined> = { historyUndo: "undo", historyRedo: "redo" };

/** Undo and redo for the whole draft, also while typing: the browser would undo only one field's text. */
export function useUndoKeys(store: DraftStore | undefined): void {
  useEffect(() => {
    if (!store) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const direction = directionOf(event);
      if (!direction || isElsewhere(event.target)) return;
      event.preventDefault();
      step(store, direction);
    };
    // From the browser's menu, a shake or three fingers.
    const onBeforeInput = (event: InputEvent) => {
      const direction = INPUT_TYPES[event.inputType];
      if (!direction || isElsewhere(event.target)) return;
      event.preventDefault();
      step(store, direction);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("beforeinput", onBeforeInput);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("beforeinput", onBeforeInput);
    };
  }, [store]);
}

/** Undoing past the first step of a draft that came from another template switches back. */
function step(store: DraftStore, direction: Direction): void {
  const { past } = store.timeline.get();
  const undoSwitch = direction === "undo" ? switchToUndo(past.length, pathOf(location)) : undefined;
  if (undoSwitch) undoSwitch();
  else store[direction]();
}

function directionOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Direction | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !metaKey ? "redo" : undefined;
}

/** Inputs outside the draft, such as a search, have their own undo. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [data-own-undo]") !== null;
}
