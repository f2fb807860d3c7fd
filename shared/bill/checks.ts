import type { Bill, BillParty, BillProblem, BillProfile } from "../../contract/bill.ts";
import { CATEGORY_RULES, checkAmounts, type Report } from "./amount-checks.ts";
import { ADDRESS_SCHEMES, COUNTRIES, FRENCH_PROCESSES, hasCountryPrefix } from "./codes.ts";
import { decimalOf, formatShort, isNegative, isZero } from "./decimal.ts";
import { type BillLevel, hasLines } from "./standards.ts";

/**
 * What an invoice lacks for its profile. These are not the official rules, which are a few hundred: they ask for what only a person can
 * know, and everything else is made so that the rules pass (`npm test -- bill-rules`). Rules are named where one corresponds.
 */
export function checkBill(bill: Bill, profile: BillProfile, level?: BillLevel): BillProblem[] {
  const problems: BillProblem[] = [];
  const report: Report = (rule, term, path, message) => {
    if (level !== "MINIMUM" || !NOT_IN_MINIMUM.has(term)) problems.push({ rule, term, path, message });
  };
  checkDocument(bill, report);
  checkParties(bill, report);
  if (hasLines(level)) checkLines(bill, report);
  checkTaxes(bill, report);
  checkPayment(bill, report);
  checkAmounts(bill, report);
  PROFILE_CHECKS[profile]?.(bill, report);
  return problems;
}

/** Terms that the lowest level of Factur-X has no place for: when to pay, and the buyer's country. */
const NOT_IN_MINIMUM = new Set(["BT-9", "BT-55"]);

function checkDocument(bill: Bill, report: Report) {
  if (!bill.number) report("BR-02", "BT-1", "number", "The invoice has no number.");
  if (!bill.issued) report("BR-03", "BT-2", "issued", "The issue date is missing.");
  if (!bill.type) report("BR-04", "BT-3", "type", "The type is missing, such as 380 for an invoice.");
  if (!bill.currency) report("BR-05", "BT-5", "currency", "The currency is missing.");
  else if (!/^[A-Z]{3}$/.test(bill.currency))
    report(
      "BR-CL-04",
      "BT-5",
      "currency",
      "The currency has to be a code of three capital letters, such as EUR.",
    );
  if (
    !isZero(decimalOf(bill.totals.due)) &&
    !isNegative(decimalOf(bill.totals.due)) &&
    !bill.due &&
    !bill.terms
  )
    report("BR-CO-25", "BT-9", "due", "The due date or the payment terms are missing.");
  for (const [index, each] of bill.preceding.entries())
    if (!each.number)
      report(
        "BR-55",
        "BT-25",
        `preceding.${index}.number`,
        "The number of the corrected invoice is missing.",
      );
  if (bill.type === "384" && bill.preceding.length === 0)
    report("BR-DE-26", "BT-25", "preceding", "A corrected invoice has to name the invoice that it corrects.");
  const { from, to } = bill.period ?? {};
  if (from && to && to < from) report("BR-29", "BT-74", "period.to", "The period ends before it begins.");
  if (bill.taxCurrency && bill.totals.taxInTaxCurrency === undefined)
    report("BR-53", "BT-111", "totals.taxInTaxCurrency", `The tax in ${bill.taxCurrency} is missing.`);
}

function checkParties({ seller, buyer }: Bill, report: Report) {
  if (!seller.name) report("BR-06", "BT-27", "seller.name", "The seller's legal name is missing.");
  if (!buyer.name) report("BR-07", "BT-44", "buyer.name", "The buyer's name is missing.");
  checkCountry(seller, "BR-09", "BT-40", "seller", report);
  checkCountry(buyer, "BR-11", "BT-55", "buyer", report);
  if (!seller.vatId && !seller.companyId?.id)
    report("BR-CO-26", "BT-31", "seller.vatId", "The seller needs a VAT number or a register number.");
  for (const [party, term, who] of [
    [seller, "BT-31", "seller"],
    [buyer, "BT-48", "buyer"],
  ] as const) {
    if (party.vatId && !hasCountryPrefix(party.vatId))
      report(
        "BR-CO-09",
        term,
        `${who}.vatId`,
        `The VAT number "${party.vatId}" has to begin with the code of its country, such as DE.`,
      );
    const address = party.electronicAddress;
    if (address && !ADDRESS_SCHEMES.has(address.scheme ?? ""))
      report(
        "BR-CL-25",
        who === "seller" ? "BT-34" : "BT-49",
        `${who}.electronicAddress.scheme`,
        "The electronic address needs its scheme, such as EM for an email address.",
      );
  }
}

function checkCountry(party: BillParty, rule: string, term: string, who: string, report: Report) {
  const country = party.address?.country;
  if (!country) report(rule, term, `${who}.address.country`, `The ${who}'s country is missing.`);
  else if (!COUNTRIES.has(country))
    report("BR-CL-14", term, `${who}.address.country`, `"${country}" is not the code of a country.`);
}

function checkLines({ lines }: Bill, report: Report) {
  if (lines.length === 0) report("BR-16", "BG-25", "lines", "The invoice has no lines.");
  for (const [index, line] of lines.entries()) {
    const path = `lines.${index}`;
    if (!line.name) report("BR-25", "BT-153", `${path}.name`, `Line ${index + 1} has no description.`);
    if (!line.quantity) report("BR-22", "BT-129", `${path}.quantity`, `Line ${index + 1} has no quantity.`);
    if (!line.unit) report("BR-23", "BT-130", `${path}.unit`, `Line ${index + 1} has no unit that we know.`);
    if (!line.price) report("BR-26", "BT-146", `${path}.price`, `Line ${index + 1} has no price.`);
    else if (isNegative(decimalOf(line.price)))
      report("BR-27", "BT-146", `${path}.price`, `The price of line ${index + 1} is negative.`);
    if (!line.category)
      report(
        "BR-CO-04",
        "BT-151",
        `${path}.category`,
        `Line ${index + 1} has no tax rate, and no tax case that says why.`,
      );
    else if (line.category === "S" && isZero(decimalOf(line.rate)))
      report(
        "BR-S-05",
        "BT-152",
        `${path}.rate`,
        `Line ${index + 1} has no tax rate. Without tax, it needs the reason.`,
      );
    else if (line.category !== "S" && !isZero(decimalOf(line.rate)))
      report(
        `BR-${CATEGORY_RULES[line.category]}-05`,
        "BT-152",
        `${path}.rate`,
        `Line ${index + 1} has a tax rate, but its tax category allows none.`,
      );
  }
}

function checkTaxes(bill: Bill, report: Report) {
  const { seller, buyer } = bill;
  const used = new Set([...bill.lines, ...bill.allowances, ...bill.charges].map(({ category }) => category));
  const needsVatId = used.has("K") || used.has("G");
  if (needsVatId && !seller.vatId)
    report("BR-IC-02", "BT-31", "seller.vatId", "The seller's VAT number is missing.");
  else if (
    (used.has("S") || used.has("Z") || used.has("E") || used.has("AE")) &&
    !seller.vatId &&
    !seller.taxNumber
  )
    report("BR-S-02", "BT-32", "seller.taxNumber", "The seller's VAT number or tax number is missing.");
  if (used.has("K") && !buyer.vatId)
    report(
      "BR-IC-02",
      "BT-48",
      "buyer.vatId",
      "The buyer's VAT number is missing, which this tax case needs.",
    );
  else if (used.has("AE") && !buyer.vatId && !buyer.companyId?.id)
    report(
      "BR-AE-02",
      "BT-48",
      "buyer.vatId",
      "The buyer's VAT number is missing, which a reverse charge needs.",
    );
  if (used.has("K")) {
    if (!bill.delivery?.date && !bill.period?.from && !bill.period?.to)
      report("BR-IC-11", "BT-72", "delivery.date", "The delivery date or period is missing.");
    if (!bill.delivery?.country)
      report("BR-IC-12", "BT-80", "delivery.country", "The country that was delivered to is missing.");
  }
  if (used.has("O")) {
    if (used.size > 1)
      report(
        "BR-O-11",
        "BT-151",
        "lines",
        "What is outside the scope of tax can't be on an invoice with other tax cases.",
      );
    for (const [who, term, party] of [
      ["seller", "BT-31", seller],
      ["buyer", "BT-48", buyer],
    ] as const)
      if (party.vatId)
        report(
          "BR-O-02",
          term,
          `${who}.vatId`,
          "An invoice outside the scope of tax can't have a VAT number.",
        );
  }
  for (const [index, { category, reason, reasonCode }] of bill.taxes.entries())
    if (category && category !== "S" && category !== "Z" && !reason && !reasonCode)
      report(
        `BR-${CATEGORY_RULES[category]}-10`,
        "BT-120",
        `taxes.${index}.reason`,
        "The reason why no tax is charged is missing, such as the section for small businesses.",
      );
}

const TRANSFERS = ["30", "58"];

function checkPayment({ payment, totals }: Bill, report: Report) {
  if (!payment) return;
  if (!payment.means) report("BR-49", "BT-81", "payment.means", "How the invoice is paid is missing.");
  if (TRANSFERS.includes(payment.means ?? "") && !payment.iban && !isZero(decimalOf(totals.due)))
    report("BR-61", "BT-84", "payment.iban", "The account to pay into is missing.");
  if (payment.means === "58" && payment.iban && !isIban(payment.iban))
    report("BR-DE-19", "BT-84", "payment.iban", `"${payment.iban}" is not an IBAN, or has a typing error.`);
  if (payment.means === "59") {
    if (!payment.mandate)
      report(
        "PEPPOL-EN16931-R061",
        "BT-89",
        "payment.mandate",
        "The reference of the direct debit mandate is missing.",
      );
    if (!payment.creditor)
      report("BR-DE-30", "BT-90", "payment.creditor", "The creditor identifier is missing.");
    if (!payment.debited)
      report("BR-DE-31", "BT-91", "payment.debited", "The account that is debited is missing.");
  }
}

/** ISO 13616: the check digits of the account number. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(text)) return false;
  const moved = `${text.slice(4)}${text.slice(0, 4)}`;
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

const PROFILE_CHECKS: Partial<Record<BillProfile, (bill: Bill, report: Report) => void>> = {
  xrechnung: checkXrechnung,
  france: checkFrance,
  peppol: checkPeppol,
};

function checkElectronicAddresses({ seller, buyer }: Bill, rules: [string, string], report: Report) {
  if (!seller.electronicAddress?.id)
    report(rules[0], "BT-34", "seller.electronicAddress", "The seller's electronic address is missing.");
  if (!buyer.electronicAddress?.id)
    report(rules[1], "BT-49", "buyer.electronicAddress", "The buyer's electronic address is missing.");
}

const PEPPOL_ADDRESSES: [string, string] = ["PEPPOL-EN16931-R020", "PEPPOL-EN16931-R010"];

function checkXrechnung(bill: Bill, report: Report) {
  const { seller, buyer } = bill;
  if (!bill.buyerReference)
    report("BR-DE-15", "BT-10", "buyerReference", "The buyer reference is missing, such as a Leitweg-ID.");
  if (!bill.payment) report("BR-DE-1", "BT-81", "payment.means", "How the invoice is paid is missing.");
  if (!seller.contact?.name)
    report("BR-DE-5", "BT-41", "seller.contact.name", "The seller's contact person is missing.");
  if (!seller.contact?.phone || !/(?:\d\D*){3}/.test(seller.contact.phone))
    report(
      "BR-DE-6",
      "BT-42",
      "seller.contact.phone",
      "The phone number of the seller's contact is missing.",
    );
  if (!seller.contact?.email || !/^[^\s@]{2,}@[^\s@]{2,}$/.test(seller.contact.email))
    report(
      "BR-DE-7",
      "BT-43",
      "seller.contact.email",
      "The email address of the seller's contact is missing.",
    );
  if (!seller.address?.town)
    report("BR-DE-3", "BT-37", "seller.address.town", "The seller's town is missing.");
  if (!seller.address?.postcode)
    report("BR-DE-4", "BT-38", "seller.address.postcode", "The seller's postcode is missing.");
  if (!buyer.address?.town) report("BR-DE-8", "BT-52", "buyer.address.town", "The buyer's town is missing.");
  if (!buyer.address?.postcode)
    report("BR-DE-9", "BT-53", "buyer.address.postcode", "The buyer's postcode is missing.");
  checkElectronicAddresses(bill, PEPPOL_ADDRESSES, report);
  if (!bill.delivery?.date && !bill.period?.from && !bill.period?.to)
    report("BR-DE-TMP-32", "BT-72", "delivery.date", "The delivery date or period is missing.");
}

const FRENCH_NOTES = [
  ["PMT", "the fixed recovery charge"],
  ["PMD", "the penalties for late payment"],
  ["AAB", "the discount for early payment, or that there is none"],
] as const;
const SIREN = "0002"; // its scheme in ISO 6523
const FRENCH_RATES = new Set("0 10 13 20 8.5 19.6 2.1 5.5 7 20.6 1.05 0.9 1.75 9.2 9.6".split(" "));

function checkFrance(bill: Bill, report: Report) {
  const { seller } = bill;
  if (!FRENCH_PROCESSES.has(bill.process ?? ""))
    report(
      "BR-FR-08",
      "BT-23",
      "process",
      "What is invoiced is missing: B1 for goods, S1 for services, M1 for both.",
    );
  for (const [code, what] of FRENCH_NOTES)
    if (!bill.notes.some((note) => note.code === code))
      report("BR-FR-05", "BT-22", "notes", `The note ${code} about ${what} is missing.`);
  if (seller.companyId?.scheme !== SIREN || !/^\d{9}$/.test(seller.companyId.id ?? ""))
    report(
      "BR-FR-10",
      "BT-30",
      "seller.companyId",
      "The seller's SIREN is missing: nine digits, with the scheme 0002.",
    );
  checkElectronicAddresses(bill, ["BR-FR-13", "BR-FR-12"], report);
  if (bill.number && (bill.number.length > 35 || !/^[A-Za-z\d+_/-]+$/.test(bill.number)))
    report(
      "BR-FR-01",
      "BT-1",
      "number",
      "The number may have 35 letters, digits and + - _ / at most, and no spaces.",
    );
  if (bill.due && bill.issued && bill.due < bill.issued && !bill.process?.endsWith("2"))
    report("BR-FR-CO-07", "BT-9", "due", "The due date is before the issue date.");
  if ((bill.type === "381" || bill.type === "384") && bill.preceding.length !== 1)
    report(
      "BR-FR-CO-04",
      "BT-25",
      "preceding",
      "The invoice that this one corrects is missing; it has to be one.",
    );
  for (const [index, line] of bill.lines.entries())
    if (line.rate && !FRENCH_RATES.has(formatShort(decimalOf(line.rate))))
      report("BR-FR-16", "BT-152", `lines.${index}.rate`, `${line.rate} % is not a French tax rate.`);
}

function checkPeppol(bill: Bill, report: Report) {
  checkElectronicAddresses(bill, PEPPOL_ADDRESSES, report);
  if (!bill.buyerReference && !bill.order)
    report("PEPPOL-EN16931-R003", "BT-10", "buyerReference", "A buyer reference or order number is missing.");
  const isGerman = bill.seller.address?.country === "DE" && bill.buyer.address?.country === "DE";
  if (bill.type === "384" && !isGerman)
    report(
      "PEPPOL-EN16931-P0112",
      "BT-3",
      "type",
      "Peppol allows corrected invoices only within Germany. Use a credit note.",
    );
  if (bill.notes.length > 1) report("PEPPOL-EN16931-R002", "BT-22", "notes", "Peppol allows one note.");
}
