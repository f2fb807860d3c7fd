import { t } from "@lingui/core/macro";
import { createStore, useStore } from "../lib/browser/store.ts";
import { notify } from "../lib/browser/toasts.ts";
import { loadOrNotify, withTimeout } from "../lib/pages/lazy-part.ts";

/** Opens a person's data areas. Their script is loaded later than the page, and can be missing. */

const failed = createStore(false);
let load: (() => Promise<boolean>) | undefined;

/** Whether the areas are closed because their script could not be loaded. */
export function useStartupFailed(): boolean {
  return useStore(failed);
}

/** Tries again silently if the script is missing: for the next navigation. */
export function retryStartup(): void {
  if (failed.get()) void load?.();
}

/** The same on a person's request, with a message if it fails again. */
export function tryStartupAgain(): void {
  if (load) void loadOrNotify({ load }, t`We couldn’t load your profile.`);
}

const SIGNS = ["online", "pointerdown", "keydown"];

type Startup = { openAreas(email: string): () => void };
const loadStartup = (): Promise<Startup> => import("./startup.ts");

/**
 * Returns a function that closes them. Until the script is loaded, every press, key and navigation tries
 * again.
 */
export function openDataAreas(email: string, fetchStartup = loadStartup): () => void {
  let close: (() => void) | undefined;
  let attempt: Promise<boolean> | undefined;
  let isLeft = false;
  let hasNotified = false;

  async function open(): Promise<boolean> {
    try {
      const { openAreas } = await withTimeout(fetchStartup());
      if (isLeft || close) return true;
      stopRetrying();
      close = openAreas(email);
      return true;
    } catch (error) {
      console.error("Startup failed", error);
      if (!isLeft) onFailure();
      return false;
    } finally {
      attempt = undefined;
    }
  }
  const openOnce = () => {
    attempt ??= open();
    return attempt;
  };

  function onFailure(): void {
    failed.set(true);
    for (const sign of SIGNS) addEventListener(sign, retryStartup, true);
    if (hasNotified) return;
    hasNotified = true;
    notify({
      kind: "failure",
      message: t`We couldn’t load your profile and saved templates.`,
      action: { label: t`Try again`, run: tryStartupAgain },
    });
  }
  function stopRetrying(): void {
    failed.set(false);
    for (const sign of SIGNS) removeEventListener(sign, retryStartup, true);
  }

  load = openOnce;
  void openOnce();
  return () => {
    isLeft = true;
    if (load === openOnce) load = undefined;
    stopRetrying();
    close?.();
  };
}
