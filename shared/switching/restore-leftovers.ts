import { type GroupField, isRecord } from "../../contract/templates/template-file.ts";
import { hasSamePath, type Place, placesIn, readAt, textsIn, writeAt } from "./field-pairs.ts";
import { acceptsUnchanged, fitValue, type Matches } from "./fitting-value.ts";
import type { LeftoverField, LeftoverList, LeftoverRow, LeftoverValues } from "./leftover-values.ts";

type Data = Record<string, unknown>;

/** Puts leftovers into empty fields of `data` where the template has one; returns the rest. */
export function restoreLeftovers(
  data: Data,
  to: GroupField,
  kept: LeftoverValues,
  matches: Matches,
): LeftoverValues {
  const places = placesIn(to);
  return {
    fields: kept.fields.flatMap((field) => restoreField(data, places, field, matches)),
    lists: kept.lists.flatMap((list) => {
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
  kept: LeftoverField,
  matches: Matches,
): LeftoverField[] {
  const place = findPlace(places, {
    path: kept.path,
    ...(kept.means === undefined ? {} : { means: kept.means }),
  });
  if (!place) return [kept];
  const now = readAt(data, place.path);
  if (kept.shown !== undefined && now !== undefined && now !== kept.shown) return [];
  if (kept.shown === undefined && now !== undefined) return [kept];
  if (place.field.type === "array") {
    if (!acceptsUnchanged(place.field, kept.value, matches)) return [kept];
    writeAt(data, place.path, kept.value);
    return [];
  }
  const fits = fitValue(place.field, kept.value, matches);
  if (fits === undefined) return [kept];
  writeAt(data, place.path, fits);
  return fits === kept.value || typeof fits !== "string" ? [] : [{ ...kept, shown: fits }];
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
  const restoreRow = (kept: LeftoverRow): LeftoverRow[] => {
    if (rows.length >= maxItems) return [kept];
    const at = Math.min(kept.at, rows.length);
    if (!inside) {
      const value = kept.fields[0]?.value;
      if (!acceptsUnchanged(items, value, matches)) return [kept];
      rows.splice(at, 0, value);
      return [];
    }
    const row: Data = {};
    const fields = kept.fields.flatMap((field) => restoreField(row, inside, field, matches));
    if (Object.keys(row).length === 0) return [kept];
    rows.splice(at, 0, row);
    return fields.length > 0 ? [{ at: kept.at, beside: textsIn(row), fields }] : [];
  };
  // Rows first: fields left over from a row may belong to a row that is restored only now.
  const stillWhole = list.rows.filter(({ beside }) => !beside).flatMap(restoreRow);
  const rest = list.rows
    .filter(({ beside }) => beside)
    .flatMap((kept) => (inside ? restoreRowFields(rows, inside, kept, matches) : [kept]));
  if (rows.length > 0) writeAt(data, place.path, rows);
  return [...stillWhole, ...rest];
}

/** Looks for the row at its position, then among the others: rows may have been added or removed since. */
function restoreRowFields(
  rows: unknown[],
  inside: readonly Place[],
  kept: LeftoverRow,
  matches: Matches,
): LeftoverRow[] {
  const words = new Set(kept.beside);
  const isIt = (row: unknown) => textsIn(row).some((word) => words.has(word));
  const row = isIt(rows[kept.at]) ? rows[kept.at] : rows.find(isIt);
  if (!isRecord(row)) return [kept];
  const fields = kept.fields.flatMap((field) => restoreField(row, inside, field, matches));
  return fields.length > 0 ? [{ ...kept, fields }] : [];
}
