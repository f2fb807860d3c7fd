import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { isPrivatePage } from "../../lib/browser/private-page.ts";
import { createStore, useStore } from "../../lib/browser/store.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { notOnPrivatePage } from "../../lib/http/http-client.ts";
import { lazyPart, loadOrNotify } from "../../lib/pages/lazy-part.ts";

/** Whether the search palette is open, and its query. It is loaded when first opened. */
type PaletteState = { isOpen: boolean; query: string };

const paletteState = createStore<PaletteState>({ isOpen: false, query: "" });

const palette = lazyPart(() => import("./palette.tsx"));

export async function openPalette(query = ""): Promise<void> {
  if (isPrivatePage()) return notify({ kind: "failure", message: notOnPrivatePage() });
  if (await loadOrNotify(palette, t`We couldn’t open search.`)) paletteState.set({ isOpen: true, query });
}

function closePalette(): void {
  paletteState.set({ ...paletteState.get(), isOpen: false });
}

/** The search palette of every page. */
export function SearchPalette() {
  const { isOpen, query } = useStore(paletteState);
  const Palette = palette.use();
  useEffect(watchKeys, []);
  return Palette ? <Palette isOpen={isOpen} query={query} onClose={closePalette} /> : null;
}

/** `/` and Ctrl-K open it everywhere except in text fields. */
function watchKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    // The source editor is in a shadow root, so `target` is only its host.
    const [target] = event.composedPath();
    const isTyping =
      target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
    if (!isShortcut && !(isSlash && !isTyping)) return;
    event.preventDefault();
    void openPalette();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}
