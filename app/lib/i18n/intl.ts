import { pageLanguage } from "./i18n.tsx";

/** The page's language as `Intl` takes it: English is British, as the texts are. */
export function pageLocale(): string {
  const language = pageLanguage();
  return language === "en" ? "en-GB" : language;
}

export function formatNumber(number: number, options?: Intl.NumberFormatOptions): string {
  return number.toLocaleString(pageLocale(), options);
}

/** "A, B and C", or with "disjunction" "A, B or C". */
export function formatList(
  parts: readonly string[],
  type: Intl.ListFormatOptions["type"] = "conjunction",
): string {
  return new Intl.ListFormat(pageLocale(), { type }).format(parts);
}
