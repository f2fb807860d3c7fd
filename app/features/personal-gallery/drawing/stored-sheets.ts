import { clear, createStore, delMany, entries, get, keys, set, type UseStore } from "idb-keyval";

/** Drawn sheets, stored on this device only. Without storage they are drawn again. */

type StoredSheet = { picture: Blob; at: number };

const SHEETS_DATABASE = "typecase-own-sheets";
const MAX_STORED = 400; // about 6 MB: the library, several times over
const DROPPED_AT_ONCE = 100;
const MAX_OPEN = 400;

let opened: UseStore | undefined;
const store = () => {
  opened ??= createStore(SHEETS_DATABASE, "sheets");
  return opened;
};

/** Addresses for as long as the tab lives: going from page to page, nothing is read twice. */
const open = new Map<string, string>();

export async function findStoredSheet(key: string): Promise<string | undefined> {
  const address = open.get(key);
  if (address) return address;
  const found = await get<StoredSheet>(key, store()).catch(() => undefined);
  return found && addressOf(key, found.picture);
}

export async function storeSheet(key: string, picture: Blob): Promise<string> {
  const address = addressOf(key, picture);
  void write(key, picture).catch(() => undefined);
  return address;
}

/** Deletes the sheets of a person who has left. */
export async function deleteStoredSheets(): Promise<void> {
  for (const address of open.values()) URL.revokeObjectURL(address);
  open.clear();
  await clear(store()).catch(() => undefined);
}

function addressOf(key: string, picture: Blob): string {
  const address = URL.createObjectURL(picture);
  open.set(key, address);
  for (const [oldest, unused] of [...open].slice(0, Math.max(0, open.size - MAX_OPEN))) {
    URL.revokeObjectURL(unused);
    open.delete(oldest);
  }
  return address;
}

async function write(key: string, picture: Blob) {
  await set(key, { picture, at: Date.now() } satisfies StoredSheet, store());
  if ((await keys(store())).length <= MAX_STORED) return;
  const all = await entries<string, StoredSheet>(store());
  const oldest = all.sort(([, one], [, other]) => one.at - other.at).slice(0, DROPPED_AT_ONCE);
  await delMany(
    oldest.map(([name]) => name),
    store(),
  );
}
