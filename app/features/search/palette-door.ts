import { useSyncExternalStore } from "react";

/** Whether the search palette is open, and with which words. It is loaded when first opened. */
type Palette = { isLoaded: boolean; isOpen: boolean; words: string };

let palette: Palette = { isLoaded: false, isOpen: false, words: "" };
const listeners = new Set<() => void>();

function change(next: Partial<Palette>): void {
  palette = { ...palette, ...next };
  for (const listener of listeners) listener();
}

export function openPalette(words = ""): void {
  change({ isLoaded: true, isOpen: true, words });
}

export function closePalette(): void {
  change({ isOpen: false });
}

const CLOSED = palette;

export function usePalette(): Palette {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => palette,
    () => CLOSED,
  );
}

/** `/` and Ctrl-K open it from everywhere, but never out of a field one is typing in. */
export function watchPaletteKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    const target = event.target as HTMLElement | null;
    const isTyping = target?.closest("input, textarea, select, [contenteditable]") !== null;
    if (!isShortcut && !(isSlash && !isTyping)) return;
    event.preventDefault();
    openPalette();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
