import {
  type FieldSchema,
  type GroupField,
  isRecord,
  orderedProperties,
} from "../../contract/templates/template-file.ts";
import { readAt } from "../switching/field-pairs.ts";
import { isFilled, missingRequired } from "./filled.ts";

/** An empty field that is required or recommended. */
export type Gap = {
  /** The path in the data: "items.0.price". */
  path: string;
  /** The label with its position: "Items 1, Price". */
  label: string;
  /** Why it is recommended, if the template says so. */
  reason: string | undefined;
  /** No file can be created without it. */
  isRequired: boolean;
  schema: FieldSchema;
};

type Place = { path: string; label: string };

/** Empty required and recommended fields, in the form's order. */
export function findGaps(fields: GroupField, data: unknown): Gap[] {
  const required = new Set(missingRequired(fields, data).map(({ path }) => path));
  const gaps: Gap[] = [];

  const visit = (group: GroupField, holder: unknown, place?: Place) => {
    for (const [name, schema] of orderedProperties(group)) {
      const here = placeInside(place, name, schema.title ?? name.replaceAll("_", " "));
      const value = isRecord(holder) ? holder[name] : undefined;
      const isRequired = required.has(here.path);
      const wanted = "x-wanted" in schema ? schema["x-wanted"] : undefined;
      if (isRequired || (wanted !== undefined && !isFilled(value))) {
        const reason = typeof wanted === "string" ? wanted : undefined;
        gaps.push({ ...here, reason, isRequired, schema });
      } else visitInside(schema, value, here);
    }
  };
  const visitInside = (schema: FieldSchema, value: unknown, { path, label }: Place) => {
    if (schema.type === "object") visit(schema, value, { path, label });
    if (schema.type !== "array" || schema.items.type !== "object" || !Array.isArray(value)) return;
    // Empty rows don't count.
    for (const [index, row] of value.entries())
      if (isFilled(row))
        visit(schema.items, row, { path: `${path}.${index}`, label: `${label} ${index + 1}` });
  };

  visit(fields, data);
  return gaps;
}

function placeInside(place: Place | undefined, name: string, label: string): Place {
  return place ? { path: `${place.path}.${name}`, label: `${place.label}, ${label}` } : { path: name, label };
}

export function isStillEmpty({ path }: Pick<Gap, "path">, data: unknown): boolean {
  return !isFilled(readAt(data, path));
}

/** Counts in how many documents each field is empty. Rows of a list count as one field. */
export function countGaps(
  fields: GroupField,
  documents: Iterable<unknown>,
): { label: string; count: number; isRequired: boolean }[] {
  const counts = new Map<string, { label: string; count: number; isRequired: boolean }>();
  for (const data of documents) {
    const seen = new Set<string>();
    for (const { path, label, isRequired } of findGaps(fields, data)) {
      const anyRow = path.replace(/\.\d+(?=\.)/g, "");
      if (seen.has(anyRow)) continue;
      seen.add(anyRow);
      const counted = counts.get(anyRow) ?? { label: label.replace(/ \d+(?=,)/g, ""), count: 0, isRequired };
      counted.count += 1;
      counts.set(anyRow, counted);
    }
  }
  return [...counts.values()];
}
