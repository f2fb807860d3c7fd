import { tell } from "../lib/messages.ts";

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
        action: { label: "Reload", run: () => location.reload() },
      });
    } catch {
      // Not reachable just now; the next look will tell.
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
