import { type I18n, type Messages, setupI18n } from "@lingui/core";
import type { TransProps } from "@lingui/react";
import { TransNoContext } from "@lingui/react/server";
import { type InterfaceLanguage, SOURCE_LANGUAGE } from "../../../contract/site/interface-languages.ts";

declare global {
  /** The messages of the page's language. Each catalogue a script needs adds its own (scripts/build/messages.ts). */
  var typecaseMessages: Messages | undefined;
}

/** In the browser a page has one language; changing it loads another page. */
let ofPage: I18n | undefined;
let current = () => {
  ofPage ??= createI18n(
    typeof document === "undefined" ? SOURCE_LANGUAGE : (document.documentElement.lang as InterfaceLanguage),
    messagesOfPage(),
  );
  return ofPage;
};

/** The object itself and not a copy, as catalogues that load later add to it. */
function messagesOfPage(): Messages {
  globalThis.typecaseMessages ??= {};
  return globalThis.typecaseMessages;
}

export function createI18n(language: InterfaceLanguage, messages: Messages): I18n {
  return setupI18n({ locale: language, messages: { [language]: messages } });
}

/** On the server each request has its own language; entry.server.tsx says which. */
export function takeI18nFrom(source: () => I18n): void {
  current = source;
}

/** What the macros `t`, `plural` and `select` become: a message in the language of the page. */
export const i18n: Pick<I18n, "_" | "t" | "locale"> = {
  _: ((...message: Parameters<I18n["_"]>) => current()._(...message)) as I18n["_"],
  t: ((...message: Parameters<I18n["t"]>) => current().t(...message)) as I18n["t"],
  get locale() {
    return current().locale;
  },
};

/** What the macro `Trans` becomes: a message with elements in it. */
export function Trans(props: TransProps) {
  return <TransNoContext {...props} lingui={{ i18n: current() }} />;
}

/** The language of the page that is shown or rendered. */
export function pageLanguage(): InterfaceLanguage {
  return i18n.locale as InterfaceLanguage;
}
