import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../../../contract/template-file.ts";
import type { Draft, FieldPath } from "../../draft.ts";
import { labelOf } from "../../field-labels.ts";
import { stepsOf, writeAt } from "../../form/field-path.ts";
import type { Cell } from "../table/table.ts";
import { type ColumnReading, readCell } from "./cell-value.ts";

/** How the rows of a table become documents. */
export type RowPlan = {
  matching: Matching;
  leaves: readonly Leaf[];
  /** One for each column. */
  readings: readonly ColumnReading[];
  /** Rows that have the same in this column make one document. */
  groupBy: number | undefined;
};

/** A field that a column can fill. A list offers its first places, each on its own. */
export type Leaf = { path: FieldPath; label: string; schema: FieldSchema };

const LIST_PLACES = 5; // a column for each value of each place: more would not be found among the choices

export function listLeaves(fields: GroupField): Leaf[] {
  return below(fields, []).map((leaf) => ({ ...leaf, label: labelOf(fields, leaf.path) }));
}

function below(schema: FieldSchema, steps: string[]): Omit<Leaf, "label">[] {
  if (schema.type === "object")
    return orderedProperties(schema).flatMap(([name, child]) => below(child, [...steps, name]));
  const leaf = { path: steps.join("."), schema };
  if (schema.type === "array") {
    // A list of plain texts fits in one cell, a line each.
    if (schema.items.type !== "object" && schema.items.type !== "array") return [leaf];
    const places = Math.min(LIST_PLACES, schema.maxItems ?? LIST_PLACES);
    return Array.from({ length: places }, (_, index) => below(schema.items, [...steps, `${index}`])).flat();
  }
  return schema.type === "string" && schema["x-widget"] === "image" ? [] : [leaf];
}

/** Which field each column fills; undefined: none. Two columns never fill one field. */
export type Matching = (FieldPath | undefined)[];

/** Finds for each column the field it is called after, best fits first. */
export function matchColumns(columns: readonly string[], leaves: readonly Leaf[]): Matching {
  const fits = columns
    .flatMap((column, index) => leaves.map((leaf) => ({ index, leaf, score: score(column, leaf) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const matching: Matching = columns.map(() => undefined);
  const taken = new Set<FieldPath>();
  for (const { index, leaf } of fits) {
    if (matching[index] !== undefined || taken.has(leaf.path)) continue;
    matching[index] = leaf.path;
    taken.add(leaf.path);
  }
  return matching;
}

/** Chooses by hand: the column that filled this field before lets go of it. */
export function rematch(matching: Matching, column: number, path: FieldPath | undefined): Matching {
  return matching.map((before, index) =>
    index === column ? path : before === path && path !== undefined ? undefined : before,
  );
}

const EXACT = 4;
const WORDS = 3;
const LAST_NAME = 2;

function score(column: string, { path, label }: Leaf): number {
  const asked = plain(column);
  if (asked === "") return 0;
  const own = label.split(", ").at(-1) ?? label;
  if (asked === plain(label) || asked === plain(path)) return EXACT;
  const inFirstPlace = plain(path.replace(/\.0(?=\.|$)/g, ""));
  if (asked === inFirstPlace || asked === plain(label.replace(/ 1(?=,|$)/g, ""))) return WORDS;
  if (asked === plain(own) || asked === plain(path.split(".").at(-1) ?? "")) return LAST_NAME;
  return 0;
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The draft with a row's cells in the fields they were matched to. An empty cell leaves the draft's own words. */
export function fillRow(
  draft: Draft["data"],
  cells: readonly Cell[],
  { matching, leaves, readings }: Pick<RowPlan, "matching" | "leaves" | "readings">,
): Draft["data"] {
  let data = draft;
  for (const [index, path] of matching.entries()) {
    const leaf = path === undefined ? undefined : leaves.find((each) => each.path === path);
    const reading = readings[index];
    const value = leaf && reading && readCell(cells[index] ?? "", leaf.schema, reading);
    if (leaf && value !== undefined) data = writeAt(data, stepsOf(leaf.path), value);
  }
  return data;
}
