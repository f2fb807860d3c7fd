import { kindOfField, listOf, meaningOf } from "../../contract/templates/field-meaning.ts";
import {
  type FieldSchema,
  type GroupField,
  isRecord,
  type ListField,
  orderedProperties,
} from "../../contract/templates/template-file.ts";

/** A field with one value, or a list, at any depth of a template's groups. */
export type Place = { path: string; label: string; field: Exclude<FieldSchema, GroupField>; means?: string };

/** The fields of a group and of the groups in it. A list counts as one: its rows have their own places. */
export function placesIn(group: GroupField, above = ""): Place[] {
  return orderedProperties(group).flatMap(([name, field]): Place[] => {
    const path = above ? `${above}.${name}` : name;
    if (field.type === "object") return placesIn(field, path);
    const means = field.type === "array" ? meaningOfList(field) : meaningOf(field);
    return [{ path, label: field.title ?? name, field, ...(means ? { means } : {}) }];
  });
}

/** `work` when one of its rows' fields means `work[].position`. */
function meaningOfList({ items }: ListField): string | undefined {
  const fields = items.type === "object" ? Object.values(items.properties) : [items];
  for (const field of fields) {
    const list = listOf(meaningOf(field) ?? "");
    if (list !== undefined) return `${list}[]`;
  }
  return undefined;
}

/**
 * Pairs the fields of two templates: by meaning, then by path. The pairing is one to one and symmetric, so that a value moved
 * there and back ends where it was.
 */
export function pairPlaces(from: readonly Place[], to: readonly Place[]): Map<Place, Place> {
  const pairs = new Map<Place, Place>();
  const taken = new Set<Place>();
  const pair = (fits: (a: Place, b: Place) => boolean) => {
    for (const place of from.filter((each) => !pairs.has(each))) {
      const other = to.find(
        (each) => !taken.has(each) && fits(place, each) && isAlike(place.field, each.field),
      );
      if (!other) continue;
      pairs.set(place, other);
      taken.add(other);
    }
  };
  pair((a, b) => a.means !== undefined && a.means === b.means);
  pair(hasSamePath);
  return pairs;
}

/** Two fields with the same path and different meanings are not the same. */
export function hasSamePath(a: Pick<Place, "path" | "means">, b: Pick<Place, "path" | "means">): boolean {
  return a.path === b.path && (a.means === undefined || b.means === undefined || a.means === b.means);
}

function isAlike(a: FieldSchema, b: FieldSchema): boolean {
  if (a.type === "array" && b.type === "array")
    return a.items.type === "object" ? b.items.type === "object" : isAlike(a.items, b.items);
  return a.type === b.type && a.type !== "array" && kindOfField(a) === kindOfField(b);
}

/**
 * The fields of an older version with the meanings that the template has now, for fields of the same path and kind. A version
 * older than meanings has none.
 */
export function copyMeanings(fields: GroupField, newer: GroupField): GroupField {
  const properties = Object.entries(fields.properties).map(([name, field]) => {
    const now = newer.properties[name];
    return [name, now ? copyMeaning(field, now) : field];
  });
  return { ...fields, properties: Object.fromEntries(properties) };
}

function copyMeaning(field: FieldSchema, now: FieldSchema): FieldSchema {
  if (field.type === "object" && now.type === "object") return copyMeanings(field, now);
  if (field.type === "array" && now.type === "array")
    return { ...field, items: copyMeaning(field.items, now.items) };
  if (field.type === "object" || field.type === "array" || field.type === "boolean") return field;
  const means = meaningOf(now);
  const isSame = means !== undefined && kindOfField(field) === kindOfField(now);
  return isSame && field["x-means"] === undefined ? { ...field, "x-means": means } : field;
}

/** The value at a dotted path of names. */
export function readAt(data: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), data);
}

/** Makes the groups on the way. */
export function writeAt(data: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let group = data;
  for (const name of names) {
    const inner = group[name];
    const next: Record<string, unknown> = isRecord(inner) ? inner : {};
    group[name] = next;
    group = next;
  }
  group[last] = value;
}

/** Every text in a value, by which a row is found again. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
