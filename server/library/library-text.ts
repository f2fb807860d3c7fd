import type {
  CategoryFile,
  FieldSchema,
  GroupField,
  TemplateFile,
  TypeFile,
} from "../../contract/templates/template-file.ts";

/**
 * The one way the library's JSON files are written. Whatever program writes them (an author's editor and `library format`, or
 * `library export` out of a database), the same template gives the same bytes. No library: formatters neither order the keys of a field nor
 * put a field on one line.
 */

/** One field on one line, as long as a wide screen shows it whole. */
const WIDTH = 160;

export function writeTemplateFile(file: TemplateFile): string {
  const { name, description, words, page, title, theme, fields, sample, samples } = file;
  return write({
    name,
    description,
    ...(words ? { words } : {}),
    page: pick(page, ["papers", "orientation", "width", "height", "us", "bleed"]),
    title,
    theme: pick(theme, ["accent", "fonts"]),
    fields: orderField(fields),
    sample,
    ...(samples ? { samples } : {}),
  });
}

/** The fields and the sample of a template as separate texts, as the studio shows them. */
export function writeFieldsText(fields: GroupField): string {
  return write(orderField(fields));
}
export function writeSampleText(sample: Record<string, unknown>): string {
  return write(sample);
}

export function writeTypesFile(types: TypeFile[]): string {
  const names: (keyof TypeFile & keyof CategoryFile)[] = ["description", "words", "icon", "order"];
  const ordered = types.map((type) => ({
    ...pick(type, ["slug", "singular", "plural", ...names]),
    categories: type.categories.map((category) => pick(category, ["slug", "label", ...names])),
  }));
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

/** The order of a field's keywords: type, labels, limits, input; its parts are last. */
const FIELD_ORDER = [
  "$schema",
  "type",
  "title",
  "description",
  "additionalProperties",
  "required",
  "format",
  "enum",
  "oneOf",
  "default",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "x-widget",
  "x-means",
  "x-profile",
  "x-wanted",
  "x-today",
  "x-counts",
  "x-placeholder",
  "x-order",
] as const;

function orderField(field: FieldSchema): Record<string, unknown> {
  const ordered = pick(field, FIELD_ORDER);
  if (field.type === "array") return { ...ordered, items: orderField(field.items) };
  if (field.type !== "object") return ordered;
  return { ...ordered, properties: orderProperties(field) };
}

function orderProperties({ properties }: GroupField): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, orderField(field)]));
}

function pick(source: object, names: readonly string[]): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(source));
  return Object.fromEntries(
    names.filter((name) => values.get(name) !== undefined).map((name) => [name, values.get(name)]),
  );
}

/** A group is on one line when it fits there, else each entry has its own; the file itself is always spread out. */
function write(file: Record<string, unknown>): string {
  if (Object.keys(file).length === 0) return "{}\n";
  const lines = Object.entries(file).map(([name, value]) => {
    const start = `  ${JSON.stringify(name)}: `;
    return start + writeValue(value, 1, start.length);
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

function writeValue(value: unknown, depth: number, column: number): string {
  const flat = writeFlat(value);
  if (typeof value !== "object" || value === null || column + flat.length < WIDTH) return flat;
  const indent = "  ".repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((entry) => indent + writeValue(entry, depth + 1, indent.length))
    : Object.entries(value).map(([name, entry]) => {
        const start = `${indent}${JSON.stringify(name)}: `;
        return start + writeValue(entry, depth + 1, start.length);
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${entries.join(",\n")}\n${"  ".repeat(depth)}${close}`;
}

function writeFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, entry]) => `${JSON.stringify(name)}: ${writeFlat(entry)}`,
  );
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
}
