import { useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { isPrivatePage } from "../lib/browser/private-page.ts";
import { pathOf } from "../lib/i18n/addresses.ts";
import { usePageScripts } from "../lib/pages/page-scripts.ts";

const INTENT_MS = 100; // a pointer on its way elsewhere is gone by then

/**
 * Loads a page before it is opened: when a person points at a link with `data-prefetch`, or focuses it. The router's
 * own `prefetch` would load the current page again when a script fails (docs/decisions/31-app-structure.md), so it runs after the scripts.
 */
export function Prefetching() {
  const scripts = usePageScripts();
  const [page, setPage] = useState<string>();
  useEffect(() => {
    if (isPrivatePage()) return; // its links load the next page in full
    let timer: ReturnType<typeof setTimeout> | undefined;
    let link: HTMLAnchorElement | null = null;
    const prefetch = ({ pathname, search, hash }: HTMLAnchorElement) =>
      scripts.load({ pathname: pathOf({ pathname }), search, hash }).then(
        () => setPage(pathname + search),
        // No message: the person has not asked for it yet.
        (error) => console.error(`The scripts of ${pathname} failed to load ahead`, error),
      );
    const onIntent = ({ target }: Event) => {
      const next = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-prefetch]") : null;
      if (next === link) return;
      link = next;
      clearTimeout(timer);
      if (next) timer = setTimeout(prefetch, INTENT_MS, next);
    };
    document.addEventListener("pointerover", onIntent);
    document.addEventListener("focusin", onIntent);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onIntent);
      document.removeEventListener("focusin", onIntent);
    };
  }, [scripts]);
  return page ? <PrefetchPageLinks page={page} /> : null;
}
