import type { RenderMode, RenderTheme } from "../../../contract/render.ts";
import { placeholdersOf, pruneBlank } from "../../../contract/template-file.ts";
import { resolveTheme } from "../../../contract/theme.ts";
import { cleanData, type JsonObject } from "../data.ts";
import { isPictureText } from "../pictures.ts";
import type { RenderInput } from "../rendering.ts";
import type { TemplateSheet } from "./template-source.ts";

/** A template, a person's data and their choice of looks, put together for the compiler. */
export function inputFor(
  sheet: TemplateSheet,
  mode: RenderMode,
  data: unknown,
  chosen: RenderTheme = {},
): RenderInput {
  const papers = "papers" in sheet.page ? sheet.page.papers : undefined;
  return {
    source: sheet.content,
    fields: sheet.fields,
    data: mode === "sample" ? {} : data,
    sample: sampleFor(sheet, mode),
    theme: resolveTheme(sheet.theme, papers, chosen),
    mode,
  };
}

/** What was sent, printable, without what is empty; while somebody types, a row that is there and empty stays. */
export function cleanWords(given: unknown, mode: RenderMode): JsonObject {
  const blankRows = mode === "preview" ? "kept" : "dropped";
  return (pruneBlank(cleanData(given, isPictureText), blankRows) ?? {}) as JsonObject;
}

/** An export is not even given the sample, so that none of it can be in it. */
function sampleFor({ fields, sample }: TemplateSheet, mode: RenderMode): unknown {
  if (mode === "final") return {};
  return mode === "sample" ? sample : placeholdersOf(fields, sample);
}
