import { z } from "zod";
import { BILL_PROFILES, BILL_SYNTAXES, invoiceDetails, type RowBill } from "../../../contract/bill.ts";
import { type PrintRequest, renderRequest } from "../../../contract/rendering/render.ts";
import type { BillRequest } from "../../../engine/input/bills.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import { isInvoiceTemplate } from "../../../shared/bill/invoice-template.ts";
import { invalidPayload } from "../../errors/errors.ts";

/** E-invoices: POST /render/{template}.xml, or in the PDF with `profile`. */

/** Of a PDF, PNG, SVG or XML of one document. */
export const fileRequest = renderRequest.extend({
  profile: z
    .enum(BILL_PROFILES)
    .optional()
    .describe(
      "Of an invoice template: makes an e-invoice by EN 16931, XRechnung 3.0 or the French rules, or for Peppol BIS Billing 3.0 (XML only).",
    ),
  syntax: z
    .enum(BILL_SYNTAXES)
    .optional()
    .describe("Of the XML; CII by default, for Peppol UBL. A PDF always has CII."),
  invoice: invoiceDetails
    .optional()
    .describe("What an e-invoice needs beyond what is on the page, named after the terms of EN 16931."),
  archive: z.boolean().optional().describe("Of a PDF: declares it as PDF/A-2a, for archives."),
});
export type FileRequest = z.output<typeof fileRequest>;

/** Refuses combinations that make no sense, before anything is rendered. */
export function requireBillRequest(
  { fields }: Pick<RenderTemplate, "fields">,
  format: string,
  mode: string,
  { profile, syntax, archive, ...request }: BillRequest & PrintRequest,
): void {
  const wantsBill = profile !== undefined || format === "xml";
  if (archive && format !== "pdf") throw invalidPayload('"archive" is only for PDFs');
  if (syntax && format !== "xml") throw invalidPayload('"syntax" is only for XML; a PDF has CII');
  if (request.invoice && !wantsBill) throw invalidPayload('"invoice" needs a "profile"');
  if (!wantsBill) return;
  if (format !== "pdf" && format !== "xml") throw invalidPayload('"profile" is only for PDF and XML');
  if (mode !== "final") throw invalidPayload('An e-invoice is only made in the mode "final"');
  if (request.sheet || request.size || request.bleed)
    throw invalidPayload('"profile" and "sheet", "size" or "bleed" can\'t be combined');
  if (format === "pdf" && profile === "peppol")
    throw invalidPayload('Peppol takes no PDF: use "/render/{id}.xml" with the profile "peppol"');
  if (profile === "france" && syntax === "ubl")
    throw invalidPayload('The profile "france" is only written as CII');
  if (!isInvoiceTemplate(fields)) throw invalidPayload("Only invoice templates make e-invoices");
}

/** The same for the rows of a table. */
export function requireRowBills(
  template: Pick<RenderTemplate, "fields">,
  { bills = [], bleed }: Pick<PrintRequest, "bleed"> & { bills?: readonly RowBill[] | undefined },
): void {
  for (const profile of new Set(bills.map((bill) => bill.profile)))
    requireBillRequest(template, "pdf", "final", { profile, bleed });
}
