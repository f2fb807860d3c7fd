import type { FieldSchema, GroupField } from "../../../contract/template-file.ts";
import { orderedProperties } from "../../../contract/template-file.ts";
import type { FieldPath } from "../draft.ts";

/** A field that a column can fill. A list offers its first places, each on its own. */
export type Leaf = { path: FieldPath; label: string; schema: FieldSchema };

export const LIST_PLACES = 5; // a column for each value of each place: more would not be found among the choices

export function listLeaves(fields: GroupField): Leaf[] {
  return orderedProperties(fields).flatMap(([name, schema]) => below(schema, name, labelOf(name, schema)));
}

function below(schema: FieldSchema, path: FieldPath, label: string): Leaf[] {
  if (schema.type === "object")
    return orderedProperties(schema).flatMap(([name, child]) =>
      below(child, `${path}.${name}`, `${label}: ${labelOf(name, child)}`),
    );
  if (schema.type === "array") {
    // A list of plain texts fits in one cell, a line each.
    if (schema.items.type !== "object" && schema.items.type !== "array") return [{ path, label, schema }];
    const places = Math.min(LIST_PLACES, schema.maxItems ?? LIST_PLACES);
    return Array.from({ length: places }, (_, index) =>
      below(schema.items, `${path}.${index}`, `${label} ${index + 1}`),
    ).flat();
  }
  return schema["x-widget" as keyof FieldSchema] === ("image" as unknown) ? [] : [{ path, label, schema }];
}

export function labelOf(name: string, schema: FieldSchema): string {
  return schema.title ?? name.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}
