import type { Place } from "../../../lib/autosave/state.ts";
import type { Draft } from "../draft.ts";

/** A draft as this device has it. */
export type DeviceDraft = Omit<Place, "key"> & { template: string; draft: Draft; at: number };

/**
 * Drafts that this browser could not store and the server does not have. They are in this tab's memory, so that they are
 * still there after another page, as the one to sign up. Leaving the site asks first.
 */
const unstored = new Map<string, DeviceDraft>();

export const readUnstored = (key: string) => unstored.get(key);
export const isUnstored = (key: string) => unstored.has(key);
export const listUnstored = () => [...unstored];

/** Keeps the copy of one open draft in step with it: `draft` is undefined while it is stored somewhere. */
export function carryUnstored(template: string): (place: Place, draft: Draft | undefined) => void {
  let lastKey: string | undefined;
  return ({ key, ...place }, draft) => {
    if (lastKey !== undefined && lastKey !== key) unstored.delete(lastKey);
    lastKey = key;
    if (draft) unstored.set(key, { ...place, template, draft, at: Date.now() });
    else unstored.delete(key);
    if (unstored.size > 0) addEventListener("beforeunload", ask);
    else removeEventListener("beforeunload", ask);
  };
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
