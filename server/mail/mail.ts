import { type I18n, setupI18n } from "@lingui/core";
import { mailMessages } from "#mail-messages";
import {
  directionOf,
  INTERFACE_LANGUAGES,
  inLanguage,
  SOURCE_LANGUAGE,
  type TranslatedLanguage,
} from "../../contract/site/interface-languages.ts";
import type { Db } from "../database/connect.ts";
import { escapeHtml } from "../request/plain-error-page.ts";
import type { Letter } from "./letters.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  replyTo?: string | undefined;
  expires?: number | undefined;
  /** Unknown of mails that an earlier version stored. */
  language?: TranslatedLanguage | undefined;
};

export type Recipient = Pick<Mail, "to" | "replyTo" | "expires"> & {
  /** The account's id, where the address may not be the account's. */
  person?: string | undefined;
  /** The language of the page on which the recipient caused the mail. */
  pageLanguage?: TranslatedLanguage | undefined;
};

/** Writes a letter in the language of the recipient's account, else of their page, else in English. */
export async function writeMail(
  db: Db,
  { person, pageLanguage, ...recipient }: Recipient,
  letter: Letter,
  site: { publicUrl: string; name: string },
): Promise<Mail> {
  const language = (await accountLanguage(db, recipient.to, person)) ?? pageLanguage ?? SOURCE_LANGUAGE;
  const link = (path: string) => site.publicUrl + inLanguage(language, path);
  const { subject, paragraphs } = letter({ i18n: i18nIn(language), productName: site.name, link });
  return { ...recipient, language, subject, text: `${paragraphs.join("\n\n")}\n` };
}

async function accountLanguage(
  db: Db,
  email: string,
  person: string | undefined,
): Promise<TranslatedLanguage | undefined> {
  const found = await db
    .selectFrom("auth_user")
    .innerJoin("user", "user.id", "auth_user.id")
    .select("user.language")
    .where((eb) => (person ? eb("auth_user.id", "=", person) : eb("auth_user.email", "=", email)))
    .executeTakeFirst();
  return readLanguage(found?.language);
}

/** Undefined for a language that another version had. */
export function readLanguage(stored: string | null | undefined): TranslatedLanguage | undefined {
  return INTERFACE_LANGUAGES.find((language) => language === stored);
}

const instances = new Map<TranslatedLanguage, I18n>();

function i18nIn(language: TranslatedLanguage): I18n {
  const found =
    instances.get(language) ??
    setupI18n({ locale: language, messages: { [language]: mailMessages[language] ?? {} } });
  instances.set(language, found);
  return found;
}

/**
 * The same text as HTML, which says its language and direction. Paragraphs find their own direction, as people's texts and
 * links in them may have another one.
 */
export function asHtml({ text, subject, language }: Mail, publicUrl: string): string | undefined {
  if (!language) return undefined;
  const attributes = `lang="${language}" dir="${directionOf(language)}"`;
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p dir="auto">${formatParagraph(paragraph, publicUrl)}</p>`);
  // Some mail programs drop the outer elements, so the body's only child has the attributes too.
  return `<!doctype html>
<html ${attributes}>
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body><div ${attributes}>
${paragraphs.join("\n")}
</div></body>
</html>
`;
}

function formatParagraph(paragraph: string, publicUrl: string): string {
  const text = escapeHtml(paragraph).replaceAll("\n", "<br>\n");
  const isLink = paragraph.startsWith(`${publicUrl}/`) && !/\s/.test(paragraph);
  return isLink ? `<a href="${text}">${text}</a>` : text;
}
