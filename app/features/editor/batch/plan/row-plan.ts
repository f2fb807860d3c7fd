import { meaningOf } from "../../../../../contract/templates/field-meaning.ts";
import {
  type FieldSchema,
  type GroupField,
  orderedProperties,
} from "../../../../../contract/templates/template-file.ts";
import type { Draft, FieldPath } from "../../draft.ts";
import { labelOf } from "../../field-labels.ts";
import { isLeaf, kindOf } from "../../form/field-kind.ts";
import { stepsOf, writeAt } from "../../form/field-path.ts";
import type { Cell } from "../table/table.ts";
import { type ColumnReading, readCell } from "./cell-value.ts";
import {
  areOneLine,
  inReadingOrder,
  isPartOf,
  kindsOfColumn,
  kindsOfField,
  mayBePartOf,
  plainName,
  wholeOf,
} from "./column-names.ts";

/** How the rows of a table become documents. */
export type RowPlan = {
  columns: readonly string[];
  matching: Matching;
  leaves: readonly Leaf[];
  /** One per column. */
  readings: readonly ColumnReading[];
  /** Groups rows with the same value in this column into one document, or all rows; otherwise each row is a document. */
  groupBy: Grouping;
};

export type Grouping = number | "all" | undefined;

/** A field that a column can fill. A list offers its first entries separately. */
export type Leaf = { path: FieldPath; label: string; schema: FieldSchema };

const LIST_PLACES = 5; // more entries would make the list of choices too long

export function listLeaves(fields: GroupField): Leaf[] {
  return below(fields, []).map((leaf) => ({ ...leaf, label: labelOf(fields, leaf.path) }));
}

function below(schema: FieldSchema, steps: string[]): Omit<Leaf, "label">[] {
  if (schema.type === "object")
    return orderedProperties(schema).flatMap(([name, child]) => below(child, [...steps, name]));
  const leaf = { path: steps.join("."), schema };
  if (schema.type === "array") {
    // A list of texts fits in one cell, one line each.
    if (schema.items.type !== "object" && schema.items.type !== "array") return [leaf];
    const places = Math.min(LIST_PLACES, schema.maxItems ?? LIST_PLACES);
    return Array.from({ length: places }, (_, index) => below(schema.items, [...steps, `${index}`])).flat();
  }
  return schema.type === "string" && schema["x-widget"] === "image" ? [] : [leaf];
}

/** The field of each column, if any. Several columns can fill one text, such as first and last name. */
export type Matching = (FieldPath | undefined)[];

/** Matches columns to fields by name, in all known languages, best matches first. */
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
  return joinParts("address", columns, leaves, joinParts("name", columns, leaves, matching));
}

/** Assigns columns with parts of a name or address, if they have no field of their own, to the field of the whole. */
function joinParts(
  whole: "name" | "address",
  columns: readonly string[],
  leaves: readonly Leaf[],
  matching: Matching,
): Matching {
  const parts = columns.flatMap((column, index) =>
    matching[index] === undefined && isPartOf(whole, column) ? [index] : [],
  );
  const [target] = leaves
    .filter((leaf) => wholeOf(leaf.schema) === whole && isFirstPlace(leaf.path) && isJoinable(leaf.schema))
    .sort((one, other) => Number(isSenders(one)) - Number(isSenders(other)));
  if (!target) return matching;
  const holder = columns[matching.indexOf(target.path)];
  if (holder !== undefined && !mayBePartOf(whole, holder)) return matching;
  return matching.map((path, index) => (parts.includes(index) ? target.path : path));
}

const isFirstPlace = (path: FieldPath) => !/\.[1-9]\d*(?:\.|$)/.test(path);
const isSenders = ({ schema }: Leaf) => meaningOf(schema)?.startsWith("sender.") ?? false;

/** Whether several columns can fill the field: only plain texts. */
function isJoinable(schema: FieldSchema): boolean {
  return isLeaf(schema) && ["text", "multiline"].includes(kindOf(schema));
}

/** Matches a column manually. Several columns can fill a text; other fields are taken from their previous column. */
export function rematch(
  matching: Matching,
  column: number,
  path: FieldPath | undefined,
  leaves: readonly Leaf[],
): Matching {
  const leaf = leaves.find((each) => each.path === path);
  const isShared = leaf !== undefined && isJoinable(leaf.schema);
  return matching.map((before, index) =>
    index === column ? path : before === path && !isShared ? undefined : before,
  );
}

/** A row's value for a field: one cell, or several joined in reading order. */
export function cellFor(
  path: FieldPath,
  cells: readonly Cell[],
  { matching, leaves, columns }: Pick<RowPlan, "matching" | "leaves" | "columns">,
): Cell {
  const given = columns.flatMap((name, index) =>
    matching[index] === path && (cells[index] ?? "") !== "" ? [{ name, cell: cells[index] ?? "" }] : [],
  );
  const [first, ...others] = inReadingOrder(given);
  if (!first || others.length === 0) return first?.cell ?? "";
  const schema = leaves.find((leaf) => leaf.path === path)?.schema;
  const isMultiline = schema && isLeaf(schema) && kindOf(schema) === "multiline";
  let last = first.name;
  return others.reduce((joined, { name, cell }) => {
    const isBroken = isMultiline && !areOneLine(last, name);
    last = name;
    return `${joined}${isBroken ? "\n" : " "}${cell}`;
  }, String(first.cell));
}

const EXACT = 4;
const FIRST_ENTRY = 3;
const LAST_NAME = 2;
const ALIKE = 1;
const SENDERS = 0.5; // rows usually differ in their recipient, not their sender

function score(column: string, leaf: Leaf): number {
  const { path, label } = leaf;
  const plain = plainName(column);
  if (plain === "") return 0;
  const own = label.split(", ").at(-1) ?? label;
  if (plain === plainName(label) || plain === plainName(path)) return EXACT;
  const inFirstPlace = plainName(path.replace(/\.0(?=\.|$)/g, ""));
  if (plain === inFirstPlace || plain === plainName(label.replace(/ 1(?=,|$)/g, ""))) return FIRST_ENTRY;
  if (plain === plainName(own) || plain === plainName(path.split(".").at(-1) ?? "")) return LAST_NAME;
  if (!isFirstPlace(path)) return 0;
  const kinds = kindsOfField(leaf.schema);
  const isAlike = kindsOfColumn(column).some((kind) => kinds.includes(kind));
  return isAlike ? (isSenders(leaf) ? SENDERS : ALIKE) : 0;
}

/** The draft with a row's cells in the matched fields. Empty cells leave the draft's values. */
export function fillRow(
  draft: Draft["data"],
  cells: readonly Cell[],
  plan: Pick<RowPlan, "columns" | "matching" | "leaves" | "readings">,
): Draft["data"] {
  const { matching, leaves, readings } = plan;
  let data = draft;
  for (const [index, path] of matching.entries()) {
    if (path === undefined || matching.indexOf(path) !== index) continue;
    const leaf = leaves.find((each) => each.path === path);
    const reading = readings[index];
    const value = leaf && reading && readCell(cellFor(path, cells, plan), leaf.schema, reading);
    if (leaf && value !== undefined) data = writeAt(data, stepsOf(leaf.path), value);
  }
  return data;
}
