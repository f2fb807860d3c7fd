import { useEffect, useRef } from "react";
import {
  type DataStrategyResult,
  type Location,
  type MiddlewareFunction,
  type NavigateFunction,
  useBlocker,
  useLocation,
  useNavigate,
} from "react-router";
import { fullLoadFor } from "../lib/browser/private-page.ts";
import { notifyPageUnavailable, reachServer } from "../lib/http/connection.ts";
import { pathOf } from "../lib/i18n/addresses.ts";
import { usePageScripts } from "../lib/pages/page-scripts.ts";

/**
 * A page that can't be loaded is not opened: the current page stays, with everything typed, and a message is
 * shown (docs/decisions/31-app-structure.md). Scripts are checked before the navigation, data during it, and
 * the server before a link that the browser follows by itself.
 */
export function NavigationGuard() {
  useScriptsFirst();
  useShownPage();
  useEffect(checkPlainLinks, []);
  return null;
}

/** Delays a navigation until the scripts of its page are loaded. */
function useScriptsFirst(): void {
  const scripts = usePageScripts();
  const newest = useRef<Location>(undefined);
  /** React may show the blocked navigation for a moment after it went on; it must not go on twice. */
  const proceeded = useRef<Location>(undefined);
  const blocker = useBlocker(({ nextLocation }) => {
    newest.current = nextLocation;
    return !scripts.areLoaded(nextLocation);
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { location, proceed, reset } = blocker;
    let isOver = false;
    // The blocker's location has the prefix of the language; the one it was asked about is a copy without.
    void scripts.loadToOpen({ ...location, pathname: pathOf(location) }).then((outcome) => {
      if (isOver || proceeded.current === location) return;
      if (outcome === "loaded" && newest.current?.key === location.key) {
        proceeded.current = location;
        proceed();
      } else reset(); // also when another page was asked for in the meantime
    });
    return () => {
      isOver = true;
    };
  }, [blocker, scripts]);
}

/** The page that is shown, and its entry in the history: with Back, the address changes before the page is loaded. */
let shown: { location: Location; entry: number | undefined; navigate: NavigateFunction } | undefined;
/** The address of the page that is shown, on the way back to its entry of the history. */
let goingBackTo: string | undefined;

function useShownPage(): void {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    shown = { location, entry: currentEntry(), navigate };
  }, [location, navigate]);
}

/** The router numbers the entries of the history. */
function currentEntry(): number | undefined {
  const { idx } = (history.state ?? {}) as { idx?: number };
  return idx;
}

/** For the root: ends a navigation whose data could not be loaded because the server can't be reached. */
export const stayWithoutServer: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const url = new URL(request.url);
  const fullLoad = fullLoadFor(url);
  if (fullLoad) {
    // Its policy would refuse the other page's data, and the other page must not have this one's policy.
    location.assign(fullLoad);
    await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    return {};
  }
  const isBack = goingBackTo === pathOf(url) + url.search;
  goingBackTo = undefined;
  if (isBack) return {}; // which leaves the data of the page as they are
  const results = await next();
  const hasFailed = Object.values(results).some(
    ({ type, result }) => type === "error" && result instanceof Error,
  );
  if (!hasFailed || !shown || (await reachServer()) || request.signal.aborted) return results;
  const stored = await readStoredData(url);
  if (stored) return { ...results, [EDITOR_ROUTE]: { type: "data", result: stored } };
  notifyPageUnavailable();
  const isEnded = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
  void stayOn(shown);
  await isEnded;
  return results; // ignored after the abort
};

const EDITOR_ROUTE = "routes/editor/page";

/** The data of an editor's page that was opened on this device before. */
async function readStoredData({ pathname }: URL): Promise<unknown> {
  if (!/\/use(?:\.data)?$/.test(pathname)) return undefined;
  const copies = await import("../lib/browser/offline-copies.ts").catch(() => undefined);
  return (await copies?.readCopy("template", pathname))?.data;
}

/** The router ends a navigation only by another one: to the current page, which needs no data. */
async function stayOn({ location: page, entry, navigate }: NonNullable<typeof shown>): Promise<void> {
  const moved = (currentEntry() ?? 0) - (entry ?? 0);
  const { pathname, search, hash, state } = page;
  if (moved !== 0) {
    goingBackTo = pathname + search;
    return history.go(-moved);
  }
  const address = location.href; // the editor names its document there by itself, without the router
  await navigate(
    { pathname, search, hash },
    { state, replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
  );
  history.replaceState(history.state, "", address);
}

/** Links that the browser follows by itself, such as one to a PDF. Without the server it would show a page of its own. */
function checkPlainLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    if (!link || event.defaultPrevented || !leavesPage(link, event)) return;
    event.preventDefault();
    void reachServer().then((isReached) => {
      if (isReached) location.assign(link.href);
      else notifyPageUnavailable();
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
