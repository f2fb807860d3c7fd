import type { Messages } from "@lingui/core";
import { INTERFACE_LANGUAGES } from "../../contract/site/interface-languages.ts";
import { MAIL_CATALOGUE } from "../../locales/catalogues.ts";
import { readCatalogue } from "./messages.ts";

/** The texts of emails in all languages. Development and tests read the PO files; the built program has the result. */
export const mailMessages = Object.fromEntries(
  await Promise.all(
    INTERFACE_LANGUAGES.map(async (language) => [language, await readCatalogue(MAIL_CATALOGUE, language)]),
  ),
) as Record<string, Messages>;
