import { plural, t } from "@lingui/core/macro";
import { MAX_DETAILS_ROWS, MAX_DETAILS_TEXT } from "../../../../contract/limits.ts";
import type { MeaningRow, MeaningValues } from "../../../../contract/people/details.ts";
import { quote } from "../../../lib/format/page-formats.ts";
import { listLabel } from "../detail-labels.ts";

/** The values that a file has, by meaning, and the parts that aren't imported, with the reason for each. */
export type ImportResult = { understood: MeaningValues; left: Left[] };
export type Left = { what: string; why: string };

/** Reasons why a part isn't imported. */
export const WHY = {
  noField: () => t`no matching field`,
  others: () => t`other people’s details`,
  second: () => t`only the first is imported`,
  notOpened: () => t`not opened`,
  onTheWeb: () => t`online pictures aren’t imported`,
  notReadable: () => t`the picture can’t be read`,
};

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
    if (words.length > MAX_DETAILS_TEXT) leave(quote(`${words.slice(0, 24)}…`), t`too long`);
    else texts[name] = words;
  }

  /** A data URL, which may be as long as pictures are. */
  function picture(name: string, address: string): void {
    texts[name] = address;
  }

  /** A row of a list, unless it has no readable value. */
  function row(list: string, cells: Record<string, unknown>): void {
    const filled = Object.entries(cells)
      .map(([key, value]) => [key, cleanText(value)] as const)
      .filter(([, value]) => value !== "");
    const words = filled.filter(([, value]) => value.length <= MAX_DETAILS_TEXT);
    for (const [, value] of filled)
      if (value.length > MAX_DETAILS_TEXT)
        leave(formatValue(listLabel(list), `${value.slice(0, 24)}…`), t`too long`);
    if (words.length === 0) return;
    lists[list] ??= [];
    if (lists[list].length < MAX_DETAILS_ROWS) lists[list].push(Object.fromEntries(words));
    else surplus.set(list, (surplus.get(list) ?? 0) + 1);
  }

  function done(): ImportResult {
    for (const [name, count] of surplus) {
      const list = listLabel(name);
      leave(
        plural(count, { one: `# more in “${list}”`, other: `# more in “${list}”` }),
        plural(
          { most: MAX_DETAILS_ROWS },
          { one: "only the first # is imported", other: "only the first # are imported" },
        ),
      );
    }
    return { understood: { texts, lists }, left };
  }
  return { text, picture, row, leave, done };
}

/** "Website, “sorell.example”" */
export function formatValue(label: string, value: string): string {
  return t({
    message: `${label}, “${value}”`,
    comment: "A part of a file that isn’t imported: the name of its field and the value",
  });
}

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
