import { useContext, useEffect, useRef } from "react";
import {
  type DataRouter,
  type DataStrategyResult,
  type Location,
  type MiddlewareFunction,
  UNSAFE_DataRouterContext,
  useBlocker,
  useLocation,
} from "react-router";
import { reachServer, tellStaying } from "../lib/connection.ts";
import { usePageScripts } from "../lib/page-scripts.ts";

/**
 * A page that can't be had is not opened: one stays where one is, with all that is typed, and is told (docs/decisions/31-app-structure.md). Three
 * things a page needs, each asked for in its own place: its scripts before the navigation begins, its data while it
 * is under way, and for a link that the browser follows by itself, the server.
 */
export function NavigationGuard() {
  useScriptsFirst();
  useShownPage();
  useEffect(holdPlainLinks, []);
  return null;
}

/** Holds a navigation until the scripts of its page are there. */
function useScriptsFirst(): void {
  const scripts = usePageScripts();
  const newest = useRef<Location>(undefined);
  const blocker = useBlocker(({ nextLocation }) => {
    newest.current = nextLocation;
    return !scripts.areLoaded(nextLocation);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { location, proceed, reset } = blocker;
    let isOver = false;
    void scripts.loadToOpen(location).then((outcome) => {
      if (isOver) return;
      if (outcome === "loaded" && newest.current === location) proceed();
      else reset(); // also when another page was asked for in the meantime
    });
    return () => {
      isOver = true;
    };
  }, [blocker, scripts]);
}

let router: DataRouter | undefined;
let shownEntry: number | undefined;
/** The address of the page that is shown, on the way back to its entry of the history. */
let goingBackTo: string | undefined;

/** Where in the history the page stands that is shown: with Back, the address has changed before the page could be loaded. */
function useShownPage(): void {
  const context = useContext(UNSAFE_DataRouterContext);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a page that was loaded
  useEffect(() => {
    router = context?.router;
    shownEntry = currentEntry();
  }, [context, key]);
}

/** The router numbers the entries of the history. */
function currentEntry(): number | undefined {
  const { idx } = (history.state ?? {}) as { idx?: number };
  return idx;
}

/** For the root: ends a navigation whose data could not be had because the server is out of reach. */
export const stayWithoutServer: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const { pathname, search } = new URL(request.url);
  const isBack = goingBackTo === pathname + search;
  goingBackTo = undefined;
  if (isBack) return {}; // which leaves the data of the page as they are
  const results = await next();
  const hasFailed = Object.values(results).some(
    ({ type, result }) => type === "error" && result instanceof Error,
  );
  if (!hasFailed || !router || (await reachServer()) || request.signal.aborted) return results;
  tellStaying();
  const isEnded = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
  void stayWith(router);
  await isEnded;
  return results; // which nobody looks at any more
};

/** The router has no way to end a navigation but another one: to where one is, which needs no data. */
async function stayWith(router: DataRouter): Promise<void> {
  const moved = (currentEntry() ?? 0) - (shownEntry ?? 0);
  const { pathname, search, hash, state } = router.state.location;
  if (moved !== 0) {
    goingBackTo = pathname + search;
    return history.go(-moved);
  }
  const address = location.href; // the editor names its document there by itself, without the router
  await router.navigate(
    { pathname, search, hash },
    { state, replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
  );
  history.replaceState(history.state, "", address);
}

/** Links that the browser follows by itself, such as one to a PDF. Without the server it would show a page of its own. */
function holdPlainLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!link || event.defaultPrevented || !leavesPage(link, event)) return;
    event.preventDefault();
    void reachServer().then((isReached) => {
      if (isReached) location.assign(link.href);
      else tellStaying();
    });
  };
  // On the window, after the router has taken the links that are its own.
  addEventListener("click", onClick);
  return () => removeEventListener("click", onClick);
}

function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { href, hash, origin, target } = link;
  const opensElsewhere =
    event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || target !== "";
  const isPlaceHere = hash !== "" && href.split("#")[0] === location.href.split("#")[0];
  return origin === location.origin && !link.hasAttribute("download") && !opensElsewhere && !isPlaceHere;
}
