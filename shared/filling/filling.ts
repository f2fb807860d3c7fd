import type { MeaningValues } from "../../contract/people/details.ts";
import { beginsWith, meaningOf } from "../../contract/templates/field-meaning.ts";
import { type FieldSchema, type GroupField, pruneBlank } from "../../contract/templates/template-file.ts";
import type { Language } from "../../contract/templates/theme.ts";
import { type Place, pairPlaces, placesIn, readAt, writeAt } from "../switching/field-pairs.ts";
import type { Matches } from "../switching/fitting-value.ts";
import { switchTemplate } from "../switching/switch-template.ts";
import { rowTextFor, textFor } from "./composed-values.ts";

type Data = Record<string, unknown>;
/** `language`: of the document, for the few texts that are composed ("present"). */
type Filling = { matches?: Matches; language?: Language | undefined };

/**
 * The data of a new document with these fields, filled in with values by meaning. Values without a field, or that their field
 * would reject, are left out; nothing is shortened. Works like switching from a document that has exactly these fields and
 * values.
 */
export function fillIn(fields: GroupField, values: MeaningValues, { matches, language }: Filling = {}): Data {
  const meant: Data = {};
  for (const place of placesIn(fields)) {
    const value =
      place.field.type === "array"
        ? rowsFor(place, values, language)
        : valueFor(place.field, values, language);
    if (value !== undefined) writeAt(meant, place.path, value);
  }
  return switchTemplate(meant, fields, fields, matches ? { matches } : {}).data;
}

/** The paths of the fields that these values fill in, each with its value; for a list, its rows. */
export function filledPlaces(
  fields: GroupField,
  values: MeaningValues,
  language?: Language,
): { path: string; value: unknown }[] {
  const data = fillIn(fields, values, { language });
  return placesIn(fields).flatMap(({ path }) => {
    const value = readAt(data, path);
    return value === undefined ? [] : [{ path, value }];
  });
}

/**
 * The fields a document gains by switching to another template, filled in with values by meaning. Fields the previous template
 * had too stay as they are, even if empty.
 */
export function newPlaces(
  data: unknown,
  from: GroupField,
  to: GroupField,
  values: MeaningValues,
  language?: Language,
): { path: string; value: unknown }[] {
  const had = new Set([...pairPlaces(placesIn(from), placesIn(to)).values()].map(({ path }) => path));
  return filledPlaces(to, values, language).filter(
    ({ path }) => !had.has(path) && pruneBlank(readAt(data, path)) === undefined,
  );
}

/** The value for the meaning of a field, or for the meaning that prefills it. */
function valueFor(field: FieldSchema, values: MeaningValues, language?: Language): string | undefined {
  const means = meaningOf(field);
  const begins = beginsWith(field);
  return (means && textFor(means, values, language)) ?? (begins && textFor(begins, values, language));
}

function rowsFor({ field, means }: Place, values: MeaningValues, language?: Language): unknown[] | undefined {
  if (field.type !== "array") return undefined;
  const rows = means && values.lists[means.slice(0, -"[]".length)];
  if (!rows) return means ? undefined : oneGroupFor(field.items, values, language);
  const { items } = field;
  if (items.type !== "object") return rows.flatMap((row) => rowTextFor(keyOf(items), row, language) ?? []);
  return rows.map((row) => {
    const filled: Data = {};
    for (const place of placesIn(items)) {
      const word = place.field.type === "array" ? undefined : rowTextFor(keyOf(place.field), row, language);
      if (word !== undefined) writeAt(filled, place.path, word);
    }
    return filled;
  });
}

/** For a list of groups that a person names themselves: all rows go into one group. */
function oneGroupFor(items: FieldSchema, values: MeaningValues, language?: Language): unknown[] | undefined {
  const [place, ...others] =
    items.type === "object"
      ? placesIn(items).filter(({ field, means }) => field.type === "array" && means)
      : [];
  const rows = place && others.length === 0 ? rowsFor(place, values, language) : undefined;
  if (!place || !rows) return undefined;
  const group: Data = {};
  writeAt(group, place.path, rows);
  return [group];
}

/** `position` of `work[].position`. */
function keyOf(field: FieldSchema): string {
  return meaningOf(field)?.split("[].")[1] ?? "";
}
