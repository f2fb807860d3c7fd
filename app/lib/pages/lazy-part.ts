import { t } from "@lingui/core/macro";
import { type ComponentType, useEffect } from "react";
import { createStore, useStore } from "../browser/store.ts";
import { notify } from "../browser/toasts.ts";
import { notifyUnreachable, reachServer } from "../http/connection.ts";

/**
 * A component that is loaded after its page. React's `lazy` fails for good if the script can't be loaded, and
 * the page with it; this shows nothing, and the next `load` tries again.
 */
type LazyPart<Props> = {
  /** The component, once loaded. */
  use(): ComponentType<Props> | undefined;
  /** Whether the last attempt to load it failed. */
  useHasFailed(): boolean;
  /** Resolves to false if it can't be loaded. */
  load(): Promise<boolean>;
};

const LOAD_TIMEOUT_MS = 15_000;

/** Fails when a script does not arrive within 15 seconds; it may still arrive later. */
export function withTimeout<Value>(loading: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error("A script did not arrive within 15 seconds"));
    const timer = setTimeout(giveUp, LOAD_TIMEOUT_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export function lazyPart<Props>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const part = createStore<ComponentType<Props> | undefined>(undefined);
  const failed = createStore(false);
  let loading: Promise<boolean> | undefined;

  async function fetchAndShow(): Promise<void> {
    part.set((await fetchPart()).default);
    failed.set(false);
  }
  async function load(): Promise<boolean> {
    if (part.get()) return true;
    try {
      await withTimeout(fetchAndShow());
      return true;
    } catch (error) {
      console.error("A part of the page failed to load", error);
      failed.set(true);
      return false;
    } finally {
      loading = undefined;
    }
  }
  return {
    use: () => useStore(part),
    useHasFailed: () => useStore(failed),
    load: () => {
      loading ??= load();
      return loading;
    },
  };
}

/** The component, loaded as soon as it is wanted. */
export function useLazyPart<Props>(
  part: LazyPart<Props>,
  isWanted: boolean,
): ComponentType<Props> | undefined {
  useEffect(() => {
    if (isWanted) void part.load();
  }, [part, isWanted]);
  return part.use();
}

/**
 * Loads a part that the person has asked for, and shows a message if that fails, beginning with `failure`:
 * "We couldn’t open search." If the server answers, a release has removed the script; the page is not reloaded
 * automatically, as it may hold typed text.
 */
export async function loadOrNotify(part: Pick<LazyPart<never>, "load">, failure: string): Promise<boolean> {
  if (await part.load()) return true;
  if (await reachServer())
    notify({
      kind: "failure",
      message: t`${failure} There may be a new version. Reload the page to get it.`,
      action: { label: t`Reload`, run: () => location.reload() },
    });
  else notifyUnreachable(t`${failure} Try again.`);
  return false;
}
