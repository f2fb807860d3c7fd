import { messages } from "virtual:mcp-app-messages";
import { setupI18n } from "@lingui/core";
import { INTERFACE_LANGUAGES, SOURCE_LANGUAGE } from "../../contract/site/interface-languages.ts";

/** The texts of the form in a chat. Its languages are in its one file, because a chat lets it load nothing. */

export type Texts = ReturnType<typeof textsIn>;

/** The language of the interface for a locale of the chat: "de" for "de-AT". */
export function languageFor(locale: string | undefined) {
  const wanted = (locale ?? navigator.language).split("-", 1)[0];
  return INTERFACE_LANGUAGES.find((language) => language === wanted) ?? SOURCE_LANGUAGE;
}

export function textsIn(language: string) {
  const i18n = setupI18n({ locale: language, messages });
  return {
    loading: i18n._("Loading the form…"),
    form: i18n._("Values"),
    pages: i18n._("Pages"),
    updating: i18n._("Updating the page…"),
    upToDate: i18n._("The page shows what you entered."),
    marked: i18n._("Some values don’t fit. They are marked in the form and left out of the page."),
    makePdf: i18n._("Make PDF"),
    making: i18n._("Making the PDF…"),
    made: i18n._("The PDF is ready."),
    tooLarge: i18n._("This PDF is too large for a link. Make it on the template’s page."),
    failed: i18n._("We couldn’t update the page. Your values are still here. Try again."),
    tryAgain: i18n._("Try again"),
    stillEmpty: i18n._("Still empty"),
    required: i18n._("required"),
    recommended: i18n._("recommended"),
    noChoice: i18n._("No selection"),
    oneEachLine: i18n._("One per line"),
    pictures: i18n._("You can add pictures on the template’s page."),
    add: (list: string) => i18n._("Add to {list}", { list }),
    row: (list: string, number: number) => i18n._("{list} {number}", { list, number }),
    remove: (row: string) => i18n._("Remove {row}", { row }),
    open: (file: string) => i18n._("Open {file}", { file }),
    page: (number: number, count: number) => i18n._("Page {number} of {count}", { number, count }),
    morePages: (count: number) =>
      i18n._("{count, plural, one {# more page is in the PDF.} other {# more pages are in the PDF.}}", {
        count,
      }),
  };
}
