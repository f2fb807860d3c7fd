import { splitLanguage } from "./interface-languages.ts";

/** `?private=1` opens a page for "This device only", with a policy that lets nothing out (decision 35). */
export const PRIVATE_PARAMETER = "private";

/** All templates: with `?private=1` this device draws them with the person's details. */
export const GALLERY = "/templates";
const EDITOR = /^\/[^/]+\/[^/]+\/use$/;

export type PrivateKind = "editor" | "gallery";

/** What an address opens for this device only; undefined for pages that can't be opened so. */
export function privateKindOf({ pathname, searchParams }: URL): PrivateKind | undefined {
  return searchParams.get(PRIVATE_PARAMETER) === "1" ? possibleKind(pathname) : undefined;
}

/** What a path could open for this device only. */
export function possibleKind(pathname: string): PrivateKind | undefined {
  const { path } = splitLanguage(pathname);
  if (EDITOR.test(path)) return "editor";
  return path === GALLERY ? "gallery" : undefined;
}
