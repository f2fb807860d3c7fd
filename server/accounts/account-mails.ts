import type { TranslatedLanguage } from "../../contract/site/interface-languages.ts";
import type { Database } from "../database/connect.ts";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import {
  alreadyHereLetter,
  emailChangedLetter,
  type Letter,
  resetLetter,
  verificationLetter,
} from "../mail/letters.ts";
import type { Recipient } from "../mail/mail.ts";
import type { Outbox } from "../mail/outbox.ts";

export const LINK_LIFE_SECONDS = 60 * 60;

/** The account, the address that is written to, and the language of the page from which the request came. */
type To = { id: string; email: string; pageLanguage?: TranslatedLanguage | undefined };

/** The mails about an account. Each may take its time; none is waited for by the one who asked. */
export type AccountMails = {
  verify(to: To, token: string): Promise<void>;
  reset(to: To, token: string): Promise<void>;
  alreadyHere(to: To): Promise<void>;
  /** To the old address. */
  emailChanged(to: To, newEmail: string): Promise<void>;
};

/**
 * Without a mail server none is sent. Links start with the public address of the settings and never with what a request
 * calls us; none is ever logged.
 */
export function createAccountMails(
  { db }: Pick<Database, "db">,
  log: Log,
  outbox: Outbox | undefined,
): AccountMails {
  const expires = () => Date.now() + LINK_LIFE_SECONDS * 1000;

  async function send(
    { id, email, pageLanguage }: To,
    letter: Letter,
    more: Pick<Recipient, "expires"> = {},
  ): Promise<void> {
    try {
      await outbox?.write(db, { to: email, person: id, pageLanguage, ...more }, letter);
      outbox?.wake();
    } catch (error) {
      log.error({ error: messageOf(error) }, "a mail could not be stored for sending");
    }
  }

  return {
    verify: (to, token) => send(to, verificationLetter(token), { expires: expires() }),
    reset: (to, token) => send(to, resetLetter(token), { expires: expires() }),
    alreadyHere: (to) => send(to, alreadyHereLetter),
    emailChanged: (to, newEmail) => send(to, emailChangedLetter(newEmail)),
  };
}
