import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import { type DeviceDraft, listUnstored, readUnstored } from "./unstored-drafts.ts";

/**
 * Drafts on this device (IndexedDB): a visitor's only copy, and a person's until the server has it. Only the
 * owner sees one.
 */
export type { DeviceDraft };

export const visitorKey = (template: string) => `visitor/${template}`;
/** Of a page for "This device only": no other page opens it. */
export const privateKey = (template: string) => `private/${template}`;
export const PRIVATE_OWNER = "private";
export const newKey = (owner: string, template: string, createKey: string) =>
  `new/${owner}/${template}/${createKey}`;
export const documentKey = (id: string) => `document/${id}`;

let opened: UseStore | undefined;
const drafts = () => {
  opened ??= createStore("typecase-drafts", "drafts");
  return opened;
};

const TIMEOUT_MS = 3_000;
const WRITE_TIMEOUT_MS = 10_000; // a busy disk is slow; a longer write counts as unsaved

/** Some browsers never answer where storage is restricted; the editor opens without it. */
function inTime<Result>(work: Promise<Result>, timeoutMs = TIMEOUT_MS): Promise<Result> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("this browser's storage does not answer")), timeoutMs),
  );
  return Promise.race([work, late]);
}

/** The newest copy: the one in memory when this browser could not store it. Undefined when there is none. */
export async function readDraft(key: string): Promise<DeviceDraft | undefined> {
  const unstored = readUnstored(key);
  if (unstored) return unstored;
  try {
    return await inTime(get<DeviceDraft>(key, drafts()));
  } catch (error) {
    console.error("Draft read failed", error);
    return undefined;
  }
}

export async function writeDraft(key: string, draft: DeviceDraft): Promise<void> {
  await inTime(set(key, draft, drafts()), WRITE_TIMEOUT_MS);
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
  const all = new Map(await readAll());
  for (const [key, draft] of listUnstored()) all.set(key, draft);
  return [...all]
    .filter(([key]) => key.startsWith(newKey(owner, template, "")))
    .sort(([, a], [, b]) => b.at - a.at);
}

async function readAll(): Promise<[string, DeviceDraft][]> {
  try {
    return await inTime(entries<string, DeviceDraft>(drafts()));
  } catch (error) {
    console.error("Draft read failed", error);
    return [];
  }
}

/** The owner's drafts on this device, newest first; a visitor's owner is "". */
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
