import { placeholdersOf, withDefaults } from "../../contract/missing-values.ts";
import { type FieldSchema, orderedProperties, type TemplateFile } from "../../contract/template-file.ts";
import { resolveTheme, type Theme } from "../../contract/theme.ts";
import type { RenderInput } from "../../server/rendering/rendering.ts";
import type { TemplateFolder } from "./template-folder.ts";

/** The ways a page is tried: as a thumbnail, while typing, with as little as is allowed, with twice as much as is usual. */
export const MODES = ["sample", "preview", "empty", "long"] as const;
export type Mode = (typeof MODES)[number];

export function inputFor(
  { source, file }: Pick<TemplateFolder, "source" | "file">,
  mode: Mode,
  chosen: Partial<Theme>,
): RenderInput {
  const papers = "papers" in file.page ? file.page.papers : undefined;
  const shared = { source, fields: file.fields, theme: resolveTheme(file.theme, papers, chosen) };
  if (mode === "sample") return { ...shared, data: {}, sample: file.sample, mode: "sample" };
  if (mode === "preview") return { ...shared, ...whileTyping(file, {}), mode: "preview" };
  const vary = mode === "empty" ? leastData : doubledData;
  return {
    ...shared,
    data: withDefaults(file.fields, vary(file.fields, file.sample)),
    sample: {},
    mode: "final",
  };
}

/** What a page is made of while somebody types. */
export function whileTyping({ fields, sample }: Pick<TemplateFile, "fields" | "sample">, data: unknown) {
  return {
    data: withDefaults(fields, data),
    sample: placeholdersOf(fields, sample),
    begun: placeholdersOf(fields, sample, "begun"),
  };
}

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

/** Every text said twice and every list twice as long, within the schema's own bounds. */
export function doubledData(field: FieldSchema, sample: unknown): unknown {
  if (sample === undefined) return undefined;
  if (field.type === "object") {
    const entries = orderedProperties(field).map(([name, inner]) => [
      name,
      doubledData(inner, entry(sample, name)),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (field.type === "array" && Array.isArray(sample)) {
    const rows = [...sample, ...sample].slice(0, Math.max(sample.length, field.maxItems ?? Infinity));
    return rows.slice(0, field.maxItems).map((row) => doubledData(field.items, row));
  }
  if (field.type === "string" && typeof sample === "string" && isFreeText(field)) {
    const twice =
      field["x-widget"] === "multiline" && sample.includes("\n\n")
        ? `${sample}\n\n${sample}`
        : `${sample} ${sample}`;
    return twice.slice(0, field.maxLength).trimEnd();
  }
  return sample;
}

function isFreeText(field: FieldSchema & { type: "string" }): boolean {
  if (field.enum || field.oneOf || field.format || field.pattern) return false;
  const widget = field["x-widget"];
  return widget === undefined || widget === "multiline";
}

function entry(sample: unknown, name: string): unknown {
  return typeof sample === "object" && sample !== null ? Reflect.get(sample, name) : undefined;
}
