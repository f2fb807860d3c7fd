import {
  type BillParty,
  type BillProfile,
  type DocumentInvoice,
  documentInvoice,
  type InvoiceDetails,
} from "../../contract/bill.ts";
import { meaningOf } from "../../contract/templates/field-meaning.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { isRecord } from "../../contract/templates/template-file.ts";
import { placesIn, readAt } from "../switching/field-pairs.ts";

/** The invoice details that are stored with a document, and what of them counts for its page as it is now. */

/** Undefined if there are none, or not in a form that we know. */
export function readDocumentInvoice(value: unknown): DocumentInvoice | undefined {
  const parsed = documentInvoice.safeParse(value).data;
  return parsed && Object.keys(parsed).length > 0 ? parsed : undefined;
}

/** What the page says, by meaning, and its lines. */
export type PageValues = {
  read(means: string): string | undefined;
  /** The description of each line. */
  lines: string[];
};

export function valuesOfPage(fields: GroupField, data: unknown): PageValues {
  const texts = new Map<string, string>();
  let lines: string[] = [];
  for (const { field, means, path } of placesIn(fields)) {
    const value = readAt(data, path);
    if (field.type === "array") {
      if (means !== "invoice.lines[]" || field.items.type !== "object") continue;
      const [name] =
        Object.entries(field.items.properties).find(
          ([, each]) => meaningOf(each) === "invoice.lines[].description",
        ) ?? [];
      const rows = Array.isArray(value) ? value.filter(isRecord) : [];
      lines = rows.map((row) => (name ? oneLine(row[name]) : ""));
      continue;
    }
    const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";
    if (means && text !== "" && !texts.has(means)) texts.set(means, text);
  }
  return { read: (means) => texts.get(means), lines };
}

export function sellerOnPage({ read }: PageValues): string {
  return oneLine(read("sender.legal_name") ?? read("sender.name"));
}

export function buyerOnPage({ read }: PageValues): string {
  return oneLine(read("recipient.name"));
}

/** The details that count: those of another seller, buyer or line than the page has are left out. */
export function detailsFor(page: PageValues, stored: DocumentInvoice): InvoiceDetails {
  const { profile: _, sellerFor, buyerFor, seller, buyer, buyerReference, lines, ...rest } = stored;
  const isBuyer = (buyerFor ?? "") === buyerOnPage(page);
  const byLine = new Map(lines?.map((line) => [line.for, line]));
  const choices = page.lines.map((name) => {
    const { unit, taxCase } = byLine.get(name) ?? {};
    return { ...(unit ? { unit } : {}), ...(taxCase ? { taxCase } : {}) };
  });
  return {
    ...rest,
    ...(seller && (sellerFor ?? "") === sellerOnPage(page) ? { seller } : {}),
    ...(buyer && isBuyer ? { buyer } : {}),
    ...(buyerReference && (isBuyer || !buyerFor) ? { buyerReference } : {}),
    ...(choices.some((choice) => Object.keys(choice).length > 0) ? { lines: choices } : {}),
  };
}

export type ProfileReason = "chosen" | "reference" | "france" | "belgium" | "default";

const LEITWEG_ID = /^\d{2,12}(?:-[A-Z\d]{1,30})?-\d{2}$/i;

/** Which standard an invoice follows, and why. A buyer reference means XRechnung only from or to Germany. */
export function profileFor(
  { profile, buyerReference }: Pick<DocumentInvoice, "profile" | "buyerReference">,
  page: PageValues,
  countries: { seller: string | undefined; buyer: string | undefined },
): { profile: BillProfile; reason: ProfileReason } {
  if (profile) return { profile, reason: "chosen" };
  const reference = buyerReference ?? page.read("recipient.reference");
  const isGerman = countries.buyer === "DE" || (!countries.buyer && countries.seller === "DE");
  if (reference && (isGerman || LEITWEG_ID.test(reference)))
    return { profile: "xrechnung", reason: "reference" };
  if (countries.seller === "FR" && countries.buyer === "FR") return { profile: "france", reason: "france" };
  if (countries.seller === "BE" && countries.buyer === "BE") return { profile: "peppol", reason: "belgium" };
  return { profile: "en16931", reason: "default" };
}

/** An electronic address as people write it: an email address, or scheme and number as in "0208:0123456789". */
export function readElectronicAddress(typed: string): BillParty["electronicAddress"] {
  const text = typed.trim();
  if (text === "") return undefined;
  const [, scheme, id] = /^(\d{4}|[A-Z]{2})\s*:\s*(\S.*)$/.exec(text) ?? [];
  if (scheme && id) return { id, scheme };
  return text.includes("@") ? { id: text, scheme: "EM" } : { id: text };
}

export function writeElectronicAddress(address: BillParty["electronicAddress"]): string {
  const { id = "", scheme } = address ?? {};
  return scheme && scheme !== "EM" ? `${scheme}:${id}` : id;
}

const SIREN = "0002";
const SIRET = "0009";

/** A number in a register; nine and fourteen digits are French, where the scheme is required. */
export function readCompanyId(typed: string, country: string | undefined): BillParty["companyId"] {
  const text = typed.trim();
  if (text === "") return undefined;
  const digits = text.replace(/[\s.]/g, "");
  if (country === "FR" && /^\d{9}$/.test(digits)) return { id: digits, scheme: SIREN };
  if (country === "FR" && /^\d{14}$/.test(digits)) return { id: digits, scheme: SIRET };
  return { id: text };
}

const MAX_NAME = 1_000; // as in `contract/bill.ts`

function oneLine(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").slice(0, MAX_NAME).trim() : "";
}
