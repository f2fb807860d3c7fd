import { t } from "@lingui/core/macro";
import { MAX_DETAILS_ROWS, MAX_DETAILS_TEXT } from "../../../../contract/limits.ts";
import { DETAIL_LISTS, type MeaningRow, type MeaningValues } from "../../../../contract/people/details.ts";

/** The values that a file has, by meaning, and the parts that aren't imported, with the reason for each. */
export type ImportResult = { understood: MeaningValues; left: Left[] };
export type Left = { what: string; why: string };

export const WHY = {
  noField: "no matching field",
  others: "other people’s details",
  second: "only the first is imported",
  kept: "imported as text",
  onTheWeb: "an online picture; not downloaded",
} as const;

export type Collector = ReturnType<typeof createCollector>;

/** Collects values: texts are trimmed, empty ones left out, and everything is bounded. */
export function createCollector() {
  const texts: Record<string, string> = {};
  const lists: Record<string, MeaningRow[]> = {};
  const left: Left[] = [];
  const surplus = new Map<string, number>();

  const leave = (what: string, why: string) => {
    left.push({ what, why });
  };

  function text(name: string, value: unknown): void {
    const words = cleanText(value);
    if (words === "") return;
    if (words.length > MAX_DETAILS_TEXT) leave(begun(words), TOO_LONG);
    else texts[name] = words;
  }

  /** A data URL, which may be as long as pictures are. */
  function picture(name: string, address: string): void {
    texts[name] = address;
  }

  /** A row of a list, unless it has no readable value. */
  function row(list: string, cells: Record<string, unknown>): void {
    const said = Object.entries(cells)
      .map(([key, value]) => [key, cleanText(value)] as const)
      .filter(([, value]) => value !== "");
    const words = said.filter(([, value]) => value.length <= MAX_DETAILS_TEXT);
    for (const [, value] of said)
      if (value.length > MAX_DETAILS_TEXT) leave(`${DETAIL_LISTS[list]?.label}, ${begun(value)}`, TOO_LONG);
    if (words.length === 0) return;
    lists[list] ??= [];
    if (lists[list].length < MAX_DETAILS_ROWS) lists[list].push(Object.fromEntries(words));
    else surplus.set(list, (surplus.get(list) ?? 0) + 1);
  }

  function done(): ImportResult {
    for (const [list, count] of surplus)
      leave(
        t`${count.toLocaleString("en")} more in “${list}”`,
        t`only the first ${MAX_DETAILS_ROWS} are imported`,
      );
    return { understood: { texts, lists }, left };
  }
  return { text, picture, row, leave, done };
}

const TOO_LONG = "too long";
const begun = (words: string) => `“${words.slice(0, 24)}…”`;

/** The text of a cell or a property, without control characters. Numbers count as text: a phone number may be one. */
export function cleanText(value: unknown): string {
  const given = typeof value === "number" ? String(value) : value;
  if (typeof given !== "string") return "";
  return (
    given
      .toWellFormed()
      .replace(/\r\n?/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufeff]/g, "")
      .trim()
  );
}

export function joinTexts(parts: readonly unknown[], between: string): string {
  return parts
    .map(cleanText)
    .filter((part) => part !== "")
    .join(between);
}
