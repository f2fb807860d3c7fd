import { plural } from "@lingui/core/macro";
import { UnreadableFile } from "../../../../../lib/batch/zip-entries.ts";
import { type Cell, MAX_ROWS, MOST_COLUMNS, type TableRow } from "../table.ts";
import { type NumberFormat, readNumber } from "./number-formats.ts";
import { attributeOf, type Tag, tagsOf } from "./xml-tags.ts";

/** Data that the cells of a sheet refer to. */
export type SheetContext = { strings: readonly string[]; formats: readonly NumberFormat[]; is1904: boolean };

/** The rows of a sheet that aren't blank, with their numbers. */
export function readRows(xml: string, context: SheetContext): TableRow[] {
  const rows: TableRow[] = [];
  let row: TableRow = { number: 0, cells: [] };
  let cell: { column: number; tag: Tag; text: string } | undefined;
  let lastColumn = -1;

  function start(tag: Tag) {
    if (tag.name === "row") {
      row = { number: Number(attributeOf(tag, "r")) || row.number + 1, cells: [] };
      lastColumn = -1;
    } else if (tag.name === "c") {
      lastColumn = columnOf(attributeOf(tag, "r")) ?? lastColumn + 1;
      cell = { column: lastColumn, tag, text: "" };
    } else if (cell && (tag.name === "v" || tag.name === "t")) cell.text += tag.text;
  }

  function end(name: string) {
    if (name === "c" && cell) {
      place(row, cell.column, readCell(cell.tag, cell.text, context));
      cell = undefined;
    }
    if (name === "row" && row.cells.length > 0) {
      rows.push(row);
      if (rows.length > MAX_ROWS + 1)
        throw new UnreadableFile(
          plural(
            { most: MAX_ROWS },
            {
              one: "This sheet is too long. The limit is # row.",
              other: "This sheet is too long. The limit is # rows.",
            },
          ),
        );
    }
  }

  for (const tag of tagsOf(xml)) {
    if (!tag.isEnd) start(tag);
    if (tag.isEnd || tag.attributes.endsWith("/")) end(tag.name);
    if (tag.isEnd && tag.name === "sheetData") break;
  }
  return rows;
}

function place(row: TableRow, column: number, cell: Cell) {
  if (cell === "") return;
  if (column >= MOST_COLUMNS) throw new UnreadableFile(formatTooWide(row.number, column + 1));
  while (row.cells.length < column) row.cells.push("");
  row.cells[column] = cell;
}

function formatTooWide(row: number, column: number): string {
  return plural(
    { most: MOST_COLUMNS },
    {
      one: `Row ${row} has a value in column ${column}. The limit is # column.`,
      other: `Row ${row} has a value in column ${column}. The limit is # columns.`,
    },
  );
}

function readCell(tag: Tag, text: string, { strings, formats, is1904 }: SheetContext): Cell {
  const type = attributeOf(tag, "t") ?? "n";
  if (text === "") return "";
  if (type === "s") return readable(strings[Number(text)] ?? "");
  if (type === "b") return text === "1" ? "yes" : "no";
  if (type !== "n") return readable(text); // a text, a date as text, or an error such as #REF!
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return readNumber(number, formats[Number(attributeOf(tag, "s") ?? 0)] ?? { kind: "number" }, is1904);
}

/** Characters that XML can't hold are written as "_x000D_". */
function readable(text: string): string {
  return text
    .replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, "\n");
}

/** "A" is 0, "AB12" is 27. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "") ?? [];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
