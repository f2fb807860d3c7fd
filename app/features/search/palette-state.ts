import { createStore, useStore } from "../../lib/store.ts";

/** Whether the search palette is open, and with which words. It is loaded when first opened. */
type Palette = { isLoaded: boolean; isOpen: boolean; words: string };

const palette = createStore<Palette>({ isLoaded: false, isOpen: false, words: "" });

export function openPalette(words = ""): void {
  palette.set({ isLoaded: true, isOpen: true, words });
}

export function closePalette(): void {
  palette.set({ ...palette.get(), isOpen: false });
}

export function usePalette(): Palette {
  return useStore(palette);
}

/** `/` and Ctrl-K open it from everywhere, but never out of a field one is typing in. */
export function watchPaletteKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    const isTyping =
      event.target instanceof Element &&
      event.target.closest("input, textarea, select, [contenteditable]") !== null;
    if (!isShortcut && !(isSlash && !isTyping)) return;
    event.preventDefault();
    openPalette();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
