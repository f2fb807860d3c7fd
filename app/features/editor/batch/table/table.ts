import { plural, t } from "@lingui/core/macro";
import Papa from "papaparse";
import { readCsv } from "../../../../lib/browser/text-file.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";

/** An uploaded or pasted table; its first row has the column names. */
export type Table = { columns: string[]; rows: TableRow[] };
/** `number` is the row's number in the spreadsheet: the header is row 1 and blank rows count. */
export type TableRow = { number: number; cells: Cell[] };
/** Text, or a number cell of a workbook, which is unambiguous. */
export type Cell = string | number;
export type TableProblem = { problem: string };
/** The sheets of a workbook, to choose one from. */
export type Sheets = { sheets: { name: string; read(): Table | TableProblem }[] };

export const MAX_ROWS = 10_000;
export const MOST_COLUMNS = 200;
export const MAX_TABLE_BYTES = 20 * 1024 * 1024;

export function readTable(given: string): Table | TableProblem {
  return makeTable(readCsv(given).map((cells, index) => ({ number: index + 1, cells })));
}

/** Makes a table from all rows of a sheet; the first row that isn't blank is the header. */
export function makeTable(lines: readonly TableRow[]): Table | TableProblem {
  const [head, ...rows] = lines
    .map(({ number, cells }) => ({ number, cells: cells.map(trim) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (!head) return { problem: t`The table is empty. The first row must contain the column names.` };
  if (rows.length === 0) return { problem: t`The table has column names but no rows.` };
  if (rows.length > MAX_ROWS)
    return {
      problem: formatTooManyRows(rows.length),
    };
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), head.cells.length);
  if (width > MOST_COLUMNS)
    return {
      problem: plural(width, {
        one: `The table has # column. The limit is ${MOST_COLUMNS}.`,
        other: `The table has # columns. The limit is ${MOST_COLUMNS}.`,
      }),
    };
  const columns = nameColumns(Array.from({ length: width }, (_, index) => String(head.cells[index] ?? "")));
  return {
    columns,
    rows: rows.map(({ number, cells }) => ({ number, cells: columns.map((_, index) => cells[index] ?? "") })),
  };
}

function formatTooManyRows(count: number): string {
  const most = formatNumber(MAX_ROWS);
  return plural(count, {
    one: `The table has # row. The limit is ${most}.`,
    other: `The table has # rows. The limit is ${most}.`,
  });
}

function trim(cell: Cell): Cell {
  return typeof cell === "string" ? cell.trim() : cell;
}

/** Gives every column a unique name: file names are built from them. */
function nameColumns(names: string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((given, index) => {
    const name = given || t`Column ${{ number: index + 1 }}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** A table with only a header, to fill in elsewhere. */
export function writeEmptyTable(columns: readonly string[]): string {
  return Papa.unparse({ fields: [...columns], data: [] }, { escapeFormulae: true });
}
