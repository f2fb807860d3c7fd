import { tell } from "../lib/messages.ts";
import { RELOAD_GUARD_MS, RELOAD_KEY } from "./inline-scripts.ts";

const LOOK_EVERY_MS = 5 * 60_000;

export function isReleaseNew(seen: string | undefined, latest: string | undefined): boolean {
  return seen !== undefined && latest !== undefined && seen !== latest;
}

async function readLatest(): Promise<string | undefined> {
  const answer = await fetch("/builds/latest.json", { cache: "no-store" });
  if (!answer.ok) return undefined;
  const latest: { id?: string } = await answer.json();
  return latest.id;
}

/** Looks for a new release now and then, and whenever the tab comes to the front; says so once. */
export function watchReleases(own: string | undefined): (() => void) | undefined {
  if (!own) return undefined;
  let told = false;
  const look = async () => {
    if (told || document.visibilityState === "hidden") return;
    try {
      if (!isReleaseNew(own, await readLatest()) || told) return;
      told = true;
      tell({
        kind: "release",
        words: "A new version is ready",
        action: { label: "Reload", run: reloadHere },
      });
    } catch {
      // Not reachable just now; the next look will tell.
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  const stopGuard = guardReloads();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    stopGuard();
  };
}

function reloadHere(): void {
  setNavigationTarget(undefined);
  location.reload();
}

let target: string | undefined;
let isLeaving = false;

/** Where a navigation in progress is going, so that a failed chunk leads there and not back to where one was. */
export function setNavigationTarget(address: string | undefined): void {
  target = address;
}

/**
 * The router loads the page again when a chunk fails. That is right once; where the browser lets us, the reload goes
 * to the page one was going to, and a second failure within the guard's time is told instead of repeated.
 */
function guardReloads(): () => void {
  if (!("navigation" in window)) return () => {};
  const { navigation } = window;
  const onNavigate = (event: NavigateEvent) => {
    const { navigationType, userInitiated, cancelable } = event;
    const going = target;
    if (navigationType !== "reload" || userInitiated || !cancelable || !going) return;
    event.preventDefault();
    if (isLeaving) return; // every chunk that fails asks for a reload of its own
    isLeaving = mayReload(Date.now());
    if (isLeaving) location.assign(going);
    else
      tell({
        kind: "failure",
        words: "This page could not be loaded. What you see stays as it is.",
        action: { label: "Try again", run: () => location.assign(going) },
      });
  };
  // A chunk may fail before the navigation that wants it has been drawn, so a followed link counts at once.
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) target = link.href;
  };
  document.addEventListener("click", onClick, true);
  navigation.addEventListener("navigate", onNavigate);
  return () => {
    document.removeEventListener("click", onClick, true);
    navigation.removeEventListener("navigate", onNavigate);
  };
}

/** Whether the page may reload itself now; if so, that is remembered for as long as the guard lives. */
export function mayReload(
  now: number,
  memory: Pick<Storage, "getItem" | "setItem"> = sessionStorage,
): boolean {
  try {
    if (now - Number(memory.getItem(RELOAD_KEY)) < RELOAD_GUARD_MS) return false;
    memory.setItem(RELOAD_KEY, String(now));
    return true;
  } catch {
    return false; // without a memory there is no way to know that it would not go on for ever
  }
}
