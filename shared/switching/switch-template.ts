import {
  type FieldSchema,
  type GroupField,
  isRecord,
  pruneBlank,
} from "../../contract/templates/template-file.ts";
import { type Place, pairPlaces, placesIn, readAt, textsIn, writeAt } from "./field-pairs.ts";
import { acceptsUnchanged, fitValue, type Matches } from "./fitting-value.ts";
import {
  type LeftoverField,
  type LeftoverRow,
  type LeftoverValues,
  mergeLeftovers,
  NO_LEFTOVERS,
} from "./leftover-values.ts";
import { restoreLeftovers } from "./restore-leftovers.ts";

type Data = Record<string, unknown>;

const inBrowser: Matches = (pattern, text) => new RegExp(pattern, "u").test(text);

/**
 * The data of a document in another template: matched by meaning, then by equal path and kind. Values without a field become
 * leftovers, and earlier leftovers are restored if there is a field now. Nothing is shortened, and nothing is put where it
 * would be rejected.
 */
export function switchTemplate(
  data: unknown,
  from: GroupField,
  to: GroupField,
  { kept: leftovers = NO_LEFTOVERS, matches = inBrowser }: { kept?: LeftoverValues; matches?: Matches } = {},
): { data: Data; kept: LeftoverValues } {
  const typed = pruneBlank(data);
  const moved = moveGroup(isRecord(typed) ? typed : {}, from, to, matches);
  const waiting = restoreLeftovers(moved.data, to, leftovers, matches);
  return { data: moved.data, kept: mergeLeftovers(waiting, moved.kept) };
}

function moveGroup(
  data: Data,
  from: GroupField,
  to: GroupField,
  matches: Matches,
): { data: Data; kept: LeftoverValues } {
  const places = placesIn(from);
  const pairs = pairPlaces(places, placesIn(to));
  const moved: Data = {};
  const leftovers: LeftoverValues = { fields: [], lists: [] };
  for (const place of places) {
    const value = readAt(data, place.path);
    if (value === undefined) continue;
    const target = pairs.get(place);
    if (place.field.type === "array" && Array.isArray(value)) {
      const list = moveList(value, place.field.items, target?.field, matches);
      if (target && list.rows.length > 0) writeAt(moved, target.path, list.rows);
      if (list.kept.length > 0) leftovers.lists.push({ ...named(place), rows: list.kept });
    } else {
      const { fits, left } = moveValue(value, place, target, matches);
      if (target && fits !== undefined) writeAt(moved, target.path, fits);
      if (left) leftovers.fields.push(left);
    }
  }
  return { data: moved, kept: leftovers };
}

function named({ path, label, means }: Place) {
  return { path, label, ...(means === undefined ? {} : { means }) };
}

function moveValue(
  value: unknown,
  place: Place,
  target: Place | undefined,
  matches: Matches,
): { fits?: unknown; left?: LeftoverField } {
  const fits = target && fitValue(target.field, value, matches);
  if (fits === value) return { fits };
  const left = { ...named(place), value };
  return typeof fits === "string" ? { fits, left: { ...left, shown: fits } } : { left };
}

function moveList(
  rows: unknown[],
  from: FieldSchema,
  goal: FieldSchema | undefined,
  matches: Matches,
): { rows: unknown[]; kept: LeftoverRow[] } {
  const moved: unknown[] = [];
  const leftovers: LeftoverRow[] = [];
  const max = goal?.type === "array" ? (goal.maxItems ?? Infinity) : 0;
  for (const [at, row] of rows.entries()) {
    const to = goal?.type === "array" && moved.length < max ? goal.items : undefined;
    const next = moveRow(row, from, to, matches);
    if (next.row !== undefined) moved.push(next.row);
    if (next.left.length > 0)
      leftovers.push({
        at,
        ...(next.row === undefined ? {} : { beside: textsIn(next.row) }),
        fields: next.left,
      });
  }
  return { rows: moved, kept: leftovers };
}

/** A row without any matching field is left over whole, because an empty row would be removed. */
function moveRow(
  row: unknown,
  from: FieldSchema,
  to: FieldSchema | undefined,
  matches: Matches,
): { row?: unknown; left: LeftoverField[] } {
  if (from.type !== "object") {
    const isTaken = to !== undefined && acceptsUnchanged(to, row, matches);
    return isTaken ? { row, left: [] } : { left: [{ path: "", label: "", value: row }] };
  }
  const places = placesIn(from);
  const pairs = to?.type === "object" ? pairPlaces(places, placesIn(to)) : new Map<Place, Place>();
  const moved: Data = {};
  const left: LeftoverField[] = [];
  for (const place of places) {
    const value = readAt(row, place.path);
    if (value === undefined) continue;
    const target = pairs.get(place);
    const isList = place.field.type === "array";
    // A list within a row moves whole or not at all.
    const next = isList ? moveWhole(value, place, target, matches) : moveValue(value, place, target, matches);
    if (target && next.fits !== undefined) writeAt(moved, target.path, next.fits);
    if (next.left) left.push(next.left);
  }
  return Object.keys(moved).length > 0 ? { row: moved, left } : { left };
}

function moveWhole(value: unknown, place: Place, target: Place | undefined, matches: Matches) {
  const isTaken = target !== undefined && acceptsUnchanged(target.field, value, matches);
  return isTaken ? { fits: value } : { left: { ...named(place), value } };
}
