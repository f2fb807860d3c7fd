import { plural, t } from "@lingui/core/macro";
import { textLabel } from "../detail-labels.ts";

/** A field of the form, and how many of its six columns it takes. */
export type DetailField = {
  meaning: string;
  columns: 1 | 2 | 3 | 4 | 6;
  autoComplete?: string;
  inputMode?: "email" | "tel" | "url";
  placeholder?(): string;
};

export const ON_EVERY_SHEET: readonly DetailField[] = [
  { meaning: "sender.name", columns: 3, autoComplete: "name" },
  { meaning: "sender.profession", columns: 3, autoComplete: "organization-title" },
  { meaning: "sender.street", columns: 3, autoComplete: "address-line1" },
  { meaning: "sender.postcode", columns: 1, autoComplete: "postal-code" },
  { meaning: "sender.town", columns: 2, autoComplete: "address-level2" },
  { meaning: "sender.email", columns: 3, autoComplete: "email", inputMode: "email" },
  { meaning: "sender.phone", columns: 3, autoComplete: "tel", inputMode: "tel" },
  { meaning: "sender.website", columns: 3, autoComplete: "url", inputMode: "url" },
  { meaning: "sender.country", columns: 3, autoComplete: "country-name" },
];

export const ON_BILLS: readonly DetailField[] = [
  { meaning: "sender.iban", columns: 4 },
  { meaning: "sender.bic", columns: 2, placeholder: () => t`For international payments` },
  { meaning: "sender.bank", columns: 3 },
  { meaning: "sender.tax_id", columns: 3 },
  { meaning: "sender.company_id", columns: 3 },
  { meaning: "sender.legal_name", columns: 3 },
];

/** Only needed for e-invoices: shown if they have a value, which the editor stores. */
export const FOR_E_INVOICES: readonly DetailField[] = [
  { meaning: "sender.vat_id", columns: 3 },
  { meaning: "sender.tax_number", columns: 3 },
  { meaning: "sender.electronic_address", columns: 3 },
  { meaning: "sender.contact_name", columns: 3 },
];

/** Used by few templates: shown if it has a value. */
export const SELDOM: readonly DetailField[] = [
  { meaning: "sender.organisation", columns: 3 },
  { meaning: "sender.tagline", columns: 3 },
];

export const SELDOM_LINES: readonly DetailField[] = [
  { meaning: "sender.address", columns: 6 },
  { meaning: "sender.contact", columns: 6 },
  { meaning: "sender.legal", columns: 6 },
];

export const ON_A_CV: readonly DetailField[] = [
  { meaning: "sender.about", columns: 6 },
  { meaning: "cv.languages", columns: 3 },
  { meaning: "cv.skills", columns: 3 },
  { meaning: "cv.certificates", columns: 3 },
  { meaning: "cv.references", columns: 3 },
  { meaning: "cv.interests", columns: 3 },
  { meaning: "sender.code", columns: 3, inputMode: "url" },
  { meaning: "cv.awards", columns: 3 },
  { meaning: "cv.education", columns: 3 },
  { meaning: "cv.projects_title", columns: 3 },
];

export const DRAWN = ["sender.logo", "sender.signature", "sender.photo"] as const;

export const ALL_MEANINGS: readonly string[] = [
  ...[ON_EVERY_SHEET, ON_BILLS, FOR_E_INVOICES, SELDOM, SELDOM_LINES, ON_A_CV]
    .flat()
    .map(({ meaning }) => meaning),
  ...DRAWN,
];

/** The label of a field; some explain more than elsewhere. */
export function fieldLabel(meaning: string): string {
  if (meaning === "sender.name") return t`Name or company`;
  return meaning === "sender.address" ? t`Full address` : textLabel(meaning);
}

/** "Used by 24 templates": the placeholder of an empty field. */
export function placesWords(count: number | undefined): string {
  if (count === undefined) return "";
  return plural(count, {
    0: "Not used by any template yet",
    one: "Used by # template",
    other: "Used by # templates",
  });
}
