import type { Bill, BillParty } from "../../contract/bill.ts";
import type { MeaningRow, MeaningValues } from "../../contract/people/details.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { fillIn } from "../filling/filling.ts";
import { expectedSums } from "./amount-checks.ts";
import { compare, decimalOf, isZero } from "./decimal.ts";
import { billOfDocument } from "./document-bill.ts";

/** A received invoice as the values of a template, so that it can be shown as a page. */
export function pageOfBill(fields: GroupField, bill: Bill): Record<string, unknown> {
  return fillIn(fields, valuesOfBill(bill), {
    matches: (pattern, text) => new RegExp(pattern, "u").test(text),
  });
}

/** Whether the page asks for the same sum as the invoice: not every template has several rates, charges or payments. */
export function asksForSameSum(fields: GroupField, data: unknown, bill: Bill): boolean {
  const { totals } = billOfDocument(fields, data, {}, "en16931").bill;
  const due = bill.totals.due ?? expectedSums(bill).totals.due;
  return compare(decimalOf(totals.due), decimalOf(due)) === 0;
}

function valuesOfBill(bill: Bill): MeaningValues {
  const rates = new Set(bill.lines.map(({ rate = "0" }) => rate));
  const [rate] = rates;
  const percents = new Set(bill.allowances.map(({ percent }) => percent));
  const [percent] = percents;
  const texts: Record<string, string | undefined> = {
    ...textsOfParty("sender", bill.seller),
    ...textsOfParty("recipient", bill.buyer),
    "sender.legal": bill.seller.legal,
    "sender.iban": bill.payment?.iban,
    "sender.bic": bill.payment?.bic,
    "invoice.number": bill.number,
    "invoice.issued": bill.issued,
    "invoice.due": bill.due,
    "invoice.corrected": bill.preceding[0]?.number,
    "invoice.corrected_issued": bill.preceding[0]?.issued,
    "invoice.delivered": bill.delivery?.date,
    "invoice.project": bill.project,
    "invoice.currency": bill.currency,
    "invoice.tax_rate": rates.size === 1 && rate && !isZero(decimalOf(rate)) ? rate : undefined,
    "invoice.discount": percents.size === 1 ? percent : undefined,
    "invoice.payment": [bill.payment?.accountName, bill.payment?.iban, bill.payment?.bic]
      .filter(Boolean)
      .join("\n"),
    "invoice.payment_reference": bill.payment?.reference,
    "invoice.terms": bill.terms,
    "invoice.note": bill.notes.flatMap(({ text }) => text ?? []).join("\n"),
    "recipient.reference": bill.buyerReference,
  };
  const lines = bill.lines.map((line): MeaningRow => {
    const price = line.priceBase && line.priceBase !== "1" ? undefined : line.price;
    return withoutEmpty({
      description: line.name,
      detail: line.detail,
      date: line.period?.from,
      quantity: price === undefined ? undefined : line.quantity,
      price: price ?? line.net,
      tax_rate: line.rate,
    });
  });
  return { texts: withoutEmpty(texts), lists: { "invoice.lines": lines } };
}

function textsOfParty(who: "sender" | "recipient", party: BillParty): Record<string, string | undefined> {
  const { street, extra, postcode, town, country } = party.address ?? {};
  return {
    [`${who}.name`]: party.tradingName ?? party.name,
    ...(who === "sender" ? { "sender.legal_name": party.name } : {}),
    [`${who}.street`]: street,
    [`${who}.postcode`]: postcode,
    [`${who}.town`]: town,
    [`${who}.country`]: country,
    [`${who}.address`]: [street, extra, [postcode, town].filter(Boolean).join(" "), country]
      .filter(Boolean)
      .join("\n"),
    [`${who}.tax_id`]: party.vatId ?? party.taxNumber,
    [`${who}.company_id`]: party.companyId?.id,
    [`${who}.email`]: party.contact?.email,
    [`${who}.phone`]: party.contact?.phone,
    [`${who}.attention`]: who === "recipient" ? party.contact?.name : undefined,
  };
}

function withoutEmpty(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]): [string, string][] => (text ? [[key, text]] : [])),
  );
}
