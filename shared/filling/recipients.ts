import type { BillParty, DocumentInvoice } from "../../contract/bill.ts";
import { MAX_RECIPIENTS } from "../../contract/limits.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { placesIn, readAt } from "../switching/field-pairs.ts";

/** The recipient of a document, by meaning: `recipient.name`, `recipient.address`. */
export type Recipient = Record<string, string>;

/** Belongs to one document only: its order reference. */
const OF_ONE_DOCUMENT = "recipient.reference";

function isOfRecipient(means: string | undefined): means is string {
  return means?.startsWith("recipient.") === true && means !== OF_ONE_DOCUMENT;
}

export function asksForRecipient(fields: GroupField): boolean {
  return placesIn(fields).some(({ means }) => isOfRecipient(means));
}

/**
 * The recipient of a document, with what its e-invoice says of the buyer, unless that is for another name; undefined if it has no name.
 */
export function recipientIn(
  fields: GroupField,
  data: unknown,
  invoice?: Pick<DocumentInvoice, "buyer" | "buyerFor" | "buyerReference">,
): Recipient | undefined {
  const recipient: Recipient = {};
  for (const { means, path } of placesIn(fields)) {
    const word = isOfRecipient(means) ? readAt(data, path) : undefined;
    if (means && typeof word === "string" && word.trim() !== "") recipient[means] = word.trim();
  }
  const name = nameOf(recipient);
  if (name === "") return undefined;
  const isBuyer = invoice?.buyerFor === name.replace(/\s+/g, " ");
  return isBuyer ? { ...textsOfBuyer(invoice.buyer, invoice.buyerReference), ...recipient } : recipient;
}

function textsOfBuyer(buyer: BillParty = {}, buyerReference?: string): Recipient {
  const { address = {}, vatId, companyId, electronicAddress = {} } = buyer;
  const { id, scheme } = electronicAddress;
  const texts = {
    "recipient.street": address.street,
    "recipient.postcode": address.postcode,
    "recipient.town": address.town,
    "recipient.country": address.country,
    "recipient.tax_id": vatId,
    "recipient.company_id": companyId?.id,
    // Not `recipient.reference`, which pages show and which is of one document: it is only suggested.
    "recipient.buyer_reference": buyerReference,
    "recipient.electronic_address": id && scheme && scheme !== "EM" ? `${scheme}:${id}` : id,
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([means, text]): [string, string][] => (text ? [[means, text]] : [])),
  );
}

/** The name of a recipient, which also identifies them. */
export function nameOf(recipient: Recipient): string {
  return recipient["recipient.name"] ?? recipient["recipient.organisation"] ?? "";
}

/** Each recipient once, the latest first; missing values are filled in from older documents. */
export function distinctRecipients(newestFirst: readonly Recipient[]): Recipient[] {
  const known = new Map<string, Recipient>();
  for (const recipient of newestFirst) {
    const name = nameOf(recipient).toLocaleLowerCase();
    known.set(name, { ...recipient, ...known.get(name) });
  }
  return [...known.values()].slice(0, MAX_RECIPIENTS);
}
