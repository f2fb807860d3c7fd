import { t } from "@lingui/core/macro";
/** A field of the form, and how many of its six columns it takes. */
export type DetailField = {
  meaning: string;
  label: string;
  columns: 1 | 2 | 3 | 4 | 6;
  autoComplete?: string;
  inputMode?: "email" | "tel" | "url";
  placeholder?: string;
};

export const ON_EVERY_SHEET: readonly DetailField[] = [
  { meaning: "sender.name", label: "Name or company", columns: 3, autoComplete: "name" },
  { meaning: "sender.profession", label: "Profession", columns: 3, autoComplete: "organization-title" },
  { meaning: "sender.street", label: "Street", columns: 3, autoComplete: "address-line1" },
  { meaning: "sender.postcode", label: "Postcode", columns: 1, autoComplete: "postal-code" },
  { meaning: "sender.town", label: "Town", columns: 2, autoComplete: "address-level2" },
  { meaning: "sender.email", label: "E-mail", columns: 3, autoComplete: "email", inputMode: "email" },
  { meaning: "sender.phone", label: "Phone", columns: 3, autoComplete: "tel", inputMode: "tel" },
  { meaning: "sender.website", label: "Website", columns: 3, autoComplete: "url", inputMode: "url" },
  { meaning: "sender.country", label: "Country", columns: 3, autoComplete: "country-name" },
];

export const ON_BILLS: readonly DetailField[] = [
  { meaning: "sender.iban", label: "IBAN", columns: 4 },
  { meaning: "sender.bic", label: "BIC", columns: 2, placeholder: "For international payments" },
  { meaning: "sender.bank", label: "Bank", columns: 3 },
  { meaning: "sender.tax_id", label: "Tax number", columns: 3 },
  { meaning: "sender.company_id", label: "Register number", columns: 3 },
  { meaning: "sender.legal_name", label: "Full legal name", columns: 3 },
];

/** Used by few templates: shown if it has a value. */
export const SELDOM: readonly DetailField[] = [
  { meaning: "sender.organisation", label: "Organisation", columns: 3 },
  { meaning: "sender.tagline", label: "Motto", columns: 3 },
];

export const SELDOM_LINES: readonly DetailField[] = [
  { meaning: "sender.address", label: "Full address", columns: 6 },
  { meaning: "sender.contact", label: "Contact", columns: 6 },
  { meaning: "sender.legal", label: "Registration and bank", columns: 6 },
];

export const ON_A_CV: readonly DetailField[] = [
  { meaning: "sender.about", label: "About you", columns: 6 },
  { meaning: "cv.languages", label: "Languages", columns: 3 },
  { meaning: "cv.skills", label: "Skills", columns: 3 },
  { meaning: "cv.certificates", label: "Certificates", columns: 3 },
  { meaning: "cv.references", label: "References", columns: 3 },
  { meaning: "cv.interests", label: "Interests", columns: 3 },
  { meaning: "sender.code", label: "Code repository", columns: 3, inputMode: "url" },
  { meaning: "cv.awards", label: "Awards", columns: 3 },
  { meaning: "cv.education", label: "Training", columns: 3 },
  { meaning: "cv.projects_title", label: "What you call your projects", columns: 3 },
];

export const DRAWN: readonly Pick<DetailField, "meaning" | "label">[] = [
  { meaning: "sender.logo", label: "Logo" },
  { meaning: "sender.signature", label: "Signature" },
  { meaning: "sender.photo", label: "Photo" },
];

export const ALL_MEANINGS = [ON_EVERY_SHEET, ON_BILLS, SELDOM, SELDOM_LINES, ON_A_CV, DRAWN].flatMap(
  (fields) => fields.map(({ meaning }) => meaning),
);

/** "Used by 24 templates": the placeholder of an empty field. */
export function placesWords(count: number | undefined): string {
  if (count === undefined) return "";
  if (count === 0) return t`Not used by any template yet`;
  return count === 1 ? t`Used by 1 template` : t`Used by ${count} templates`;
}
