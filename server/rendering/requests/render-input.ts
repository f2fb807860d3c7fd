import { plainFileName } from "../../../contract/file-name.ts";
import type { RenderMode, RenderTheme } from "../../../contract/render.ts";
import { fillTitle, placeholdersOf, pruneBlank } from "../../../contract/template-file.ts";
import { resolveTheme } from "../../../contract/theme.ts";
import { cleanData, type JsonObject } from "../data.ts";
import { isPictureText } from "../pictures.ts";
import type { RenderInput } from "../rendering.ts";
import type { RenderTemplate } from "./template-source.ts";

/** A template, a person's data and their choice of theme, put together for the compiler. */
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

/** What was sent, without unprintable characters and blank values. In a preview, blank rows stay: they are in the form, too. */
export function cleanAnswers(given: unknown, mode: RenderMode): JsonObject {
  const blankRows = mode === "preview" ? "kept" : "dropped";
  // Pruning only takes entries away, so what is left of an object of JSON is one.
  return (pruneBlank(cleanData(given, isPictureText), blankRows) ?? {}) as JsonObject;
}

/** An export is not given the sample at all, so that nothing of it can get onto a page. */
function sampleFor({ fields, sample }: RenderTemplate, mode: RenderMode): unknown {
  if (mode === "final") return {};
  return mode === "sample" ? sample : placeholdersOf(fields, sample);
}

/** "Invoice 2026-014": the template's title with the person's data in it, fit to be a file's name anywhere. */
export function nameFile(
  { title, singular, name }: Pick<RenderTemplate, "title" | "singular" | "name">,
  data: unknown,
): string {
  return plainFileName(fillTitle(title ?? "", data) || singular || name);
}

/** Both forms of RFC 6266: a plain name for old clients, the real one for all others. */
export function contentDisposition(kind: "attachment" | "inline", name: string, extension: string): string {
  const full = `${name}.${extension}`;
  const plain = full
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, "_")
    .replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
