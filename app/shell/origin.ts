import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { tabStorage } from "../lib/browser/local-storage.ts";

/** The page before the current one, for links back. */
export type Origin = {
  address: string;
  /** Whether the browser's own Back leads there, with its filter and its scroll position. */
  isOneStepBack: boolean;
};

type Trail = { address: string; pathname: string; key: string; origin: string | undefined; steps: number };

const KEY = "came-from";
/** Pages that are no destination to return to. */
const BETWEEN = /^\/(login|signup|forgot-password|reset-password|verify-email)(\/|$)/;

let trail: Trail | undefined;
let hasMoved = false;

/** Records the navigation for `originHere`. On every page. */
export function useOriginTrail(): void {
  const { pathname, search, key } = useLocation();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    if (seen.current === key) return;
    if (seen.current !== undefined) hasMoved = true;
    seen.current = key;
    trail = trail
      ? nextTrail(trail, { pathname, address: pathname + search, key })
      : storedTrail(pathname, key);
    trail.address = pathname + search;
    tabStorage.writeJson(KEY, trail);
  }, [pathname, search, key]);
}

/** Whether this page was reached by a link of the site, and not by an address or a reload. */
export function hasFollowedLink(): boolean {
  return hasMoved;
}

export function originHere(): Origin | undefined {
  return trail?.origin === undefined
    ? undefined
    : { address: trail.origin, isOneStepBack: trail.steps === 1 };
}

type Place = Pick<Trail, "address" | "pathname" | "key">;

/** A page with the same path, or one that is no destination, keeps the origin; it is then further back. */
export function nextTrail(before: Trail, here: Place): Trail {
  const isSamePage = before.pathname === here.pathname;
  if (isSamePage || BETWEEN.test(before.pathname))
    return { ...here, origin: before.origin, steps: before.steps + 1 };
  return { ...here, origin: before.address, steps: 1 };
}

function storedTrail(pathname: string, key: string): Trail {
  const stored = tabStorage.readJson<Trail>(KEY);
  if (stored?.key === key && stored.pathname === pathname) return stored;
  return { address: pathname, pathname, key, origin: undefined, steps: 0 };
}
