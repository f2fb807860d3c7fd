import type { PrintRequest } from "../../../../../contract/rendering/render.ts";
import type { EInvoiceRequest } from "../../invoice/invoice-panel.tsx";
import type { Export } from "../exported-files.ts";

/** A format to export to, and the message shown meanwhile. */
export type ExportFormat = { label(): string; busyMessage(): string; make: Export; isPrint?: true };

/** What the dialog of formats offers. */
export type DownloadFormats = {
  pdf: ExportFormat;
  archive: ExportFormat;
  image(dpi: number): ExportFormat;
  svg: ExportFormat;
  print(request: PrintRequest): ExportFormat;
  eInvoice(request: EInvoiceRequest): ExportFormat;
};
