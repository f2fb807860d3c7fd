import { t } from "@lingui/core/macro";
import type { RowBill } from "../../../../../contract/bill.ts";
import {
  type GroupField,
  isRecord,
  type TextField,
} from "../../../../../contract/templates/template-file.ts";
import { billOfDocument } from "../../../../../shared/bill/document-bill.ts";
import { countryCode } from "../../../../../shared/bill/proposals.ts";
import type { Fault } from "../../../../lib/http/http-client.ts";
import type { Draft } from "../../draft.ts";
import { writeDetails } from "../../invoice/change-invoice.ts";
import { type Known, readInvoice } from "../../invoice/invoice-state.ts";
import { problemText } from "../../invoice/problem-text.ts";

/** E-invoices of a batch: a table may have columns for what an e-invoice needs beyond its page. */

/** Texts of such columns by the name of their field. */
export type InvoiceColumns = Readonly<Record<string, unknown>>;

export type EInvoices = {
  known: Known;
  /** Whether the person takes what can be read from each address and VAT number. */
  usesSuggestions: boolean;
};

/** In the data of a row until `splitInvoice`. No template has a field of this name. */
const GROUP = "e_invoice";

/** The fields that columns can fill, each with the path of the detail. */
const DETAILS: Record<string, string> = {
  country: "buyer.address.country",
  street: "buyer.address.street",
  postcode: "buyer.address.postcode",
  town: "buyer.address.town",
  vat_number: "buyer.vatId",
  electronic_address: "buyer.electronicAddress",
  buyer_reference: "buyerReference",
  order_number: "order",
  delivery_date: "delivery.date",
};

/** The fields of a template and those of the e-invoice. */
export function withInvoiceFields(fields: GroupField): GroupField {
  const text = (title: string): TextField => ({ type: "string", title, maxLength: 300 });
  const group: GroupField = {
    type: "object",
    title: t`E-invoice`,
    additionalProperties: false,
    properties: {
      country: text(t`Buyer’s country`),
      street: text(t`Buyer’s street`),
      postcode: text(t`Buyer’s postcode`),
      town: text(t`Buyer’s town`),
      vat_number: text(t`Buyer’s VAT number`),
      electronic_address: text(t`Buyer’s electronic address`),
      buyer_reference: text(t`Buyer reference`),
      order_number: text(t`Order number`),
      delivery_date: { ...text(t`Delivery date`), format: "date", "x-widget": "date" },
    },
  };
  return { ...fields, properties: { ...fields.properties, [GROUP]: group } };
}

export const isInvoiceColumn = (path: string | undefined) => path?.startsWith(`${GROUP}.`) === true;

export function splitInvoice(filled: Draft["data"]): { data: Draft["data"]; invoice?: InvoiceColumns } {
  const { [GROUP]: invoice, ...data } = filled;
  return isRecord(invoice) ? { data, invoice } : { data };
}

/** What a document's e-invoice is made of, or what it lacks. */
function billOfRow(
  fields: GroupField,
  draft: Draft,
  { data, invoice: columns = {} }: { data: Draft["data"]; invoice?: InvoiceColumns },
  { known, usesSuggestions }: EInvoices,
): { bill: RowBill; faults: Fault[] } {
  const before = readInvoice(fields, { ...draft, data }, known);
  const suggested = usesSuggestions
    ? [...before.proposals.values()].map(({ path, value }): [string, string] => [path, value])
    : [];
  const typed = Object.entries(columns).flatMap(([name, value]): [string, string][] => {
    const path = DETAILS[name];
    if (!path || typeof value !== "string") return [];
    return [[path, path.endsWith("country") ? (countryCode(value) ?? value.trim().toUpperCase()) : value]];
  });
  const invoice = writeDetails(before, [...suggested, ...typed]);
  const { details, profile } = readInvoice(
    fields,
    { ...draft, data, ...(invoice ? { invoice } : {}) },
    known,
  );
  const { problems } = billOfDocument(fields, data, details, profile);
  const faults = problems.map((problem) => ({
    path: problem.path,
    type: "einvoice",
    message: problemText(problem),
  }));
  if (profile === "peppol")
    faults.unshift({
      path: "",
      type: "einvoice",
      message: t`Peppol takes XML only. Choose another standard in the e-invoice details of the draft.`,
    });
  return { bill: { profile, invoice: details }, faults };
}

type Row = { data: Draft["data"]; invoice?: InvoiceColumns };

/** A document of a batch with its e-invoice, if the batch makes some. */
export function withBill<Document extends Row>(
  fields: GroupField,
  draft: Draft,
  document: Document,
  eInvoices: EInvoices | undefined,
): Document & { bill: RowBill | undefined; faults: Fault[] } {
  if (!eInvoices) return { ...document, bill: undefined, faults: [] };
  return { ...document, ...billOfRow(fields, draft, document, eInvoices) };
}

/** Whether a document can be made. */
export const isComplete = ({ conflicts, faults }: { conflicts: unknown[]; faults: unknown[] }) =>
  conflicts.length === 0 && faults.length === 0;
