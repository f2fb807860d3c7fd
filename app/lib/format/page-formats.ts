import { pageLanguage } from "../i18n/i18n.tsx";

/** The page's language as `Intl` takes it. Our English is British. */
export function pageLocale(): string {
  const language = pageLanguage();
  return language === "en" ? "en-GB" : language;
}

export function formatNumber(number: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(pageLocale(), options).format(number);
}

/** "Name, street and town"; as a "unit", without the last "and". */
export function formatList(parts: readonly string[], type: Intl.ListFormatOptions["type"] = "conjunction") {
  return new Intl.ListFormat(pageLocale(), { type }).format(parts);
}
