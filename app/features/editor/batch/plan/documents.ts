import { holdsRows } from "../../../../../contract/rendering/print-sheets.ts";
import type { GroupField } from "../../../../../contract/templates/template-file.ts";
import { readAt } from "../../../../../shared/switching/field-pairs.ts";
import type { Draft, FieldPath } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { fieldAt } from "../../field-labels.ts";
import { stepsOf, writeAt } from "../../form/field-path.ts";
import type { Table, TableRow } from "../table/table.ts";
import { type InvoiceColumns, splitInvoice } from "./invoice-columns.ts";
import { fillRow, type Grouping, type Matching, type RowPlan } from "./row-plan.ts";

/** The documents of a table: one per row, or one for all rows with the same value in a column. */

/** A column with different values in the rows of one document, which can have only one. */
export type Conflict = { path: FieldPath; column: number; rows: TableRow[] };

export type PlannedDocument = {
  rows: TableRow[];
  data: Draft["data"];
  /** What columns say about its e-invoice beyond the page. */
  invoice?: InvoiceColumns;
  /** The row of each entry in the list. */
  entries: TableRow[];
  conflicts: Conflict[];
};

/**
 * Groups rows in the order of the table, each group at its first row. Rows with an empty cell aren't
 * grouped. `most` limits the entries of one document when all rows go into one.
 */
export function groupRows(
  rows: readonly TableRow[],
  column: Grouping,
  max = Number.POSITIVE_INFINITY,
): TableRow[][] {
  if (column === undefined) return rows.map((row) => [row]);
  if (column === "all")
    return Array.from({ length: Math.ceil(rows.length / Math.min(max, rows.length)) }, (_, index) =>
      rows.slice(index > 0 ? index * max : 0, (index + 1) * max),
    );
  const groups = new Map<string | TableRow, TableRow[]>();
  for (const row of rows) {
    const key = String(row.cells[column] ?? "").trim() || row;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** The list whose entries the rows become: all columns that fill a list fill the first entry of this one. */
export function listOfRows(matching: Matching): FieldPath | undefined {
  const paths = matching.filter((path) => path !== undefined);
  const lists = new Set(paths.flatMap((path) => /^(.+?)\.(\d+)\./.exec(path)?.slice(1, 3).join(".") ?? []));
  const [only, ...others] = lists;
  return only?.endsWith(".0") && others.length === 0 ? only.slice(0, -2) : undefined;
}

/** Columns that rows can be grouped by: outside the list and with a repeated value. */
export function groupingColumns({ rows }: Table, matching: Matching): number[] {
  const list = listOfRows(matching);
  if (list === undefined) return [];
  return matching.flatMap((path, column) => {
    if (path === undefined || path.startsWith(`${list}.`)) return [];
    return groupRows(rows, column).length < rows.length ? [column] : [];
  });
}

/** The default grouping. */
export function guessGrouping(
  table: Table,
  matching: Matching,
  { titlePattern, type }: Pick<EditorTemplate, "titlePattern" | "type">,
): Grouping {
  const list = listOfRows(matching);
  if (list === undefined) return undefined;
  const outside = matching.flatMap((path, column) =>
    path === undefined || path.startsWith(`${list}.`) ? [] : [column],
  );
  const isSame = (column: number) => new Set(table.rows.map(({ cells }) => cells[column])).size <= 1;
  if (outside.length === 0 || (holdsRows(type.slug) && outside.every(isSame))) return "all";
  return groupingColumns(table, matching).find((column) => titlePattern.includes(`{${matching[column]}}`));
}

/** The maximum number of rows in one document's list. */
export function maxEntries(fields: GroupField, matching: Matching): number | undefined {
  const list = listOfRows(matching);
  const schema = list === undefined ? undefined : fieldAt(fields, list);
  return schema?.type === "array" ? schema.maxItems : undefined;
}

export function fillDocument(draft: Draft["data"], rows: TableRow[], plan: RowPlan): PlannedDocument {
  const [first = { number: 0, cells: [] }] = rows;
  const list = plan.groupBy === undefined ? undefined : listOfRows(plan.matching);
  if (list === undefined)
    return { rows, ...splitInvoice(fillRow(draft, first.cells, plan)), entries: [], conflicts: [] };
  const isEntry = (path: FieldPath | undefined) => path?.startsWith(`${list}.`) ?? false;
  const filled = plan.matching.map((path, column) =>
    isEntry(path) ? "" : (rows.map(({ cells }) => cells[column] ?? "").find((cell) => cell !== "") ?? ""),
  );
  let data = fillRow(draft, filled, plan);
  const entries = rows.filter(({ cells }) =>
    plan.matching.some((path, column) => isEntry(path) && (cells[column] ?? "") !== ""),
  );
  if (entries.length > 0) {
    const inside = plan.matching.map((path) => (isEntry(path) ? path : undefined));
    const filledEntries = entries.map(({ cells }) =>
      entryOf(fillRow({}, cells, { ...plan, matching: inside }), list),
    );
    data = writeAt(data, stepsOf(list), filledEntries);
  }
  return { rows, ...splitInvoice(data), entries, conflicts: conflictsIn(rows, plan.matching, isEntry) };
}

function entryOf(data: unknown, list: FieldPath): unknown {
  const found = readAt(data, list);
  return Array.isArray(found) ? found[0] : undefined;
}

function conflictsIn(
  rows: readonly TableRow[],
  matching: Matching,
  isEntry: (path: FieldPath | undefined) => boolean,
): Conflict[] {
  return matching.flatMap((path, column) => {
    if (path === undefined || isEntry(path)) return [];
    const different = new Map<string, TableRow>();
    for (const row of rows) {
      const cell = String(row.cells[column] ?? "");
      if (cell !== "" && !different.has(cell)) different.set(cell, row);
    }
    return different.size > 1 ? [{ path, column, rows: [...different.values()] }] : [];
  });
}
