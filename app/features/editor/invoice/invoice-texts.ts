import { t } from "@lingui/core/macro";
import type { BILL_TYPES, BillProfile, TaxCategory } from "../../../../contract/bill.ts";
import type { ProfileReason } from "../../../../shared/bill/document-invoice.ts";
import { pageLocale } from "../../../lib/i18n/intl.ts";

/** The names of what an e-invoice has as codes. */

export function profileName(profile: BillProfile): string {
  const names: Record<BillProfile, string> = {
    en16931: "EN 16931 (ZUGFeRD, Factur-X)",
    xrechnung: "XRechnung 3.0",
    france: t`France (Factur-X, BR-FR rules)`,
    peppol: t`Peppol BIS 3.0 (XML only)`,
  };
  return names[profile];
}

/** Which standard, and why: one sentence. */
export function profileSentence(profile: BillProfile, reason: ProfileReason): string {
  switch (reason) {
    case "reference":
      return t`XRechnung, because a buyer reference is given.`;
    case "france":
      return t`Factur-X by the French rules, because seller and buyer are in France.`;
    case "belgium":
      return t`Peppol BIS, because seller and buyer are in Belgium.`;
    case "chosen":
      return t`${{ standard: profileName(profile) }}, because you chose it.`;
    case "default":
      return t`EN 16931 (ZUGFeRD, Factur-X), which most accounting software reads.`;
  }
}

export function typeName(type: (typeof BILL_TYPES)[number]): string {
  const names = {
    380: t({ message: "Invoice", context: "type of an e-invoice" }),
    381: t({ message: "Credit note", context: "type of an e-invoice" }),
    384: t({ message: "Corrected invoice", context: "type of an e-invoice" }),
    386: t({ message: "Prepayment invoice", context: "type of an e-invoice" }),
  };
  return names[type];
}

export const PAYMENT_MEANS = ["58", "30", "59", "48", "10"] as const;
export function paymentName(means: string): string | undefined {
  const names: Record<string, string> = {
    58: t`SEPA transfer`,
    30: t`Bank transfer`,
    59: t`SEPA direct debit`,
    48: t`Card`,
    10: t({ message: "Cash", context: "means of payment" }),
  };
  return names[means];
}

export function taxCaseName(category: TaxCategory): string {
  const names: Record<TaxCategory, string> = {
    S: t({ message: "Standard rate", context: "tax case" }),
    Z: t({ message: "Zero rate", context: "tax case" }),
    E: t({ message: "Exempt, for example a small business", context: "tax case" }),
    AE: t({ message: "Reverse charge", context: "tax case" }),
    K: t({ message: "Supply within the EU", context: "tax case" }),
    G: t({ message: "Export outside the EU", context: "tax case" }),
    O: t({ message: "Not subject to VAT", context: "tax case" }),
  };
  return names[category];
}

export const UNITS = [
  "C62",
  "H87",
  "HUR",
  "DAY",
  "WEE",
  "MON",
  "ANN",
  "MIN",
  "KGM",
  "GRM",
  "TNE",
  "MTR",
  "MTK",
  "MTQ",
  "KMT",
  "LTR",
  "KWH",
  "LS",
] as const;
export function unitName(code: string): string {
  const names: Record<string, string> = {
    C62: t({ message: "Without a unit", context: "unit of an invoice line" }),
    H87: t({ message: "Piece", context: "unit of an invoice line" }),
    HUR: t({ message: "Hour", context: "unit of an invoice line" }),
    DAY: t({ message: "Day", context: "unit of an invoice line" }),
    WEE: t({ message: "Week", context: "unit of an invoice line" }),
    MON: t({ message: "Month", context: "unit of an invoice line" }),
    ANN: t({ message: "Year", context: "unit of an invoice line" }),
    MIN: t({ message: "Minute", context: "unit of an invoice line" }),
    KGM: t({ message: "Kilogram", context: "unit of an invoice line" }),
    GRM: t({ message: "Gram", context: "unit of an invoice line" }),
    TNE: t({ message: "Tonne", context: "unit of an invoice line" }),
    MTR: t({ message: "Metre", context: "unit of an invoice line" }),
    MTK: t({ message: "Square metre", context: "unit of an invoice line" }),
    MTQ: t({ message: "Cubic metre", context: "unit of an invoice line" }),
    KMT: t({ message: "Kilometre", context: "unit of an invoice line" }),
    LTR: t({ message: "Litre", context: "unit of an invoice line" }),
    KWH: t({ message: "Kilowatt-hour", context: "unit of an invoice line" }),
    LS: t({ message: "Lump sum", context: "unit of an invoice line" }),
  };
  return names[code] ?? code;
}

export function processName(process: string): string | undefined {
  const names: Record<string, string> = {
    B1: t({ message: "Goods", context: "what is invoiced" }),
    S1: t({ message: "Services", context: "what is invoiced" }),
    M1: t({ message: "Goods and services", context: "what is invoiced" }),
  };
  return names[process];
}

/** "DE" as "Germany", in the page's language. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames([pageLocale()], { type: "region" }).of(code) ?? code;
  } catch {
    return code; // 1A, Kosovo in invoices, isn't a region of Intl
  }
}
