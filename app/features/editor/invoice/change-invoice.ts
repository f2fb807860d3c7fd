import type { DocumentInvoice, InvoiceDetails } from "../../../../contract/bill.ts";
import {
  buyerOnPage,
  readCompanyId,
  readElectronicAddress,
  sellerOnPage,
  writeElectronicAddress,
} from "../../../../shared/bill/document-invoice.ts";
import { valueAt } from "../../../../shared/bill/proposals.ts";
import { stepsOf, writeAt } from "../form/field-path.ts";
import type { InvoiceState } from "./invoice-state.ts";

/** Reading and writing the details by their paths, as the fields of the panel show them. */

const ADDRESS = /\.electronicAddress$/;
const COMPANY = /\.companyId$/;
const NOTE = /^notes\.(\w+)$/;

export function readDetail(details: InvoiceDetails, path: string): string {
  const [, code] = NOTE.exec(path) ?? [];
  if (code) return details.notes?.find((note) => note.code === code)?.text ?? "";
  if (ADDRESS.test(path))
    return writeElectronicAddress(
      path.startsWith("seller") ? details.seller?.electronicAddress : details.buyer?.electronicAddress,
    );
  return valueAt(details, path) ?? "";
}

/** The details with other values; an empty text removes one. */
export function writeDetails(
  { stored, page, details }: Pick<InvoiceState, "stored" | "page" | "details">,
  values: readonly (readonly [path: string, text: string])[],
): DocumentInvoice | undefined {
  let next = stored;
  for (const [path, text] of values) {
    if (path.startsWith("seller.") && !details.seller && next.sellerFor !== sellerOnPage(page)) {
      const { seller: _, ...rest } = next;
      next = rest;
    }
    if (path.startsWith("buyer") && !details.buyer && next.buyerFor !== buyerOnPage(page)) {
      const { buyer: _, buyerReference, ...rest } = next;
      next = next.buyerFor || !buyerReference ? rest : { ...rest, buyerReference };
    }
    next = writeDetail(next, path, text);
    if (path.startsWith("seller.")) next = { ...next, sellerFor: sellerOnPage(page) || undefined };
    if (path.startsWith("buyer")) next = { ...next, buyerFor: buyerOnPage(page) || undefined };
  }
  const { sellerFor, buyerFor, ...rest } = next;
  const cleaned: DocumentInvoice = {
    ...rest,
    ...(rest.seller && sellerFor ? { sellerFor } : {}),
    ...((rest.buyer || rest.buyerReference) && buyerFor ? { buyerFor } : {}),
  };
  return Object.keys(cleaned).length > 0 ? cleaned : undefined;
}

/** The longest text of a detail, as in `contract/bill.ts`: a longer one would keep the whole document from being saved. */
export function lengthOf(path: string): number {
  if (/\.(?:postcode|vatId)$/.test(path)) return 40;
  return /\.(?:taxNumber|phone|iban|mandate|creditor|debited)$/.test(path) ? 60 : 300;
}

function writeDetail(invoice: DocumentInvoice, path: string, typed: string): DocumentInvoice {
  const text = typed.trim() === "" ? undefined : typed.slice(0, lengthOf(path));
  const [, code] = NOTE.exec(path) ?? [];
  if (code) {
    const others = (invoice.notes ?? []).filter((note) => note.code !== code);
    const notes = text ? [...others, { code, text }] : others;
    return writeAt(invoice, ["notes"], notes.length > 0 ? notes : undefined);
  }
  if (path === "preceding.0.number" || path === "preceding.0.issued") {
    const [first = {}] = invoice.preceding ?? [];
    const changed = writeAt(first, [path.endsWith("number") ? "number" : "issued"], text);
    return writeAt(invoice, ["preceding"], Object.keys(changed).length > 0 ? [changed] : undefined);
  }
  return writeAt(invoice, stepsOf(path), text && typedValue(path, text, invoice));
}

function typedValue(path: string, text: string, { seller, buyer }: DocumentInvoice): unknown {
  if (ADDRESS.test(path)) return readElectronicAddress(text);
  if (COMPANY.test(path)) {
    const party = path.startsWith("seller") ? seller : buyer;
    const french = party?.vatId?.startsWith("FR") || /^\d{3} ?\d{3} ?\d{3}$/.test(text);
    return readCompanyId(text, party?.address?.country ?? (french ? "FR" : undefined));
  }
  return /\.(?:vatId|iban)$/.test(path) ? text.replace(/[\s.-]/g, "").toUpperCase() : text;
}

/** The choice for a line, found again by its description. */
export function writeLine(
  invoice: DocumentInvoice,
  name: string,
  change: { unit?: string; taxCase?: string },
): DocumentInvoice {
  const before = invoice.lines?.find((line) => line.for === name);
  const after = Object.fromEntries(
    Object.entries({ ...before, for: name, ...change }).filter(([, value]) => value),
  ) as NonNullable<DocumentInvoice["lines"]>[number];
  const others = (invoice.lines ?? []).filter((line) => line.for !== name);
  const lines = Object.keys(after).length > 1 ? [...others, after] : others;
  return writeAt(invoice, ["lines"], lines.length > 0 ? lines : undefined);
}
