import { type ComponentType, useEffect } from "react";
import { reachServer, tellAway } from "./connection.ts";
import { tell } from "./messages.ts";
import { createStore, useStore } from "./store.ts";

/**
 * A component that is loaded later than its page. React's `lazy` throws for good when it can't be had, and the page with it;
 * here nothing is shown, and the next `load` tries again.
 */
export type LatePart<Props> = {
  /** The component, once it is there. */
  use(): ComponentType<Props> | undefined;
  /** Gives false when it can't be had. */
  load(): Promise<boolean>;
};

export function latePart<Props>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
): LatePart<Props> {
  const part = createStore<ComponentType<Props> | undefined>(undefined);
  let loading: Promise<boolean> | undefined;

  async function load(): Promise<boolean> {
    if (part.get()) return true;
    try {
      part.set((await fetchPart()).default);
      return true;
    } catch (error) {
      console.error("A part of the page failed to load", error);
      return false;
    } finally {
      loading = undefined;
    }
  }
  return {
    use: () => useStore(part),
    load: () => {
      loading ??= load();
      return loading;
    },
  };
}

/** The component, loaded as soon as it is wanted; tried again when it is wanted anew. */
export function useLatePart<Props>(
  part: LatePart<Props>,
  isWanted: boolean,
): ComponentType<Props> | undefined {
  useEffect(() => {
    if (isWanted) void part.load();
  }, [part, isWanted]);
  return part.use();
}

/**
 * Loads what somebody has asked for, and says so when it can't be had. `what` is what did not open: "The search". With a server
 * that answers, a release has taken the script away: the page is not loaded anew by itself, as something may be typed in it.
 */
export async function loadWanted(part: Pick<LatePart<never>, "load">, what: string): Promise<boolean> {
  if (await part.load()) return true;
  if (await reachServer())
    tell({
      kind: "failure",
      words: `${what} did not open. There may be a new version; reloading brings it.`,
      action: { label: "Reload", run: () => location.reload() },
    });
  else tellAway(`${what} did not open; please try again.`);
  return false;
}
