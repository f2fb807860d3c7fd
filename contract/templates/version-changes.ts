import type { RecordOf } from "../collections/records.ts";
import { type FieldChange, listFieldChanges } from "./field-changes.ts";
import { FONTS_OF_PAIRING, type FontPairing } from "./looks.ts";
import { type PageFile, pageSize } from "./template-file.ts";

/** The fields by which versions are compared. */
export type ComparedVersion = Pick<
  RecordOf<"template_versions">,
  "template_name" | "title" | "page" | "theme" | "fields" | "sample" | "kit" | "engine"
>;

/** A change with its number, which is also shown on the page and in the source. */
export type NumberedChange = FieldChange & { number: number };

/** Lists the differences between two versions of a template, for people who fill it in and people who maintain it. */
export function listVersionChanges(before: ComparedVersion, after: ComparedVersion): NumberedChange[] {
  return [
    ...listFieldChanges(before.fields, after.fields),
    ...changeIfDifferent(before.template_name, after.template_name, (now) => `Renamed to “${now}”`),
    ...changeIfDifferent(before.title, after.title, (now) =>
      now ? `Document titles are “${now}”` : "Documents no longer have a title pattern",
    ),
    ...changeIfDifferent(
      formatPage(before.page),
      formatPage(after.page),
      (now, was) => `Paper is ${now}, was ${was}`,
    ),
    ...changeIfDifferent(
      before.theme.accent,
      after.theme.accent,
      (now, was) => `The accent is ${now}, was ${was}`,
    ),
    ...changeIfDifferent(before.theme.fonts, after.theme.fonts, (now) => `Typefaces: ${formatFonts(now)}`),
    ...changeIfDifferent(before.sample, after.sample, () => "The sample has changed"),
    ...changeIfDifferent(before.kit, after.kit, () => "The kit has changed"),
    ...changeIfDifferent(before.engine, after.engine, () => "The compiler or its fonts have changed"),
  ].map((change, place) => ({ ...change, number: place + 1 }));
}

function changeIfDifferent<Value>(
  was: Value,
  now: Value,
  format: (now: Value, was: Value) => string,
): FieldChange[] {
  if (JSON.stringify(was) === JSON.stringify(now)) return [];
  return [{ path: "", name: "", words: format(now, was) }];
}

function formatPage(page: PageFile): string {
  const { width, height } = pageSize(page);
  if ("width" in page) return `${width} × ${height} mm`;
  const papers = page.papers.map((paper) => (paper === "a4" ? "A4" : "US Letter")).join(" or ");
  return page.orientation === "landscape" ? `${papers}, landscape` : papers;
}

function formatFonts(fonts: FontPairing | undefined): string {
  if (!fonts || fonts === "original") return "The template’s own";
  return `${fonts.charAt(0).toUpperCase()}${fonts.slice(1)}: ${FONTS_OF_PAIRING[fonts].join(", ")}`;
}
