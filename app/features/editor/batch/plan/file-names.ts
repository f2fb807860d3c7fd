import { titleIn } from "../../../../../shared/filling/title-translations.ts";
import { readAt } from "../../../../../shared/switching/field-pairs.ts";
import { plainFileName } from "../../../../../shared/text/file-name.ts";
import type { Draft } from "../../draft.ts";
import { text } from "../../form/value-text.ts";
import type { Cell, Table, TableRow } from "../table/table.ts";
import { inReadingOrder } from "./column-names.ts";
import type { Grouping, Matching } from "./row-plan.ts";

/** File names of a batch, built from columns: "{Number} {Client}". */

export function nameRow(pattern: string, columns: readonly string[], cells: readonly Cell[]): string {
  const filled = pattern.replace(/\{([^{}]+)\}/g, (hole, name: string) => {
    const index = columns.findIndex((column) => column.toLowerCase() === name.trim().toLowerCase());
    return index < 0 ? hole : String(cells[index] ?? "");
  });
  return plainFileName(filled, "");
}

type Named = { titlePattern: string; draft: Draft; table: Table; matching: Matching; groupBy: Grouping };

/**
 * Names files after their document's title, "Invoice {Number}", with the columns that fill it. If none does,
 * columns that distinguish rows are added.
 */
export function nameAfterTitle({ titlePattern, draft, table, matching, groupBy }: Named): string {
  const { columns, rows } = table;
  let isOwn = groupBy === "all";
  const title = titleIn(titlePattern, draft.theme.language)
    .replace(/\{([^{}]+)\}/g, (_, path: string) => {
      const filling = columns.flatMap((name, index) => (matching[index] === path ? [{ name }] : []));
      if (filling.length === 0) return text(readAt(draft.data, path)).replace(/[{}]/g, "");
      isOwn = true;
      return inReadingOrder(filling)
        .map(({ name }) => `{${name}}`)
        .join(" ");
    })
    .replace(/\s+/g, " ")
    .trim();
  if (isOwn) return title;
  const others = typeof groupBy === "number" ? `{${columns[groupBy]}}` : suggestPattern(columns, rows);
  return `${title} ${others}`.trim();
}

/** Suggests one or two columns that distinguish rows. */
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
