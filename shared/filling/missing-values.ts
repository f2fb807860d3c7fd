import {
  type FieldSchema,
  isRecord,
  orderedProperties,
  pruneBlank,
} from "../../contract/templates/template-file.ts";

/** Values of empty fields: the default on every page; the sample, greyed, while a person types. */

/** The data with the `default` of every empty field that has one; in rows, only in those with content. */
export function withDefaults(field: FieldSchema, value: unknown): unknown {
  if (field.type === "object") {
    if (value !== undefined && !isRecord(value)) return value;
    const given = isRecord(value) ? value : {};
    const filled = orderedProperties(field).flatMap(([name, inner]) => {
      const entry = withDefaults(inner, Object.hasOwn(given, name) ? given[name] : undefined);
      return entry === undefined ? [] : [[name, entry]];
    });
    if (value === undefined && filled.length === 0) return undefined;
    return { ...given, ...Object.fromEntries(filled) };
  }
  if (field.type === "array") {
    if (!Array.isArray(value)) return value;
    return value.map((row) => (pruneBlank(row) === undefined ? row : withDefaults(field.items, row)));
  }
  return pruneBlank(value) === undefined ? (field.default ?? value) : value;
}

/** Which fields of rows get sample values: all of them, for an empty list, or only those a row requires. */
type InRows = "whole" | "partial";

/**
 * The values shown greyed for empty fields: the sample, or `x-placeholder` if a field has one. A choice (a currency, a colour,
 * a state) can't be shown greyed, because it changes other text. It is taken over in sample rows only; elsewhere the page shows
 * the field's default, as the export does.
 */
export function placeholdersOf(field: FieldSchema, sample: unknown, inRows: InRows = "whole"): unknown {
  return borrow(field, sample, inRows, false);
}

function borrow(field: FieldSchema, sample: unknown, inRows: InRows, isInRow: boolean): unknown {
  if (field["x-placeholder"] !== undefined) return field["x-placeholder"];
  if (field.type === "array" && Array.isArray(sample)) {
    return sample.map((row) => borrow(field.items, row, inRows, true));
  }
  if (field.type === "object") {
    const source = isRecord(sample) ? sample : {};
    const lent = orderedProperties(field).filter(
      ([name]) => !isInRow || inRows === "whole" || field.required?.includes(name),
    );
    const entries = lent.map(([name, inner]) => [name, borrow(inner, source[name], inRows, isInRow)]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  return isChoice(field) && !(isInRow && inRows === "whole") ? undefined : sample;
}

function isChoice(field: FieldSchema): boolean {
  if (field.type === "array" || field.type === "object") return false;
  if (field.type === "boolean" || field.default !== undefined || field.enum || field.oneOf) return true;
  return field.type === "string" && (field["x-widget"] === "currency" || field["x-widget"] === "color");
}
