import { deviceStorage } from "../../../lib/browser/local-storage.ts";

/**
 * Ids of documents exported on this device: empty fields are reported only before the first export. A
 * visitor's draft has the template's id.
 */
const STORED_AS = "exported-documents";
const MAX = 300; // older documents are checked once more

const read = () => deviceStorage.readJson<string[]>(STORED_AS) ?? [];

export function wasExported(id: string): boolean {
  return read().includes(id);
}

export function rememberExported(id: string): void {
  deviceStorage.writeJson(STORED_AS, [id, ...read().filter((each) => each !== id)].slice(0, MAX));
}

/** Called when a draft is started over. */
export function forgetExported(id: string): void {
  deviceStorage.writeJson(
    STORED_AS,
    read().filter((each) => each !== id),
  );
}
