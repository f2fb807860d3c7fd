import { isRightToLeft, LANGUAGES, type Language } from "../templates/languages.ts";

/** The languages of the interface: each has a folder in locales/. English is the source and has no prefix in addresses. */
export const INTERFACE_LANGUAGES = [
  "en",
  "ar",
  "cs",
  "da",
  "de",
  "el",
  "es",
  "fi",
  "fr",
  "he",
  "hi",
  "it",
  "nb",
  "nl",
  "pl",
  "pt",
  "sv",
  "tr",
  "uk",
] as const satisfies readonly Language[];

export const SOURCE_LANGUAGE = "en";

/** English made longer and accented, at /en-XA: shows texts that are not translated and places that are too narrow. */
export const PSEUDO_LANGUAGE = "en-XA";

export type TranslatedLanguage = (typeof INTERFACE_LANGUAGES)[number];
export type InterfaceLanguage = TranslatedLanguage | typeof PSEUDO_LANGUAGE;

/** Slugs that no type may have, because they are prefixes of addresses now or will be. */
export const LANGUAGE_SLUGS: readonly string[] = LANGUAGES.filter((language) => !language.includes("-"));

function hasPrefix(text: string | undefined): text is InterfaceLanguage {
  if (text === undefined || text === SOURCE_LANGUAGE) return false;
  return text === PSEUDO_LANGUAGE || (INTERFACE_LANGUAGES as readonly string[]).includes(text);
}

/** `/de` for German, empty for English. */
export function languagePrefix(language: InterfaceLanguage): string {
  return language === SOURCE_LANGUAGE ? "" : `/${language}`;
}

/** A path in a language: home is `/` in English and `/de` in German. */
export function inLanguage(language: InterfaceLanguage, path: string): string {
  const prefix = languagePrefix(language);
  return prefix && path === "/" ? prefix : prefix + path;
}

/** The language of an address, and its path without the prefix. */
export function splitLanguage(path: string): { language: InterfaceLanguage; path: string } {
  const [, first, rest = ""] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  return hasPrefix(first) ? { language: first, path: rest || "/" } : { language: SOURCE_LANGUAGE, path };
}

export function directionOf(language: InterfaceLanguage): "ltr" | "rtl" {
  return language !== PSEUDO_LANGUAGE && isRightToLeft(language) ? "rtl" : "ltr";
}
