import { createStore, useStore } from "../../lib/browser/store.ts";
import type { Profile } from "./profile.ts";

/** The profile as every page shows it (the picture in the bar). Apart from profile.ts, which is loaded only for a known person. */
const shown = createStore<Profile | undefined>(undefined);

export const setShownProfile = shown.set;
export const shownProfile = shown.get;

export function useShownProfile(): Profile | undefined {
  return useStore(shown);
}
