/** See scripts/build/messages.ts. */
declare module "virtual:translations" {
  /** Which part of each translation a person has reviewed, from 0 to 1. */
  export const reviewed: Record<string, number>;
}

declare module "virtual:messages" {
  type InterfaceLanguage = import("../contract/site/interface-languages.ts").InterfaceLanguage;
  type Messages = import("@lingui/core").Messages;
  export const loaders: Record<InterfaceLanguage, () => Promise<{ default: Messages }>>;
  /** Addresses of the catalogues by name, for each language. */
  export const importMaps: Record<InterfaceLanguage, Record<string, string>>;
}
