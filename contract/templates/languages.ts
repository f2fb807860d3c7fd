/** The languages of documents. No schema is built here, so that public pages don't load the schema library. */

/** The languages in which the kit has its fixed texts, dates and numbers. */
export const LANGUAGES = [
  "en",
  "en-US",
  "de",
  "de-CH",
  "fr",
  "es",
  "it",
  "nl",
  "pt",
  "pl",
  "sv",
  "nb",
  "da",
  "fi",
  "ar",
  "cs",
  "el",
  "he",
  "hi",
  "tr",
  "uk",
] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_LABELS: Record<Language, string> = {
  en: "English",
  "en-US": "English (US)",
  de: "Deutsch",
  "de-CH": "Deutsch (Schweiz)",
  fr: "Français",
  es: "Español",
  it: "Italiano",
  nl: "Nederlands",
  pt: "Português",
  pl: "Polski",
  sv: "Svenska",
  nb: "Norsk",
  da: "Dansk",
  fi: "Suomi",
  ar: "العربية",
  cs: "Čeština",
  el: "Ελληνικά",
  he: "עברית",
  hi: "हिन्दी",
  tr: "Türkçe",
  uk: "Українська",
};

/** Whether pages in it are read from right to left. Keep in step with `is-rtl` in library/kit/locale.typ. */
export function isRightToLeft(language: Language): boolean {
  return language === "ar" || language === "he";
}
