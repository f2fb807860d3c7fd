import type { FieldPath } from "../../documents/draft.ts";
import type { Leaf } from "./leaves.ts";

/** Which field each column fills; undefined: none. Two columns never fill one field. */
export type Matching = (FieldPath | undefined)[];

/** Finds for each column the field it is called after, best fits first. */
export function matchColumns(columns: readonly string[], leaves: readonly Leaf[]): Matching {
  const fits = columns
    .flatMap((column, index) => leaves.map((leaf) => ({ index, leaf, score: score(column, leaf) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const matching: Matching = columns.map(() => undefined);
  const taken = new Set<FieldPath>();
  for (const { index, leaf } of fits) {
    if (matching[index] !== undefined || taken.has(leaf.path)) continue;
    matching[index] = leaf.path;
    taken.add(leaf.path);
  }
  return matching;
}

/** Chooses by hand: the column that filled this field before lets go of it. */
export function rematch(matching: Matching, column: number, path: FieldPath | undefined): Matching {
  return matching.map((before, index) =>
    index === column ? path : before === path && path !== undefined ? undefined : before,
  );
}

const EXACT = 4;
const WORDS = 3;
const LAST_NAME = 2;

function score(column: string, { path, label }: Leaf): number {
  const asked = plain(column);
  if (asked === "") return 0;
  const own = label.split(", ").at(-1) ?? label;
  if (asked === plain(label) || asked === plain(path)) return EXACT;
  const inFirstPlace = plain(path.replace(/\.0(?=\.|$)/g, ""));
  if (asked === inFirstPlace || asked === plain(label.replace(/ 1(?=,|$)/g, ""))) return WORDS;
  if (asked === plain(own) || asked === plain(path.split(".").at(-1) ?? "")) return LAST_NAME;
  return 0;
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
