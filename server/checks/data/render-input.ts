import { sampleIn } from "../../../contract/templates/samples.ts";
import {
  type FieldSchema,
  fillTitle,
  orderedProperties,
  papersOf,
  type TemplateFile,
} from "../../../contract/templates/template-file.ts";
import { resolveTheme, type Theme } from "../../../contract/templates/theme.ts";
import type { RenderInput } from "../../../engine/input/render-job.ts";
import { placeholdersOf, withDefaults } from "../../../shared/filling/missing-values.ts";
import { titleIn } from "../../../shared/filling/title-translations.ts";
import type { TemplateFiles } from "../findings.ts";
import { accentedData, doubledData, longestData, unbrokenData } from "./long-data.ts";

/**
 * The ways a page is tried: as a thumbnail, while typing, with as little as is allowed, with twice as much as is usual, and
 * twice as much in words with many accents and in words that have no place to break at, and as long as
 * the fields allow.
 */
export const MODES = ["sample", "preview", "empty", "long", "accents", "unbroken", "longest"] as const;
export type Mode = (typeof MODES)[number];

export function inputFor(
  { source, file }: Pick<TemplateFiles, "source" | "file">,
  mode: Mode,
  chosen: Partial<Theme>,
): RenderInput {
  const papers = papersOf(file.page);
  const theme = resolveTheme(file.theme, papers, chosen);
  const titled = (data: unknown) => ({
    title: fillTitle(titleIn(file.title, theme.language), data, theme.language),
  });
  const sample = sampleIn(file, theme.language);
  const shared = { source, fields: file.fields, theme };
  if (mode === "sample") {
    return { ...shared, ...titled(sample), data: {}, sample, mode: "sample" };
  }
  if (mode === "preview") return { ...shared, ...whileTyping({ ...file, sample }, {}), mode: "preview" };
  const data = withDefaults(file.fields, DATA[mode](file.fields, sample));
  return { ...shared, ...titled(data), data, sample: {}, mode: "final" };
}

/** The input of a preview. */
export function whileTyping({ fields, sample }: Pick<TemplateFile, "fields" | "sample">, data: unknown) {
  return {
    data: withDefaults(fields, data),
    sample: placeholdersOf(fields, sample),
    rowSample: placeholdersOf(fields, sample, "partial"),
  };
}

const DATA = {
  empty: leastData,
  long: doubledData,
  accents: accentedData,
  unbroken: unbrokenData,
  longest: longestData,
};

/** Only what the schema requires, with the sample's values. */
export function leastData(field: FieldSchema, sample: unknown): unknown {
  if (field.type === "object") {
    const required = new Set(field.required);
    return Object.fromEntries(
      orderedProperties(field)
        .filter(([name]) => required.has(name))
        .map(([name, inner]) => [name, leastData(inner, entry(sample, name))]),
    );
  }
  if (field.type === "array" && Array.isArray(sample)) {
    return sample.slice(0, field.minItems ?? 0).map((row) => leastData(field.items, row));
  }
  return sample;
}

function entry(sample: unknown, name: string): unknown {
  return typeof sample === "object" && sample !== null ? Reflect.get(sample, name) : undefined;
}
