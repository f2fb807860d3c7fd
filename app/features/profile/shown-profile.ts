import { useSyncExternalStore } from "react";
import type { Profile } from "./data.ts";

/** The profile as every page shows it (the picture in the bar), without the weight of its data area. */
let shown: Profile | undefined;
const listeners = new Set<() => void>();

export function setShownProfile(profile: Profile | undefined): void {
  if (profile === shown) return;
  shown = profile;
  for (const listener of listeners) listener();
}

export function shownProfile(): Profile | undefined {
  return shown;
}

export function useShownProfile(): Profile | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    shownProfile,
    () => undefined,
  );
}
