import { type GroupField, isRecord } from "../../contract/templates/template-file.ts";
import { hasSamePath, type Place, placesIn, readAt, textsIn, writeAt } from "./field-pairs.ts";
import { fitValue, type Matches, takesWhole } from "./fitting-value.ts";
import type { LeftoverField, LeftoverList, LeftoverRow, LeftoverValues } from "./leftover-values.ts";

type Data = Record<string, unknown>;

/** Puts what was kept where the template has an empty place for it, into `data`; what remains without one is the answer. */
export function restoreLeftovers(
  data: Data,
  to: GroupField,
  kept: LeftoverValues,
  matches: Matches,
): LeftoverValues {
  const places = placesIn(to);
  return {
    fields: kept.fields.flatMap((field) => takeBackField(data, places, field, matches)),
    lists: kept.lists.flatMap((list) => {
      const rows = takeBackList(data, places, list, matches);
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

/** What is still to be kept of a field: nothing once it is back, or once somebody wrote something else in its place. */
function takeBackField(
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
    if (!takesWhole(place.field, kept.value, matches)) return [kept];
    writeAt(data, place.path, kept.value);
    return [];
  }
  const fits = fitValue(place.field, kept.value, matches);
  if (fits === undefined) return [kept];
  writeAt(data, place.path, fits);
  return fits === kept.value || typeof fits !== "string" ? [] : [{ ...kept, shown: fits }];
}

function takeBackList(
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
  const takeBackWhole = (kept: LeftoverRow): LeftoverRow[] => {
    if (rows.length >= maxItems) return [kept];
    const at = Math.min(kept.at, rows.length);
    if (!inside) {
      const value = kept.fields[0]?.value;
      if (!takesWhole(items, value, matches)) return [kept];
      rows.splice(at, 0, value);
      return [];
    }
    const row: Data = {};
    const fields = kept.fields.flatMap((field) => takeBackField(row, inside, field, matches));
    if (Object.keys(row).length === 0) return [kept];
    rows.splice(at, 0, row);
    return fields.length > 0 ? [{ at: kept.at, beside: textsIn(row), fields }] : [];
  };
  // Rows first: what was kept beside one may belong to a row that comes back only now.
  const stillWhole = list.rows.filter(({ beside }) => !beside).flatMap(takeBackWhole);
  const rest = list.rows
    .filter(({ beside }) => beside)
    .flatMap((kept) => (inside ? takeBackRest(rows, inside, kept, matches) : [kept]));
  if (rows.length > 0) writeAt(data, place.path, rows);
  return [...stillWhole, ...rest];
}

/** The row is looked for where it was, then among the others: rows may have been added or taken away meanwhile. */
function takeBackRest(
  rows: unknown[],
  inside: readonly Place[],
  kept: LeftoverRow,
  matches: Matches,
): LeftoverRow[] {
  const words = new Set(kept.beside);
  const isIt = (row: unknown) => textsIn(row).some((word) => words.has(word));
  const row = isIt(rows[kept.at]) ? rows[kept.at] : rows.find(isIt);
  if (!isRecord(row)) return [kept];
  const fields = kept.fields.flatMap((field) => takeBackField(row, inside, field, matches));
  return fields.length > 0 ? [{ ...kept, fields }] : [];
}
