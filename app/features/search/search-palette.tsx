import { lazy, Suspense, useEffect } from "react";
import { createStore, useStore } from "../../lib/store.ts";

/** Whether the search palette is open, and with which words. It is loaded when first opened. */
type PaletteState = { isLoaded: boolean; isOpen: boolean; words: string };

const paletteState = createStore<PaletteState>({ isLoaded: false, isOpen: false, words: "" });

const Palette = lazy(() => import("./palette.tsx"));

export function openPalette(words = ""): void {
  paletteState.set({ isLoaded: true, isOpen: true, words });
}

function closePalette(): void {
  paletteState.set({ ...paletteState.get(), isOpen: false });
}

/** The search palette of every page. */
export function SearchPalette() {
  const { isLoaded, isOpen, words } = useStore(paletteState);
  useEffect(watchKeys, []);
  if (!isLoaded) return null;
  return (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} words={words} onClose={closePalette} />
    </Suspense>
  );
}

/** `/` and Ctrl-K open it from everywhere, but never out of a field one is typing in. */
function watchKeys(): () => void {
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
