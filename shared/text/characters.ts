import { isRecord } from "../../contract/templates/template-file.ts";

/** Which characters can be printed. */

/** Runs of code points, alternately without and with a glyph, from U+0000 on: the answer of `GET /render/characters`. */
export type PrintedCharacters = { runs: number[] };

/** Controls, joiners, variation selectors and spaces ask for no glyph. */
export const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Variation_Selector}]$/u;

/** Every typeface here has these characters, so a text of them needs no lookup. */
export const ALWAYS_PRINTABLE =
  /^[\t\n\r\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]*$/u;

/** The characters of a text that no typeface has, each once. */
export type FindUnprinted = (text: string) => string[];

export function createUnprintedFinder({ runs }: PrintedCharacters): FindUnprinted {
  let end = 0;
  const ends = runs.map((length) => {
    end += length;
    return end;
  });
  const isPrinted = (character: string) => {
    const point = character.codePointAt(0) ?? 0;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > point) high = middle;
      else low = middle + 1;
    }
    return low < ends.length && low % 2 === 1;
  };
  return (text) =>
    ALWAYS_PRINTABLE.test(text)
      ? []
      : [...new Set(text)].filter((character) => !INVISIBLE.test(character) && !isPrinted(character));
}

/** Where in some data there are such characters, by path. Pictures are no text. */
export function findUnprintedIn(
  data: unknown,
  find: FindUnprinted,
  path = "",
): { path: string; characters: string[] }[] {
  if (typeof data === "string") {
    const characters = data.startsWith("data:image/") ? [] : find(data);
    return characters.length > 0 ? [{ path, characters }] : [];
  }
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    findUnprintedIn(value, find, path === "" ? key : `${path}.${key}`),
  );
}
