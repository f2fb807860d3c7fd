import { type GroupField, isRecord } from "../../contract/templates/template-file.ts";
import { hasSamePath, type Place, placesIn, readAt, textsIn, writeAt } from "./field-pairs.ts";
import { acceptsUnchanged, fitValue, type Matches } from "./fitting-value.ts";
import type { LeftoverField, LeftoverList, LeftoverRow, LeftoverValues } from "./leftover-values.ts";

type Data = Record<string, unknown>;

/** Puts leftovers into empty fields of `data` where the template has one; returns the rest. */
export function restoreLeftovers(
  data: Data,
  to: GroupField,
  leftover: LeftoverValues,
  matches: Matches,
): LeftoverValues {
  const places = placesIn(to);
  return {
    fields: leftover.fields.flatMap((field) => restoreField(data, places, field, matches)),
    lists: leftover.lists.flatMap((list) => {
      const rows = restoreList(data, places, list, matches);
      return rows.length > 0 ? [{ ...list, rows }] : [];
    }),
  };
}

function findPlace(
  places: readonly Place[],
  { path, means }: Pick<Place, "path" | "means">,
): Place | undefined {
  return (
    places.find((place) => means !== undefined && place.means === means) ??
    places.find((place) => hasSamePath(place, { path, ...(means === undefined ? {} : { means }) }))
  );
}

/** What remains of a field: nothing once it is restored, or once something else was typed in its place. */
function restoreField(
  data: Data,
  places: readonly Place[],
  leftover: LeftoverField,
  matches: Matches,
): LeftoverField[] {
  const place = findPlace(places, {
    path: leftover.path,
    ...(leftover.means === undefined ? {} : { means: leftover.means }),
  });
  if (!place) return [leftover];
  const now = readAt(data, place.path);
  if (leftover.shown !== undefined && now !== undefined && now !== leftover.shown) return [];
  if (leftover.shown === undefined && now !== undefined) return [leftover];
  if (place.field.type === "array") {
    if (!acceptsUnchanged(place.field, leftover.value, matches)) return [leftover];
    writeAt(data, place.path, leftover.value);
    return [];
  }
  const fits = fitValue(place.field, leftover.value, matches);
  if (fits === undefined) return [leftover];
  writeAt(data, place.path, fits);
  return fits === leftover.value || typeof fits !== "string" ? [] : [{ ...leftover, shown: fits }];
}

function restoreList(
  data: Data,
  places: readonly Place[],
  list: LeftoverList,
  matches: Matches,
): LeftoverRow[] {
  const place = findPlace(places, {
    path: list.path,
    ...(list.means === undefined ? {} : { means: list.means }),
  });
  if (place?.field.type !== "array") return list.rows;
  const { items, maxItems = Infinity } = place.field;
  const there = readAt(data, place.path);
  const rows: unknown[] = Array.isArray(there) ? there : [];
  const inside = items.type === "object" ? placesIn(items) : undefined;
  const restoreRow = (leftover: LeftoverRow): LeftoverRow[] => {
    if (rows.length >= maxItems) return [leftover];
    const at = Math.min(leftover.at, rows.length);
    if (!inside) {
      const value = leftover.fields[0]?.value;
      if (!acceptsUnchanged(items, value, matches)) return [leftover];
      rows.splice(at, 0, value);
      return [];
    }
    const row: Data = {};
    const fields = leftover.fields.flatMap((field) => restoreField(row, inside, field, matches));
    if (Object.keys(row).length === 0) return [leftover];
    rows.splice(at, 0, row);
    return fields.length > 0 ? [{ at: leftover.at, beside: textsIn(row), fields }] : [];
  };
  // Rows first: fields left over from a row may belong to a row that is restored only now.
  const stillWhole = list.rows.filter(({ beside }) => !beside).flatMap(restoreRow);
  const rest = list.rows
    .filter(({ beside }) => beside)
    .flatMap((leftover) => (inside ? restoreRowFields(rows, inside, leftover, matches) : [leftover]));
  if (rows.length > 0) writeAt(data, place.path, rows);
  return [...stillWhole, ...rest];
}

/** Looks for the row at its position, then among the others: rows may have been added or removed since. */
function restoreRowFields(
  rows: unknown[],
  inside: readonly Place[],
  leftover: LeftoverRow,
  matches: Matches,
): LeftoverRow[] {
  const words = new Set(leftover.beside);
  const isIt = (row: unknown) => textsIn(row).some((word) => words.has(word));
  const row = isIt(rows[leftover.at]) ? rows[leftover.at] : rows.find(isIt);
  if (!isRecord(row)) return [leftover];
  const fields = leftover.fields.flatMap((field) => restoreField(row, inside, field, matches));
  return fields.length > 0 ? [{ ...leftover, fields }] : [];
}
