import { isRecord } from "../../../../../contract/template-file.ts";
import type { Draft, FieldPath } from "../../draft.ts";
import { stepsOf, writeAt } from "../../form/field-path.ts";
import type { Table, TableRow } from "../table/table.ts";
import { fillRow, type Matching, type RowPlan } from "./row-plan.ts";

/** The documents that come of a table: one for each row, or one for all rows that have the same in one column. */

/** Where the rows of one document disagree: a column that can have only one value there. */
export type Conflict = { path: FieldPath; rows: TableRow[] };

export type PlannedDocument = {
  rows: TableRow[];
  data: Draft["data"];
  /** The row that each entry of the list came from. */
  entries: TableRow[];
  conflicts: Conflict[];
};

/** Rows in the order of the table; those that belong together stand where their first one does. An empty cell belongs to no other. */
export function groupRows(rows: readonly TableRow[], column: number | undefined): TableRow[][] {
  if (column === undefined) return rows.map((row) => [row]);
  const groups = new Map<string | TableRow, TableRow[]>();
  for (const row of rows) {
    const key = String(row.cells[column] ?? "").trim() || row;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/** The one list whose entries the rows can become: all columns that fill a list fill the first entry of this one. */
export function listOfRows(matching: Matching): FieldPath | undefined {
  const paths = matching.filter((path) => path !== undefined);
  const lists = new Set(paths.flatMap((path) => /^(.+?)\.(\d+)\./.exec(path)?.slice(1, 3).join(".") ?? []));
  const [only, ...others] = lists;
  return only?.endsWith(".0") && others.length === 0 ? only.slice(0, -2) : undefined;
}

/** Columns by which rows could be put together: they fill a field outside of the list, and have something twice. */
export function groupingColumns({ rows }: Table, matching: Matching): number[] {
  const list = listOfRows(matching);
  if (list === undefined) return [];
  return matching.flatMap((path, column) => {
    if (path === undefined || path.startsWith(`${list}.`)) return [];
    return groupRows(rows, column).length < rows.length ? [column] : [];
  });
}

/** The column to put rows together by, without being told: the document is called after it, and it has something twice. */
export function guessGrouping(table: Table, matching: Matching, titlePattern: string): number | undefined {
  return groupingColumns(table, matching).find((column) => titlePattern.includes(`{${matching[column]}}`));
}

export function fillDocument(draft: Draft["data"], rows: TableRow[], plan: RowPlan): PlannedDocument {
  const [first = { number: 0, cells: [] }] = rows;
  const list = plan.groupBy === undefined ? undefined : listOfRows(plan.matching);
  if (list === undefined)
    return { rows, data: fillRow(draft, first.cells, plan), entries: [], conflicts: [] };
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
  return { rows, data, entries, conflicts: conflictsIn(rows, plan.matching, isEntry) };
}

function entryOf(data: unknown, list: FieldPath): unknown {
  const found = stepsOf(list).reduce<unknown>(
    (held, step) => (isRecord(held) ? held[step] : undefined),
    data,
  );
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
      const said = String(row.cells[column] ?? "");
      if (said !== "" && !different.has(said)) different.set(said, row);
    }
    return different.size > 1 ? [{ path, rows: [...different.values()] }] : [];
  });
}
