import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { mayReload } from "./lib/pages/page-scripts.ts";
import { noteSentPage } from "./shell/failed-page.tsx";

/** Marks the document once it is hydrated; browser tests wait for the mark. */
function MarkHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
  return children;
}

/**
 * The address the page was loaded from, if the person went back or forward before the scripts started: the
 * address has changed, but the loaded page has not. The router would take its content for the page at the new
 * address.
 */
function addressBefore(): string | undefined {
  const [loaded] = performance.getEntriesByType("navigation");
  if (!loaded) return undefined;
  const { pathname, search } = new URL(loaded.name);
  return pathname === location.pathname && search === location.search ? undefined : pathname + search;
}

const before = addressBefore();
if (before !== undefined && mayReload(Date.now())) location.reload();
else {
  // One reload within the guard time; after that, the address goes back to the page.
  if (before !== undefined) history.replaceState(null, "", before);
  startTransition(hydrate);
}

function hydrate() {
  noteSentPage();
  hydrateRoot(
    document,
    <StrictMode>
      <MarkHydrated>
        <HydratedRouter />
      </MarkHydrated>
    </StrictMode>,
  );
}
