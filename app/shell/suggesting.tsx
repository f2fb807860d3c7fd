import { t } from "@lingui/core/macro";
import { createStore, useStore } from "../lib/browser/store.ts";
import { lazyPart, loadOrNotify } from "../lib/pages/lazy-part.ts";

const isOn = createStore(false);
const overlay = lazyPart(async () => ({
  default: (await import("../features/translations/index.ts")).SuggestionOverlay,
}));

/** Shows the texts of the page for which a better translation can be suggested. */
export async function startSuggesting(): Promise<void> {
  if (await loadOrNotify(overlay, t`We couldn’t open the suggestions.`)) isOn.set(true);
}

/** Stays on while the person moves to other pages. */
export function Suggesting() {
  const Overlay = overlay.use();
  return useStore(isOn) && Overlay ? <Overlay onEnd={() => isOn.set(false)} /> : null;
}
