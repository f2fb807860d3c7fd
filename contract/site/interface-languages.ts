import { isRightToLeft, LANGUAGE_LABELS, type Language } from "../templates/languages.ts";

/** The languages of the interface. Each has a folder in locales/; English is the source and has no prefix in addresses. */
export const INTERFACE_LANGUAGES = ["en"] as const satisfies readonly Language[];
export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

export const SOURCE_LANGUAGE: InterfaceLanguage = "en";

export function isInterfaceLanguage(text: string | undefined): text is InterfaceLanguage {
  return (INTERFACE_LANGUAGES as readonly (string | undefined)[]).includes(text);
}

/** `/de` for German, empty for English. */
export function languagePrefix(language: InterfaceLanguage): string {
  return language === SOURCE_LANGUAGE ? "" : `/${language}`;
}

/** The language of an address, and its path without the prefix. */
export function splitLanguage(path: string): { language: InterfaceLanguage; path: string } {
  const [, first, rest = ""] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (first === SOURCE_LANGUAGE || !isInterfaceLanguage(first)) return { language: SOURCE_LANGUAGE, path };
  return { language: first, path: rest || "/" };
}

export function directionOf(language: InterfaceLanguage): "ltr" | "rtl" {
  return isRightToLeft(language) ? "rtl" : "ltr";
}

export function languageName(language: InterfaceLanguage): string {
  return LANGUAGE_LABELS[language];
}
