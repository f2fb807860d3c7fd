import type { Settings } from "../config/settings.ts";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import { alreadyHereMail, emailChangedMail, type Mail, resetMail, verificationMail } from "../mail/mail.ts";
import type { Outbox } from "../mail/outbox.ts";

export const LINK_LIFE_SECONDS = 60 * 60;

/** The mails about an account. Each may take its time; none is waited for by the one who asked. */
export type AccountMails = {
  verify(email: string, token: string): Promise<void>;
  reset(email: string, token: string): Promise<void>;
  alreadyHere(email: string): Promise<void>;
  emailChanged(from: string, to: string): Promise<void>;
};

/**
 * Without a mail server none is sent. Links start with the public address of the settings and never with what a request
 * calls us; none is ever logged.
 */
export function createAccountMails(
  { publicUrl = "" }: Pick<Settings, "publicUrl">,
  siteName: () => string,
  log: Log,
  outbox: Outbox | undefined,
): AccountMails {
  const link = (page: string, token: string) => `${publicUrl}/${page}?token=${encodeURIComponent(token)}`;
  const expires = () => Date.now() + LINK_LIFE_SECONDS * 1000;

  async function send(mail: Mail): Promise<void> {
    try {
      await outbox?.add(mail);
    } catch (error) {
      log.error({ error: messageOf(error) }, "a mail could not be stored for sending");
    }
  }

  return {
    verify: (to, token) =>
      send(
        verificationMail({
          productName: siteName(),
          to,
          link: link("verify-email", token),
          expires: expires(),
        }),
      ),
    reset: (to, token) =>
      send(
        resetMail({ productName: siteName(), to, link: link("reset-password", token), expires: expires() }),
      ),
    alreadyHere: (to) =>
      send(alreadyHereMail({ productName: siteName(), to, link: `${publicUrl}/forgot-password` })),
    emailChanged: (from, to) => send(emailChangedMail({ productName: siteName(), to: from }, to)),
  };
}
