import { createStore, del, delMany, entries, get, set, type UseStore } from "idb-keyval";

/**
 * What was opened in the editor or saved, stored on this device to be opened without a connection (IndexedDB): templates, and documents as the
 * server has them. Changes that the server doesn't have are drafts (app/features/editor/autosave/device-drafts.ts). Without storage
 * there are no copies, and nothing breaks.
 */
export type OfflineCopy<Data = unknown> = {
  /** The account whose document it is; of a template "". */
  owner: string;
  name: string;
  /** Where the editor opens it, without the prefix of a language. */
  address: string;
  data: Data;
  at: number;
};
type Kind = "template" | "document";

const MAX = { template: 40, document: 40 } as const; // the oldest are deleted first

let opened: UseStore | undefined;
const copies = () => {
  opened ??= createStore("typecase-offline", "copies");
  return opened;
};

export async function storeCopy(kind: Kind, id: string, copy: Omit<OfflineCopy, "at">): Promise<void> {
  try {
    await set(`${kind}/${id}`, { ...copy, at: Date.now() } satisfies OfflineCopy, copies());
    const old = (await listAll(kind)).slice(MAX[kind]).map(([key]) => key);
    if (old.length > 0) await delMany(old, copies());
  } catch (error) {
    console.error("Offline copy failed", error);
  }
}

export async function readCopy<Data>(kind: Kind, id: string): Promise<OfflineCopy<Data> | undefined> {
  return get<OfflineCopy<Data>>(`${kind}/${id}`, copies()).catch(() => undefined);
}

export async function removeCopy(kind: Kind, id: string): Promise<void> {
  await del(`${kind}/${id}`, copies()).catch(() => undefined);
}

/** Newest first. */
export async function listCopies(kind: Kind, owner: string): Promise<OfflineCopy[]> {
  const all = await listAll(kind).catch(() => []);
  return all.map(([, copy]) => copy).filter((copy) => copy.owner === owner);
}

/** Deletes the documents of people who have left; with `all` the templates, too. */
export async function deleteCopies({ all = false } = {}): Promise<void> {
  const kinds = all ? (["document", "template"] as const) : (["document"] as const);
  for (const kind of kinds) {
    const found = await listAll(kind).catch(() => []);
    await delMany(
      found.map(([key]) => key),
      copies(),
    ).catch(() => undefined);
  }
}

async function listAll(kind: Kind): Promise<[string, OfflineCopy][]> {
  const all = await entries<string, OfflineCopy>(copies());
  return all.filter(([key]) => key.startsWith(`${kind}/`)).sort(([, a], [, b]) => b.at - a.at);
}
