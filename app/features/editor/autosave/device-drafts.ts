import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import type { Draft } from "../draft.ts";
import { newKey, type Place } from "./reducer/state.ts";

/**
 * Drafts on this device (IndexedDB): a visitor's only place, and a person's until the server has them. Nobody but the
 * owner is shown one.
 */
export type DeviceDraft = Omit<Place, "key"> & { template: string; draft: Draft; at: number };

let opened: UseStore | undefined;
const drafts = () => {
  opened ??= createStore("typecase-drafts", "drafts");
  return opened;
};

const PATIENCE_MS = 3_000;

/** Some browsers never answer where storage is restricted; the editor opens all the same. */
function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("this browser's storage does not answer")), PATIENCE_MS),
  );
  return Promise.race([reading, late]);
}

/** Undefined when there is none, or when this browser keeps nothing. */
export async function readDraft(key: string): Promise<DeviceDraft | undefined> {
  try {
    return await inTime(get<DeviceDraft>(key, drafts()));
  } catch (error) {
    console.error("Draft read failed", error);
    return undefined;
  }
}

export async function writeDraft(key: string, draft: DeviceDraft): Promise<void> {
  await set(key, draft, drafts());
}

export async function removeDraft(key: string): Promise<void> {
  try {
    await del(key, drafts());
  } catch (error) {
    console.error("Draft removal failed", error);
  }
}

/** Drafts of a person that were never made documents, newest first: a crash or an outage came between. */
export async function unsentDrafts(owner: string, template: string): Promise<[string, DeviceDraft][]> {
  try {
    const all = await inTime(entries<string, DeviceDraft>(drafts()));
    return all
      .filter(([key]) => key.startsWith(newKey(owner, template, "")))
      .sort(([, a], [, b]) => b.at - a.at);
  } catch (error) {
    console.error("Draft read failed", error);
    return [];
  }
}

/** What somebody has drafted on this device, newest first; a visitor's owner is "". */
export async function draftsHere(owner: string): Promise<DeviceDraft[]> {
  const all = await inTime(entries<string, DeviceDraft>(drafts()));
  return all
    .map(([, draft]) => draft)
    .filter((draft) => draft.owner === owner)
    .sort((a, b) => b.at - a.at);
}

/** Random, also where a page is not served securely and `randomUUID` is missing. */
export function makeCreateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
