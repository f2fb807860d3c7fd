import type { RecordOf } from "../collections/records.ts";
import { type Text, textFor } from "../texts/text.ts";
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
    ...changeIfDifferent(before.template_name, after.template_name, (name) =>
      textFor("change_name", { name }),
    ),
    ...changeIfDifferent(before.title, after.title, (title) =>
      title ? textFor("change_title", { title }) : textFor("change_no_title"),
    ),
    ...changeIfDifferent(paperOf(before.page), paperOf(after.page), (paper, was) =>
      textFor("change_paper", { paper, before: was }),
    ),
    ...changeIfDifferent(before.theme.accent, after.theme.accent, (accent, was) =>
      textFor("change_accent", { accent: accent ?? "", before: was ?? "" }),
    ),
    ...changeIfDifferent(before.theme.fonts, after.theme.fonts, fontsChange),
    ...changeIfDifferent(before.sample, after.sample, () => textFor("change_sample")),
    ...changeIfDifferent(before.kit, after.kit, () => textFor("change_kit")),
    ...changeIfDifferent(before.engine, after.engine, () => textFor("change_engine")),
  ].map((change, place) => ({ ...change, number: place + 1 }));
}

function changeIfDifferent<Value>(
  was: Value,
  now: Value,
  describe: (now: Value, was: Value) => Text,
): FieldChange[] {
  if (JSON.stringify(was) === JSON.stringify(now)) return [];
  return [{ path: "", name: "", text: describe(now, was) }];
}

function paperOf(page: PageFile): Text | string {
  const { width, height } = pageSize(page);
  if ("width" in page) return textFor("paper_size", { width, height });
  const [first = "", other] = page.papers.map((paper) => (paper === "a4" ? "A4" : "US Letter"));
  const paper = other ? textFor("paper_either", { paper: first, other }) : first;
  return page.orientation === "landscape" ? textFor("paper_landscape", { paper }) : paper;
}

function fontsChange(fonts: FontPairing | undefined): Text {
  if (!fonts || fonts === "original") return textFor("change_own_fonts");
  const name = `${fonts.charAt(0).toUpperCase()}${fonts.slice(1)}`;
  return textFor("change_fonts", { fonts: `${name}: ${FONTS_OF_PAIRING[fonts].join(", ")}` });
}
