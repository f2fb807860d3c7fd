import { t } from "@lingui/core/macro";
import { notify } from "../lib/browser/toasts.ts";
import { formatShortMoment } from "../lib/format/moments.ts";

export const LOOK_EVERY_MS = 5 * 60_000;

export function isReleaseNew(seen: string | undefined, latest: string | undefined): boolean {
  return seen !== undefined && latest !== undefined && seen !== latest;
}

async function readBuild(name: string): Promise<{ id?: string; date?: string }> {
  const answer = await fetch(`/builds/${name}.json`, { cache: "no-store" });
  return answer.ok ? answer.json() : {};
}

/** Shows the date of the release if it is known. */
async function describeRelease(id: string): Promise<string> {
  const { date } = await readBuild(`meta/${id}`).catch((): { date?: string } => ({}));
  if (!date) return t`A new version is available`;
  const released = formatShortMoment(new Date(date));
  return t`A new version is available (released ${released})`;
}

/** Checks for a new release regularly and when the tab becomes visible; announces it once. */
export function watchReleases(own: string | undefined): (() => void) | undefined {
  if (!own) return undefined;
  let hasNotified = false;
  const look = async () => {
    if (hasNotified || document.visibilityState === "hidden") return;
    try {
      const { id } = await readBuild("latest");
      if (!id || !isReleaseNew(own, id) || hasNotified) return;
      hasNotified = true;
      notify({
        kind: "release",
        message: await describeRelease(id),
        action: { label: t`Reload`, run: () => location.reload() },
      });
    } catch {
      // Not reachable at the moment; the next check decides.
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
