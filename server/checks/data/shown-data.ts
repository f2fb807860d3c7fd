import { type FieldSchema, orderedProperties } from "../../../contract/templates/template-file.ts";
import { isFreeText } from "./long-data.ts";

/** Variants of the sample that show an author how their page handles unexpected data, within the limits of its fields. */

/** Words of two right-to-left scripts, as many as the sample has words. */
const RIGHT_TO_LEFT = ["مرحبا", "بكم", "في", "المكتبة", "שלום", "לכולם", "בספרייה", "הגדולה"];
const MANY_ROWS = 40;

export function rightToLeftData(field: FieldSchema, sample: unknown): unknown {
  return varied(field, sample, (text) => {
    const lines = text.split("\n").map((line) =>
      line
        .split(" ")
        .map((word, index) => (/\p{L}/u.test(word) ? RIGHT_TO_LEFT[index % RIGHT_TO_LEFT.length] : word))
        .join(" "),
    );
    return lines.join("\n");
  });
}

/** Forty rows in each list of rows, or as many as it may have; the sample's, again and again. */
export function manyRowsData(field: FieldSchema, sample: unknown): unknown {
  return varied(field, sample, (text) => text, MANY_ROWS);
}

function varied(field: FieldSchema, sample: unknown, vary: (text: string) => string, rows?: number): unknown {
  if (sample === undefined) return undefined;
  if (field.type === "object") {
    const entries = orderedProperties(field).map(([name, inner]) => [
      name,
      varied(inner, isObject(sample) ? Reflect.get(sample, name) : undefined, vary, rows),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (field.type === "array" && Array.isArray(sample)) {
    if (sample.length === 0) return sample;
    const count = Math.min(Math.max(rows ?? 0, sample.length), field.maxItems ?? Number.POSITIVE_INFINITY);
    return Array.from({ length: count }, (_, index) =>
      // Rows of rows would be sixteen hundred.
      varied(field.items, sample[index % sample.length], vary),
    );
  }
  if (field.type === "string" && typeof sample === "string" && isFreeText(field))
    return vary(sample).slice(0, field.maxLength);
  return sample;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
