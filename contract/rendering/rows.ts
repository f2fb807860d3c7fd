import { z } from "zod";
import { BILLS_MISMATCH, rowBill } from "../bill.ts";
import { renderTheme } from "./render.ts";
import { MAX_PACKED_ROWS } from "./row-pack.ts";

/** How the PDFs of rows are printed. */
export const rowsBleed = z
  .boolean()
  .default(false)
  .describe(
    "For a print shop, if the template's `page` has `bleed`: 3 mm around each page to cut off, crop marks outside of them, TrimBox and BleedBox.",
  );

/** Some rows of a table, answered as a pack of PDFs. */
export const rowsRequest = z
  .object({
    rows: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_PACKED_ROWS),
    theme: renderTheme.default({}),
    /** Of invoices: makes each PDF an e-invoice. */
    bills: z.array(rowBill).max(MAX_PACKED_ROWS).optional(),
    bleed: rowsBleed,
  })
  .refine(({ rows, bills = rows }) => bills.length === rows.length, BILLS_MISMATCH);
export type RowsRequest = z.input<typeof rowsRequest>;
