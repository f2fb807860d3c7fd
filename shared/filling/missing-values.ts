import {
  type FieldSchema,
  isRecord,
  orderedProperties,
  pruneBlank,
} from "../../contract/templates/template-file.ts";

/** What stands where a field is empty: on every page its default; while somebody types, greyed, its sample. */

/** The data with the `default` of every empty field that has one; of rows, in those that have something in them. */
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

/** Which fields of rows are borrowed: all of them, for a list in which nothing is typed, or what a row can't be without. */
type InRows = "whole" | "begun";

/**
 * What the page shows greyed while a field is empty: the sample, and `x-placeholder` where a field has one. A choice (a currency,
 * a colour, a state) can't be shown greyed: it changes how other words look. So it is borrowed in sample rows only, and
 * elsewhere the page has what the export has, the field's default.
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
