import { kindOfField, listOf, meaningOf } from "../field-meaning.ts";
import { type FieldSchema, type GroupField, type ListField, orderedProperties } from "../template-file.ts";

/** A field with one value, or a list, wherever in the groups of a template it stands. */
export type Place = { path: string; label: string; field: Exclude<FieldSchema, GroupField>; means?: string };

/** What a group holds, the groups in it opened. A list stays whole: its rows have places of their own. */
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
 * Which field of one template has its place in which of another: by meaning, then by path. Each has at most one, and it is the
 * same seen from either side: what is moved there and back is where it was.
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

/** Two fields of one name that say they mean different things are not the same. */
export function hasSamePath(a: Pick<Place, "path" | "means">, b: Pick<Place, "path" | "means">): boolean {
  return a.path === b.path && (a.means === undefined || b.means === undefined || a.means === b.means);
}

export function isAlike(a: FieldSchema, b: FieldSchema): boolean {
  if (a.type === "array" && b.type === "array")
    return a.items.type === "object" ? b.items.type === "object" : isAlike(a.items, b.items);
  return a.type === b.type && a.type !== "array" && kindOfField(a) === kindOfField(b);
}
