import Papa from "papaparse";
import type { RowProblem } from "./batch-run.ts";

/** What went into the ZIP and what did not, as a table for a spreadsheet; its formulas are made harmless. */
export function writeReport(files: ReadonlyMap<number, string>, problems: readonly RowProblem[]): string {
  const lines = [
    ...[...files].map(([row, file]) => ({ Row: row, File: file, Field: "", Problem: "" })),
    ...problems.map(({ row, label, words }) => ({ Row: row, File: "", Field: label, Problem: words })),
  ].sort((a, b) => a.Row - b.Row);
  return Papa.unparse(lines, { escapeFormulae: true });
}

/** A table with this template's columns, to be filled in elsewhere. */
export function writeEmptyTable(labels: readonly string[]): string {
  return Papa.unparse({ fields: [...labels], data: [] }, { escapeFormulae: true });
}
