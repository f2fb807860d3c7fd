import type { RenderMode, RenderTheme } from "../../../contract/render.ts";
import { placeholdersOf, pruneBlank } from "../../../contract/template-file.ts";
import { resolveTheme } from "../../../contract/theme.ts";
import { cleanData, type JsonObject } from "../data.ts";
import { isPictureText } from "../pictures.ts";
import type { RenderInput } from "../rendering.ts";
import type { RenderTemplate } from "./template-source.ts";

/** A template, a person's data and their choice of looks, put together for the compiler. */
export function renderInput(
  template: RenderTemplate,
  mode: RenderMode,
  data: unknown,
  chosen: RenderTheme = {},
): RenderInput {
  const papers = "papers" in template.page ? template.page.papers : undefined;
  return {
    source: template.content,
    fields: template.fields,
    data: mode === "sample" ? {} : data,
    sample: sampleFor(template, mode),
    theme: resolveTheme(template.theme, papers, chosen),
    mode,
  };
}

/** What was sent, printable, without what is empty; while somebody types, a row that is there and empty stays. */
export function cleanAnswers(given: unknown, mode: RenderMode): JsonObject {
  const blankRows = mode === "preview" ? "kept" : "dropped";
  return (pruneBlank(cleanData(given, isPictureText), blankRows) ?? {}) as JsonObject;
}

/** An export is not even given the sample, so that none of it can be in it. */
function sampleFor({ fields, sample }: RenderTemplate, mode: RenderMode): unknown {
  if (mode === "final") return {};
  return mode === "sample" ? sample : placeholdersOf(fields, sample);
}
