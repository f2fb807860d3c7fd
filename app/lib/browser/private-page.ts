import { PRIVATE_PARAMETER, possibleKind, privateKindOf } from "../../../contract/site/private-pages.ts";

export { PRIVATE_PARAMETER };

/**
 * The editor or the gallery opened for "This device only": its policy lets it load the engine and the build, and nothing else (decision
 * 35). What would ask the server asks here first, so that the policy is the second guard and not the first.
 */

/** A policy belongs to a loaded page, whatever its address becomes later. */
const loadedAt = typeof location === "undefined" ? undefined : new URL(location.href);
const loadedAs = loadedAt && privateKindOf(loadedAt);

export function isPrivatePage(): boolean {
  return loadedAs !== undefined;
}

export function isPrivateGallery(): boolean {
  return loadedAs === "gallery";
}

/**
 * The address that a navigation has to load in full, because the next page has another policy and needs data. What can be private stays
 * so, but for a document of an account. A search is left out: it is typed, and the server would get it.
 */
export function fullLoadFor(next: URL): string | undefined {
  if (!loadedAs || (loadedAs === "editor" && next.pathname === loadedAt?.pathname)) return undefined;
  const address = new URL(next);
  address.searchParams.delete("q");
  if (possibleKind(next.pathname) && !next.searchParams.has("document"))
    address.searchParams.set(PRIVATE_PARAMETER, "1");
  return address.pathname + address.search;
}

/** What a private page may request. */
export function mayRequest(path: string): boolean {
  return !loadedAs || /^\/(?:engine|builds)\//.test(path);
}
