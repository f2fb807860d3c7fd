import { t } from "@lingui/core/macro";
import { isPrivatePage } from "../browser/private-page.ts";
import { notify } from "../browser/toasts.ts";

const PROBE_MS = 5_000; // a dead network may never report an error

/**
 * Asks the server each time. `navigator.onLine` is only a hint: a local server answers without a network, and
 * a network may be dead.
 */
export async function reachServer(): Promise<boolean> {
  try {
    // A private page may ask for nothing but files.
    const probe = isPrivatePage() ? "/builds/latest.json" : "/health";
    await fetch(probe, { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}

/** The first sentence of a message about a failed request; what follows is a sentence too. */
export function unreachableMessage(): string {
  return navigator.onLine === false ? t`You’re offline.` : t`We couldn’t reach the server.`;
}

/** Shows that the server can't be reached, and the consequence: "We couldn’t save Quarto. Try again." */
export function notifyUnreachable(consequence: string): void {
  notify({ kind: "failure", message: `${unreachableMessage()} ${consequence}` });
}

/** The same for a page. */
export function notifyPageUnavailable(): void {
  notifyUnreachable(t`That page can’t be opened right now.`);
}
