import type { FieldPath } from "../../documents/draft.ts";

/** A field's element is found by its path, so that the page can lead to it. */
export const ID_PREFIX = "words";
export const ID_SEPARATOR = ".";

export function idOf(path: FieldPath): string {
  return `${ID_PREFIX}${ID_SEPARATOR}${path}`;
}

export function pathOf(id: string): FieldPath {
  return id.slice(ID_PREFIX.length + ID_SEPARATOR.length);
}
