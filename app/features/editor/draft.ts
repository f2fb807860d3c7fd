import type { DocumentInvoice } from "../../../contract/bill.ts";
import type { RenderTheme } from "../../../contract/rendering/render.ts";
import type { LeftoverValues } from "../../../shared/switching/leftover-values.ts";

/** The values and design of a document in the editor. Without a title it is named after its values. */
export type Draft = {
  data: Record<string, unknown>;
  theme: RenderTheme;
  title?: string;
  /** Values of an earlier template for which this one has no field. */
  kept?: LeftoverValues;
  /** Of an invoice: what an e-invoice needs beyond the page. */
  invoice?: DocumentInvoice;
};

/** A field's path in the data: "items.0.price". */
export type FieldPath = string;
