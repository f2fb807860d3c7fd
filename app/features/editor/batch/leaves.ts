import { type FieldSchema, type GroupField, orderedProperties } from "../../../../contract/template-file.ts";
import type { FieldPath } from "../../documents/draft.ts";
import { labelOf } from "../field-labels.ts";

/** A field that a column can fill. A list offers its first places, each on its own. */
export type Leaf = { path: FieldPath; label: string; schema: FieldSchema };

export const LIST_PLACES = 5; // a column for each value of each place: more would not be found among the choices

export function listLeaves(fields: GroupField): Leaf[] {
  return below(fields, []).map((leaf) => ({ ...leaf, label: labelOf(fields, leaf.path) }));
}

function below(schema: FieldSchema, steps: string[]): Omit<Leaf, "label">[] {
  if (schema.type === "object")
    return orderedProperties(schema).flatMap(([name, child]) => below(child, [...steps, name]));
  const leaf = { path: steps.join("."), schema };
  if (schema.type === "array") {
    // A list of plain texts fits in one cell, a line each.
    if (schema.items.type !== "object" && schema.items.type !== "array") return [leaf];
    const places = Math.min(LIST_PLACES, schema.maxItems ?? LIST_PLACES);
    return Array.from({ length: places }, (_, index) => below(schema.items, [...steps, `${index}`])).flat();
  }
  return schema.type === "string" && schema["x-widget"] === "image" ? [] : [leaf];
}
