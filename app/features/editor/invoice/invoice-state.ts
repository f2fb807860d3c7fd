import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type {
  Bill,
  BillParty,
  BillProblem,
  BillProfile,
  DocumentInvoice,
  InvoiceDetails,
} from "../../../../contract/bill.ts";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { billOfDocument } from "../../../../shared/bill/document-bill.ts";
import {
  buyerOnPage,
  detailsFor,
  type PageValues,
  type ProfileReason,
  profileFor,
  readCompanyId,
  readElectronicAddress,
  sellerOnPage,
  valuesOfPage,
} from "../../../../shared/bill/document-invoice.ts";
import {
  countryCode,
  countryOfVatId,
  type Proposal,
  proposeDetails,
} from "../../../../shared/bill/proposals.ts";
import { nameOf, type Recipient } from "../../../../shared/filling/recipients.ts";
import { ownerIn, useDetails } from "../../details/index.ts";
import { useSession } from "../../session/index.ts";
import type { Draft } from "../draft.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { recipientsOf } from "../recipients/recipients.ts";

/** The texts of the person's details, by meaning, and the recipients of earlier documents. */
export type Known = {
  senders: readonly Readonly<Record<string, string>>[];
  recipients: readonly Recipient[];
};

/** What is missing, with its number and where it is entered: "buyer.address.country", or "data.number" for a field of the page. */
export type Missing = { number: number; path: string; problem: BillProblem };

export type InvoiceState = {
  page: PageValues;
  /** What is stored with the document, with the seller of the person's details. */
  stored: DocumentInvoice;
  details: InvoiceDetails;
  bill: Bill;
  /** The same from the page alone. */
  fromPage: Bill;
  profile: BillProfile;
  reason: ProfileReason;
  proposals: ReadonlyMap<string, Proposal>;
  missing: readonly Missing[];
  /** Whether the e-invoice can be made: nothing is missing, and nothing that it needs is only suggested. */
  isReady: boolean;
};

/** The e-invoice of a draft as it is now. */
export function readInvoice(fields: GroupField, { data, invoice = {} }: Draft, known: Known): InvoiceState {
  const page = valuesOfPage(fields, data);
  const stored = withSeller(invoice, page, known);
  const details = detailsFor(page, stored);
  const proposals = new Map<string, Proposal>();
  for (const proposal of [...proposeDetails(page, details), ...fromRecipients(page, details, known)])
    if (!proposals.has(proposal.path)) proposals.set(proposal.path, proposal);
  const chosen = { ...stored, buyerReference: details.buyerReference };
  const { profile, reason } = profileFor(chosen, page, {
    seller: details.seller?.address?.country ?? proposals.get("seller.address.country")?.value,
    buyer: details.buyer?.address?.country ?? proposals.get("buyer.address.country")?.value,
  });
  const { bill, problems } = billOfDocument(fields, data, details, profile);
  const open = problems.map((problem) => ({ problem, path: placeOf(problem, details) }));
  const missing = open
    .filter(({ path }) => !isProposed(proposals, path))
    .map((each, index) => ({ ...each, number: index + 1 }));
  return {
    page,
    stored,
    details,
    bill,
    fromPage: billOfDocument(fields, data, {}, profile).bill,
    profile,
    reason,
    proposals,
    missing,
    isReady: problems.length === 0,
  };
}

/** What is known of the person and of earlier recipients. */
export function useKnown(): Known {
  const { sets, values } = useDetails();
  const { data: recipients } = useQuery(recipientsOf(ownerIn(useSession())));
  return useMemo(
    () => ({
      senders: [...(values ? [values.texts] : []), ...sets.map((set) => set.values.texts)],
      recipients: recipients ?? [],
    }),
    [sets, values, recipients],
  );
}

export function useInvoice({ fields }: EditorTemplate, store: DraftStore): InvoiceState {
  const draft = useDraft(store);
  const known = useKnown();
  return useMemo(() => readInvoice(fields, draft, known), [fields, draft, known]);
}

/** The seller of the person's details, if the page is from them and nothing else was entered for it. */
function withSeller(invoice: DocumentInvoice, page: PageValues, { senders }: Known): DocumentInvoice {
  const name = sellerOnPage(page);
  if (name === "" || (invoice.seller && (invoice.sellerFor ?? "") === name)) return invoice;
  const texts = senders.find((each) =>
    [each["sender.legal_name"], each["sender.name"]].some(
      (text) => text?.trim().replace(/\s+/g, " ") === name,
    ),
  );
  const seller = texts && sellerIn(texts);
  return seller && Object.keys(seller).length > 0 ? { ...invoice, seller, sellerFor: name } : invoice;
}

/** The seller in a person's details. What an e-invoice needs is only trusted where it has a field of its own. */
export function sellerIn(texts: Readonly<Record<string, string>>): BillParty {
  const taxId = texts["sender.tax_id"]?.replace(/[\s.-]/g, "");
  const country = countryCode(texts["sender.country"] ?? "");
  return clean({
    vatId: texts["sender.vat_id"] ?? (countryOfVatId(taxId) ? taxId : undefined),
    taxNumber: texts["sender.tax_number"] ?? (countryOfVatId(taxId) ? undefined : texts["sender.tax_id"]),
    companyId: readCompanyId(texts["sender.company_id"] ?? "", country),
    electronicAddress: readElectronicAddress(texts["sender.electronic_address"] ?? ""),
    address: clean({
      street: texts["sender.street"]?.split("\n")[0],
      postcode: texts["sender.postcode"],
      town: texts["sender.town"],
      country,
    }),
    contact: clean({
      name: texts["sender.contact_name"],
      phone: texts["sender.contact_name"] && texts["sender.phone"],
      email: texts["sender.contact_name"] && texts["sender.email"],
    }),
  });
}

/** The same as texts of the details; a country by its name, as it is printed. */
export function textsOfSeller(
  seller: BillParty,
  nameOfCountry: (code: string) => string,
): Record<string, string> {
  const { address = {}, contact = {} } = seller;
  return clean({
    "sender.street": address.street,
    "sender.postcode": address.postcode,
    "sender.town": address.town,
    "sender.country": address.country && nameOfCountry(address.country),
    "sender.company_id": seller.companyId?.id,
    "sender.vat_id": seller.vatId,
    "sender.tax_number": seller.taxNumber,
    "sender.electronic_address": seller.electronicAddress
      ? [seller.electronicAddress.scheme, seller.electronicAddress.id]
          .filter((part) => part && part !== "EM")
          .join(":")
      : undefined,
    "sender.contact_name": contact.name,
    "sender.phone": contact.phone,
    "sender.email": contact.email,
  }) as Record<string, string>;
}

/** What an earlier invoice to the same recipient had. It is proposed, because it may have changed. */
function fromRecipients(page: PageValues, details: InvoiceDetails, { recipients }: Known): Proposal[] {
  const name = buyerOnPage(page);
  const known = name === "" ? undefined : recipients.find((each) => nameOf(each) === name);
  if (!known) return [];
  const { buyer = {}, buyerReference } = details;
  const { address = {} } = buyer;
  const earlier: [path: string, value: string | undefined, given: string | undefined][] = [
    ["buyer.address.street", known["recipient.street"], address.street],
    ["buyer.address.postcode", known["recipient.postcode"], address.postcode],
    ["buyer.address.town", known["recipient.town"], address.town],
    ["buyer.address.country", countryCode(known["recipient.country"] ?? ""), address.country],
    ["buyer.electronicAddress", known["recipient.electronic_address"], buyer.electronicAddress?.id],
    ["buyer.vatId", known["recipient.tax_id"], buyer.vatId ?? page.read("recipient.tax_id")],
    ["buyer.companyId", known["recipient.company_id"], buyer.companyId?.id],
    [
      "buyerReference",
      known["recipient.buyer_reference"],
      buyerReference ?? page.read("recipient.reference"),
    ],
  ];
  return earlier.flatMap(([path, value, given]) =>
    value && !given ? [{ path, value, from: "recipient" as const }] : [],
  );
}

const FRENCH_NOTES = ["PMT", "PMD", "AAB"];

/** The field of the panel that a problem is about. */
function placeOf({ path }: BillProblem, { notes = [] }: InvoiceDetails): string {
  if (!path.startsWith("invoice.")) return path;
  const inside = path.slice("invoice.".length);
  if (inside === "preceding") return "preceding.0.number";
  if (inside === "notes")
    return `notes.${FRENCH_NOTES.find((code) => !notes.some((note) => note.code === code && note.text)) ?? "PMT"}`;
  return inside.replace(/\.(?:scheme|id)$/, "");
}

function isProposed(proposals: ReadonlyMap<string, Proposal>, path: string): boolean {
  // The VAT number of the tax office's number: either is enough.
  if (path === "seller.taxNumber") return proposals.has(path) || proposals.has("seller.vatId");
  if (path === "seller.vatId") return proposals.has(path) || proposals.has("seller.companyId");
  return proposals.has(path);
}

function clean<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, each]) =>
        each !== undefined && each !== "" && !(typeof each === "object" && Object.keys(each).length === 0),
    ),
  ) as Value;
}
