import { plural } from "@lingui/core/macro";
import { type ListField, orderedProperties } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { readCell } from "../batch/plan/cell-value.ts";
import { decimalMark } from "../numbers/decimal-text.ts";
import { isLeaf, type LeafField } from "./field-kind.ts";

/** Cells copied from a spreadsheet or a CSV file and pasted into a list. */

/** Splits pasted text into cells; undefined if it is text for one field. Multiline fields take line breaks as they are. */
export function readPastedCells(text: string, isMultiline: boolean): string[][] | undefined {
  const given = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  const hasTabs = given.includes("\t");
  if (!hasTabs && (isMultiline || !given.includes("\n"))) return undefined;
  const mark = hasTabs ? "\t" : [";", ","].find((each) => isEven(splitCells(given, each)));
  return splitCells(given, mark ?? "\t");
}

/** Whether every line has the same number of cells, at least two. */
function isEven(lines: string[][]): boolean {
  const count = lines[0]?.length ?? 0;
  return count > 1 && lines.every((cells) => cells.length === count);
}

/** A quoted cell may contain separators, line breaks and doubled quotes. */
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

/** Fills rows from the given row and column. Cells without a column are dropped; rows over the limit are counted. */
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
    const texts = columns.flatMap(([name, schema], index) => {
      const value = read(line[index] ?? "", schema);
      return value === undefined ? [] : [[name, value] as const];
    });
    next[place] = { ...Object(next[place]), ...Object.fromEntries(texts) };
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
  if (cut === 0) return plural(filled, { one: "Pasted # row", other: "Pasted # rows" });
  const limit = most ?? 0;
  return plural(
    { all: filled + cut },
    {
      one: `Pasted ${filled} of # row. This list can have up to ${limit}.`,
      other: `Pasted ${filled} of # rows. This list can have up to ${limit}.`,
    },
  );
}
