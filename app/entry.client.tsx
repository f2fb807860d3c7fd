import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepSentPage } from "./shell/contained.tsx";

/** Marks the document once it is hydrated; browser tests wait for the mark. */
function MarkHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
  return children;
}

/**
 * Whether somebody went back or forward before the scripts were there: the address has changed, and the page is still the one
 * that was loaded. The router would take what is on it for what belongs to the address.
 */
function isOfAnotherAddress(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  if (!loaded) return false;
  const { pathname, search } = new URL(loaded.name);
  return pathname !== location.pathname || search !== location.search;
}

if (isOfAnotherAddress()) location.reload();
else startTransition(hydrate);

function hydrate() {
  keepSentPage();
  hydrateRoot(
    document,
    <StrictMode>
      <MarkHydrated>
        <HydratedRouter />
      </MarkHydrated>
    </StrictMode>,
  );
}
