import type { Bill, BillProfile, BillSyntax, InvoiceDetails } from "../../contract/bill.ts";
import { billOfDocument } from "../../shared/bill/document-bill.ts";
import { writeBill } from "../../shared/bill/xml/bill-xml.ts";
import { IncompleteBill } from "../errors.ts";
import type { Archive } from "../job.ts";
import type { RenderInput } from "./render-job.ts";
import type { RenderTemplate } from "./render-template.ts";

/** E-invoices, as XML or attached to a PDF, and PDFs for archives. */
export type BillRequest = {
  profile?: BillProfile | undefined;
  syntax?: BillSyntax | undefined;
  invoice?: InvoiceDetails | undefined;
  archive?: boolean | undefined;
};

/** The PDF's attachment or the XML itself. */
export type PreparedBill = { xml: Uint8Array<ArrayBuffer>; bill: Bill };

/** The e-invoice of a document with the defaults of its fields, as the page has them; refused with what is missing. */
export function prepareBill(
  { fields }: Pick<RenderTemplate, "fields">,
  { data }: Pick<RenderInput, "data">,
  { profile = "en16931", syntax, invoice = {} }: BillRequest,
): PreparedBill {
  const { bill, problems } = billOfDocument(fields, data, invoice, profile);
  if (problems.length > 0) throw new IncompleteBill(problems);
  const xml = writeBill(bill, syntax ?? defaultSyntax(profile));
  return { bill, xml: new Uint8Array(xml) };
}

function defaultSyntax(profile: BillProfile): BillSyntax {
  return profile === "peppol" ? "ubl" : "cii";
}

/** What a PDF is declared as, if it is more than a PDF. */
export function archiveOf(
  { profile, archive }: BillRequest,
  bill: PreparedBill | undefined,
): Archive | undefined {
  if (bill && profile) return archiveWith(bill, profile);
  return archive ? {} : undefined;
}

function archiveWith({ bill, xml }: PreparedBill, profile: BillProfile): Archive {
  const isXrechnung = profile === "xrechnung";
  return {
    attachment: {
      name: isXrechnung ? "xrechnung.xml" : "factur-x.xml",
      type: "text/xml",
      bytes: xml,
      modified: bill.issued ?? "",
      description: "The invoice as data",
      level: isXrechnung ? "XRECHNUNG" : "EN 16931",
      version: isXrechnung ? "3.0" : "1.0",
    },
  };
}
