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

/** What a person knows a place in the data as: "items.0.price" is "Items 1: Price". */
export function labelAt(fields: GroupField, path: FieldPath): string {
  const words: string[] = [];
  let schema: FieldSchema | undefined = fields;
  for (const step of path === "" ? [] : path.split(".")) {
    if (schema?.type === "array" && /^\d+$/.test(step)) {
      words.push(`${words.pop() ?? ""} ${Number(step) + 1}`);
      schema = schema.items;
      continue;
    }
    schema = schema?.type === "object" ? schema.properties[step] : undefined;
    if (!schema) return path;
    words.push(labelOf(step, schema));
  }
  return words.join(": ");
}
