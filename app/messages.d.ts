/** See scripts/build/messages.ts. */
declare module "virtual:translations" {
  /** How many messages each language has. */
  export const messageCount: number;
  /** How many of them a person has translated or reviewed, in the languages that have any. */
  export const reviewed: Record<string, number>;
}

declare module "virtual:offers" {
  type TranslatedLanguage = import("../contract/site/interface-languages.ts").TranslatedLanguage;
  /** The messages that offer a language, in that language, by their ids. */
  export const offers: Record<TranslatedLanguage, Record<string, string>>;
}

declare module "virtual:messages" {
  type InterfaceLanguage = import("../contract/site/interface-languages.ts").InterfaceLanguage;
  type Messages = import("@lingui/core").Messages;
  type LibraryTexts = import("./lib/i18n/library-texts.ts").LibraryTexts;
  export type LanguageTexts = { messages: Messages; library: LibraryTexts };
  export const loaders: Record<InterfaceLanguage, () => Promise<LanguageTexts>>;
  /** Addresses of the catalogues by name, for each language. */
  export const importMaps: Record<InterfaceLanguage, Record<string, string>>;
}
