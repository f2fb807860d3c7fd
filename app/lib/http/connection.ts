import { notify } from "../browser/toasts.ts";

const PROBE_MS = 5_000; // a network that leads nowhere need not say so by itself

/**
 * Asks the server, each time anew. The browser's own word is only a hint: a server on this machine answers without a
 * network, and a network may lead nowhere.
 */
export async function reachServer(): Promise<boolean> {
  try {
    await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}

/** The beginning of what is said when something could not be had. */
export function unreachableMessage(): string {
  return navigator.onLine === false ? "You’re offline" : "We couldn’t reach the server";
}

/** Tells somebody that what they wanted could not be had, and what that means: "Quarto stays as it was; please try again." */
export function notifyUnreachable(consequence: string): void {
  notify({ kind: "failure", message: `${unreachableMessage()}. ${consequence}` });
}

/** The same about a page. */
export function notifyPageUnavailable(): void {
  notifyUnreachable("That page can’t be opened right now.");
}
