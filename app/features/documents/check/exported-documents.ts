import { deviceStorage } from "../../../lib/browser/local-storage.ts";

/**
 * Which documents have been exported on this device: what is empty is named before the first export and not again. A
 * visitor has one draft a template, which goes by the template's id.
 */
const STORED_AS = "exported-documents";
const MOST = 300; // ids; whoever comes back to an older one is asked once more

const read = () => deviceStorage.readJson<string[]>(STORED_AS) ?? [];

export function wasExported(id: string): boolean {
  return read().includes(id);
}

export function rememberExported(id: string): void {
  deviceStorage.writeJson(STORED_AS, [id, ...read().filter((each) => each !== id)].slice(0, MOST));
}

/** The draft was begun anew. */
export function forgetExported(id: string): void {
  deviceStorage.writeJson(
    STORED_AS,
    read().filter((each) => each !== id),
  );
}
