import type { Log } from "../kernel/logging.ts";
import type { Settings } from "../kernel/settings.ts";
import { alreadyHereMail, emailChangedMail, type Mail, resetMail, verificationMail } from "../mail/mail.ts";
import type { Outbox } from "../mail/outbox.ts";
import { type Letters, LINK_LIFE_SECONDS } from "./auth.ts";

export type AllLetters = Letters & { emailChanged(from: string, to: string): Promise<void> };

/**
 * Letters by mail, or, without a mail server, a reset link in the log for the operator to hand over.
 * Links start with the public address of the settings and never with what a request calls us.
 */
export function writeLetters(
  { publicUrl = "", productName }: Pick<Settings, "publicUrl" | "productName">,
  log: Log,
  outbox: Outbox | undefined,
): AllLetters {
  const link = (page: string, token: string) => `${publicUrl}/${page}?token=${encodeURIComponent(token)}`;
  const expires = () => Date.now() + LINK_LIFE_SECONDS * 1000;

  async function post(mail: Mail): Promise<void> {
    try {
      await outbox?.add(mail);
    } catch (error) {
      log.error({ error: (error as Error).message }, "a mail could not be kept for sending");
    }
  }

  return {
    verify: (to, token) =>
      post(verificationMail({ productName, to, link: link("verify-email", token), expires: expires() })),
    reset: async (to, token) => {
      const address = link("reset-password", token);
      if (outbox) await post(resetMail({ productName, to, link: address, expires: expires() }));
      else
        log.info({ email: to, link: address }, "a new password was asked for; hand this link to the person");
    },
    alreadyHere: (to) => post(alreadyHereMail({ productName, to, link: `${publicUrl}/forgot-password` })),
    emailChanged: (from, to) => post(emailChangedMail({ productName, to: from }, to)),
  };
}
