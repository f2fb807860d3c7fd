import { t } from "@lingui/core/macro";
import type { BillProblem } from "../../../../contract/bill.ts";

/**
 * What one of our checks found, in the page's language. The checks themselves speak English, for programs. Sums are left to the table
 * that shows them.
 */
export function problemText({ rule, term, path, message }: BillProblem): string {
  const line = Number(/\.(\d+)\./.exec(path)?.[1] ?? -1) + 1;
  const texts: Record<string, () => string> = {
    "BR-02": () => t`The invoice number is missing.`,
    "BR-03": () => t`The issue date is missing.`,
    "BR-04": () => t`The type of the invoice is missing.`,
    "BR-05": () => t`The currency is missing.`,
    "BR-CL-04": () => t`The currency isn’t a code of three capital letters.`,
    "BR-CO-25": () => t`The due date or the payment terms are missing.`,
    "BR-55": () => t`The number of the corrected invoice is missing.`,
    "BR-DE-26": () => t`The number of the corrected invoice is missing.`,
    "BR-FR-CO-04": () => t`The number of the corrected invoice is missing.`,
    "BR-29": () => t`The period ends before it begins.`,
    "BR-53": () => t`The tax in the other currency is missing.`,
    "BR-06": () => t`The seller’s legal name is missing.`,
    "BR-07": () => t`The buyer’s name is missing.`,
    "BR-09": () => t`The seller’s country is missing.`,
    "BR-11": () => t`The buyer’s country is missing.`,
    "BR-CL-14": () => t`A country code doesn’t exist.`,
    "BR-CO-26": () => t`The seller’s VAT number or company number is missing.`,
    "BR-S-02": () => t`The seller’s VAT number or tax number is missing.`,
    "BR-CO-09": () => t`A VAT number doesn’t begin with the code of its country, such as DE.`,
    "BR-CL-25": () =>
      t`An electronic address has no scheme that we know. Enter an email address, or scheme and number.`,
    "BR-16": () => t`The invoice has no lines.`,
    "BR-25": () => t`Line ${line} has no description.`,
    "BR-22": () => t`Line ${line} has no quantity.`,
    "BR-23": () => t`Line ${line} has no unit that we know.`,
    "BR-26": () => t`Line ${line} has no price.`,
    "BR-27": () => t`The price of line ${line} is negative.`,
    "BR-CO-04": () => t`A line has no tax rate, and no tax case that says why.`,
    "BR-S-05": () => t`A line has no tax rate. Without tax, it needs a tax case.`,
    "BR-IC-11": () => t`The delivery date or period is missing.`,
    "BR-IC-12": () => t`The country of delivery is missing.`,
    "BR-49": () => t`The means of payment is missing.`,
    "BR-61": () => t`The account to pay into is missing.`,
    "BR-DE-19": () => t`The IBAN isn’t right. Check it for typing errors.`,
    "PEPPOL-EN16931-R061": () => t`The mandate reference of the direct debit is missing.`,
    "BR-DE-30": () => t`The creditor identifier is missing.`,
    "BR-DE-31": () => t`The account that is debited is missing.`,
    "BR-DEC-09": () => t`Amounts in this currency have three decimals. An e-invoice allows two.`,
    "BR-DE-15": () => t`The buyer reference is missing, such as a Leitweg-ID.`,
    "BR-DE-1": () => t`The means of payment is missing.`,
    "BR-DE-5": () => t`The seller’s contact person is missing.`,
    "BR-DE-6": () => t`The phone number of the seller’s contact is missing.`,
    "BR-DE-7": () => t`The email address of the seller’s contact is missing.`,
    "BR-DE-3": () => t`The seller’s town is missing.`,
    "BR-DE-4": () => t`The seller’s postcode is missing.`,
    "BR-DE-8": () => t`The buyer’s town is missing.`,
    "BR-DE-9": () => t`The buyer’s postcode is missing.`,
    "BR-DE-TMP-32": () => t`The delivery date or period is missing.`,
    "PEPPOL-EN16931-R020": () => t`The seller’s electronic address is missing.`,
    "PEPPOL-EN16931-R010": () => t`The buyer’s electronic address is missing.`,
    "BR-FR-13": () => t`The seller’s electronic address is missing.`,
    "BR-FR-12": () => t`The buyer’s electronic address is missing.`,
    "BR-FR-08": () => t`Say whether goods or services are invoiced.`,
    "BR-FR-05": () => t`A note that French law requires is missing.`,
    "BR-FR-10": () => t`The seller’s SIREN is missing: nine digits.`,
    "BR-FR-01": () => t`The invoice number may have at most 35 letters, digits and + - _ /, and no spaces.`,
    "BR-FR-CO-07": () => t`The due date is before the issue date.`,
    "BR-FR-16": () => t`The tax rate of line ${line} isn’t used in France.`,
    "PEPPOL-EN16931-R003": () => t`A buyer reference or an order number is missing.`,
    "PEPPOL-EN16931-P0112": () => t`Peppol allows corrected invoices only within Germany. Use a credit note.`,
    "PEPPOL-EN16931-R002": () => t`Peppol allows one note.`,
    "PEPPOL-EN16931-R120": () => t`The amount of line ${line} doesn’t match its quantity and price.`,
    "BR-CO-10": () => t`The sum of the lines isn’t right.`,
    "BR-CO-11": () => t`The sum of the discounts isn’t right.`,
    "BR-CO-12": () => t`The sum of the charges isn’t right.`,
    "BR-CO-13": () => t`The total without tax isn’t right.`,
    "BR-CO-17": () => t`The tax at one rate isn’t right.`,
    "BR-CO-14": () => t`The tax isn’t right.`,
    "BR-CO-15": () => t`The total with tax isn’t right.`,
    "BR-CO-16": () => t`The amount due isn’t right.`,
    delivered: () => t`The delivery date or period is missing.`,
    amounts: () =>
      t`An amount on this page can’t be part of an e-invoice. Leave it empty, or download the plain PDF.`,
    format: () => t`A value isn’t what the standard allows there, and was left out: ${{ place: path }}`,
  };
  if (/^BR-\w+-05$/.test(rule) && term === "BT-152" && rule !== "BR-S-05")
    return t`A line has a tax rate, but its tax case allows none.`;
  if (term === "BG-23") return t`The tax at one rate is missing.`;
  if (term === "BT-116") return t`The amount that is taxed at one rate isn’t right.`;
  if (/^BR-\w+-10$/.test(rule) && term === "BT-120") return t`The reason why no tax is charged is missing.`;
  if (/^BR-\w+-0[23]$/.test(rule) && rule !== "BR-O-02" && term === "BT-48")
    return t`The buyer’s VAT number is missing.`;
  if (/^BR-\w+-02$/.test(rule) && rule !== "BR-O-02" && term === "BT-31")
    return t`The seller’s VAT number is missing.`;
  if (rule === "BR-O-02") return t`An invoice that isn’t subject to VAT can’t have a VAT number.`;
  if (rule === "BR-O-11")
    return t`A line that isn’t subject to VAT can’t be on an invoice with other tax cases.`;
  return texts[rule]?.() ?? message;
}
