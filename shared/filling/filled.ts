import {
  type FieldSchema,
  type GroupField,
  isRecord,
  orderedProperties,
  pruneBlank,
} from "../../contract/templates/template-file.ts";

/** Counts filled fields. A list counts as one field; switches are never empty and don't count. */
export function countFilled(fields: GroupField, data: unknown): { filled: number; all: number } {
  let filled = 0;
  let all = 0;
  for (const [name, field] of orderedProperties(fields)) {
    const value = childOf(data, name);
    if (field.type === "boolean") continue;
    if (field.type === "object") {
      const inner = countFilled(field, value);
      filled += inner.filled;
      all += inner.all;
    } else {
      all += 1;
      if (isFilled(value)) filled += 1;
    }
  }
  return { filled, all };
}

/** `path` is the field's path in the data: "items.0.price". */
type MissingField = { path: string; label: string };

/** Empty required fields in the form's order. Those inside a group or row count only once it has a value. */
export function missingRequired(fields: GroupField, data: unknown): MissingField[] {
  return missingIn(fields, data, "", "");
}

function missingIn(group: GroupField, data: unknown, path: string, place: string): MissingField[] {
  return orderedProperties(group).flatMap(([name, field]) => {
    const value = childOf(data, name);
    const own = path ? `${path}.${name}` : name;
    const label = labelOf(field, name);
    if (isFilled(value)) return missingInside(field, value, own, label);
    if (!group.required?.includes(name)) return [];
    const inside = field.type === "object" ? missingIn(field, {}, own, label) : [];
    return inside.length > 0 ? inside : [{ path: own, label: place ? `${place}: ${label}` : label }];
  });
}

function missingInside(field: FieldSchema, value: unknown, path: string, label: string): MissingField[] {
  if (field.type === "object") return missingIn(field, value, path, label);
  if (field.type !== "array" || !Array.isArray(value)) return [];
  const { items } = field;
  if (items.type !== "object") return [];
  return value.flatMap((row, index) =>
    isFilled(row) ? missingIn(items, row, `${path}.${index}`, `${label} ${index + 1}`) : [],
  );
}

export function isFilled(value: unknown): boolean {
  return pruneBlank(value) !== undefined;
}

function labelOf(field: FieldSchema, name: string): string {
  return field.title ?? name;
}

function childOf(data: unknown, name: string): unknown {
  return isRecord(data) ? data[name] : undefined;
}
