import { plainFileName } from "../../../../../contract/file-name.ts";
import type { Cell, TableRow } from "../table/table.ts";

/** Names for the files of a batch, built from columns: "{Number} {Client}". */

export function nameRow(pattern: string, columns: readonly string[], cells: readonly Cell[]): string {
  const filled = pattern.replace(/\{([^{}]+)\}/g, (hole, name: string) => {
    const index = columns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
    return index < 0 ? hole : String(cells[index] ?? "");
  });
  return plainFileName(filled, "");
}

/** Two columns that tell rows apart make a good first suggestion. */
export function suggestPattern(columns: readonly string[], rows: readonly TableRow[]): string {
  const some = rows.slice(0, 200);
  const distinct = columns
    .map((column, index) => ({
      column,
      values: new Set(some.map(({ cells }) => String(cells[index] ?? ""))),
      index,
    }))
    .filter(({ values }) => !values.has("") && [...values].every((value) => value.length <= 40))
    .sort((a, b) => b.values.size - a.values.size || a.index - b.index);
  const [best, next] = distinct;
  if (!best) return columns[0] ? `{${columns[0]}}` : "";
  return best.values.size < some.length && next ? `{${best.column}} {${next.column}}` : `{${best.column}}`;
}
