import { directionOf } from "../../../contract/site/interface-languages.ts";
import type { Language } from "../../../contract/templates/languages.ts";
import { pageLanguage } from "./i18n.tsx";

/** The page's language as `Intl` takes it: English is British, as the texts are. */
export function pageLocale(): string {
  const language = pageLanguage();
  return language === "en" ? "en-GB" : language;
}

/** A name or title inside a sentence, so that its direction doesn't change the order of the text around it. */
export function isolate(text: string): string {
  const isOther = directionOf(pageLanguage()) === "rtl" || /[\u0590-\u08ff\ufb1d-\ufeff]/.test(text);
  return isOther ? `\u2068${text}\u2069` : text;
}

/** The name of a document's language inside a sentence, in the page's language. */
export function languageName(language: Language): string {
  const names = new Intl.DisplayNames(pageLocale(), { type: "language", languageDisplay: "standard" });
  return names.of(language) ?? language;
}

/**
 * The same by itself, as in a list. Names as the languages write them need letters that most pages have no
 * fonts for yet, 122 KB of them.
 */
export function languageLabel(language: Language): string {
  const name = languageName(language);
  return name.charAt(0).toLocaleUpperCase(pageLocale()) + name.slice(1);
}

export function formatNumber(number: number, options?: Intl.NumberFormatOptions): string {
  return number.toLocaleString(pageLocale(), options);
}

/** "A, B and C"; with "disjunction" "A, B or C"; with "unit" "A, B, C", which in most languages of `Intl` has an "and". */
export function formatList(
  parts: readonly string[],
  type: Intl.ListFormatOptions["type"] = "conjunction",
): string {
  if (type === "unit") return parts.join(pageLanguage() === "ar" ? "، " : ", ");
  return new Intl.ListFormat(pageLocale(), { type }).format(parts);
}
