import { useEffect } from "react";
import type { DraftStore } from "../draft-store.ts";
import { switchToUndo } from "../other-templates/last-switch.ts";

type Direction = "undo" | "redo";

const INPUT_TYPES: Record<string, Direction | undefined> = { historyUndo: "undo", historyRedo: "redo" };

/** Undo and redo over everything, also while typing: what the browser would take back is only one field's text. */
export function useUndoKeys(store: DraftStore | undefined): void {
  useEffect(() => {
    if (!store) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const direction = directionOf(event);
      if (!direction || isElsewhere(event.target)) return;
      event.preventDefault();
      step(store, direction);
    };
    // The browser's own menu, a shake, three fingers.
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

/** Before the first step of a draft that came from another template stands the switch. */
function step(store: DraftStore, direction: Direction): void {
  const { past } = store.timeline.get();
  const undoSwitch = direction === "undo" ? switchToUndo(past.length, location.pathname) : undefined;
  if (undoSwitch) undoSwitch();
  else store[direction]();
}

function directionOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): Direction | undefined {
  if ((!ctrlKey && !metaKey) || altKey) return undefined;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key.toLowerCase() === "y" && !metaKey ? "redo" : undefined;
}

/** A field that is not of the draft, such as a search, has an undo of its own. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [data-own-undo]") !== null;
}
