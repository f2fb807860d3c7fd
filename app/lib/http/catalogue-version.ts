import { CATALOGUE_VERSION_HEADER } from "../../../contract/page-services.ts";

/**
 * Which version of the catalogue this tab shows, and the newest one that an answer has named. Types and lists that came
 * with an older one are loaded again.
 */
let shown = 0;
let newest = 0;
let onNewer: (() => void) | undefined;

/** The types of this version are shown now. */
export function setShownCatalogue(version: number): void {
  shown = version;
  newest = Math.max(newest, version);
}

export function newestCatalogue(): number {
  return newest;
}

/** Whether the types that are shown are older than what the server has. */
export function isCatalogueStale(): boolean {
  return newest > shown;
}

/** Reads the version that an answer names. Nodes may be a moment apart, so it never goes back. */
export function noteCatalogueVersion({ headers }: Pick<Response, "headers">): void {
  const version = Number(headers.get(CATALOGUE_VERSION_HEADER));
  if (!(version > newest)) return;
  newest = version;
  if (isCatalogueStale()) onNewer?.();
}

/** Calls when an answer names a newer version. For one listener. */
export function watchCatalogue(listener: () => void): () => void {
  onNewer = listener;
  return () => {
    onNewer = undefined;
  };
}
