import { type ListField, orderedProperties } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { readCell } from "../batch/plan/cell-value.ts";
import { decimalMark } from "../numbers/decimal-text.ts";
import { isLeaf, type LeafField } from "./field-kind.ts";

/** Cells that were copied from a spreadsheet or a CSV file, pasted into one field of a list. */

/** The lines of cells; undefined where it is a text for that one field. A field of several lines takes lines as they are. */
export function readPastedCells(text: string, isMultiline: boolean): string[][] | undefined {
  const given = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  const hasTabs = given.includes("\t");
  if (!hasTabs && (isMultiline || !given.includes("\n"))) return undefined;
  const mark = hasTabs ? "\t" : [";", ","].find((each) => isEven(splitCells(given, each)));
  return splitCells(given, mark ?? "\t");
}

/** Whether every line has the same number of cells, and more than one. */
function isEven(lines: string[][]): boolean {
  const count = lines[0]?.length ?? 0;
  return count > 1 && lines.every((cells) => cells.length === count);
}

/** A cell in quotes may hold the mark, line breaks, and quotes said twice. */
function splitCells(text: string, mark: string): string[][] {
  const lines: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\n]*))(${mark}|\\n|$)`, "gy");
  for (const [whole, quoted, plain = "", end] of text.matchAll(cell)) {
    if (whole === "" && lines.at(-1)?.length === 0) break;
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\n") lines.push([]);
    else if (end === "") break;
  }
  return lines;
}

type Place = { row: number; column: string | undefined };
type Pasted = { rows: unknown[]; added: number; filled: number; cut: number };

/** Fills the rows from that row and column on. What has no column is left out; rows beyond the most that fit are counted. */
export function pasteRows(
  list: ListField,
  rows: readonly unknown[],
  cells: readonly string[][],
  { row: first, column }: Place,
  language: Language,
): Pasted {
  const { items, maxItems = Infinity } = list;
  const columns = items.type === "object" ? columnsFrom(items, column) : undefined;
  const read = (cell: string, schema: LeafField) =>
    readCell(cell, schema, {
      mark: decimalMark(language),
      dateOrder: language === "en-US" ? "month first" : "day first",
      language,
    });
  const next = [...rows];
  const fitting = cells.slice(0, Math.max(0, maxItems - first));
  for (const [at, line] of fitting.entries()) {
    const place = first + at;
    if (!columns) {
      const value = isLeaf(items) ? read(line[0] ?? "", items) : undefined;
      next[place] = value ?? next[place] ?? "";
      continue;
    }
    const said = columns.flatMap(([name, schema], index) => {
      const value = read(line[index] ?? "", schema);
      return value === undefined ? [] : [[name, value] as const];
    });
    next[place] = { ...Object(next[place]), ...Object.fromEntries(said) };
  }
  return {
    rows: next,
    added: next.length - rows.length,
    filled: fitting.length,
    cut: cells.length - fitting.length,
  };
}

function columnsFrom(items: ListField["items"] & { type: "object" }, column: string | undefined) {
  const all = orderedProperties(items).flatMap(([name, schema]) =>
    isLeaf(schema) ? [[name, schema] as const] : [],
  );
  const from = all.findIndex(([name]) => name === column);
  return from < 0 ? [] : all.slice(from);
}

export function pastedMessage({ filled, cut }: Pasted, most: number | undefined): string {
  if (cut > 0) return `Pasted ${filled} of ${filled + cut} rows. This list can have up to ${most}.`;
  return filled === 1 ? "Pasted 1 row" : `Pasted ${filled} rows`;
}
