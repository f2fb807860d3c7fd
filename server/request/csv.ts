/** CSV for spreadsheets (RFC 4180), with a byte order mark that identifies it as UTF-8. */

type Cell = string | number | null;

const MARK = "\ufeff";

/** The first line of a file: its column names. */
export function csvHead(columns: readonly string[]): string {
  return MARK + csvLines([columns]);
}

export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

/** A spreadsheet would run a text that begins like a formula, such as a person's name. */
const LIKE_A_FORMULA = /^[=+\-@\t\r]/;

function writeCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The headers of a file that a browser saves under this name. */
export function csvHeaders(name: string): Record<string, string> {
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
    "cache-control": "private, no-store",
  };
}
