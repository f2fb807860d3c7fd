import { useEffect } from "react";
import type { DraftStore } from "../draft-store.ts";

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
      store[direction]();
    };
    // The browser's own menu, a shake, three fingers.
    const onBeforeInput = (event: InputEvent) => {
      const direction = INPUT_TYPES[event.inputType];
      if (!direction || isElsewhere(event.target)) return;
      event.preventDefault();
      store[direction]();
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("beforeinput", onBeforeInput);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("beforeinput", onBeforeInput);
    };
  }, [store]);
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
