import { readSettings } from "../server/config/settings.ts";
import { messageOf, startProblem } from "../server/errors/errors.ts";
import { sendBySmtp } from "../server/mail/outbox.ts";
import { type Command, UsageError } from "./commands.ts";

export const testMail: Command = {
  name: "mail test",
  takes: "ADDRESS",
  does: "Sends a test email to this address and shows the mail server's response.",
  options: {},
  async run({ positionals, terminal }) {
    const [to, ...others] = positionals;
    if (!to?.includes("@") || others.length > 0) throw new UsageError("Give one email address");
    const { smtpUrl, publicUrl, mailFrom, productName = "Typecase" } = readSettings();
    if (!smtpUrl || !publicUrl)
      throw startProblem(
        `${smtpUrl ? "PUBLIC_URL" : "SMTP_URL"} is not set, so the server sends no mail.`,
        "Set it as for the server.",
      );
    const { host } = new URL(smtpUrl); // without a password that may be in front of it
    const text = `Hello,

This is a test email from ${productName} (${publicUrl}). Email works.
`;
    try {
      const send = await sendBySmtp({ smtpUrl, publicUrl, mailFrom }, () => productName);
      await send({
        to,
        subject: `A mail to test ${productName}`,
        text,
        language: "en",
      });
    } catch (error) {
      terminal.complain(`${host} did not take the mail: ${messageOf(error)}`);
      return 1;
    }
    terminal.print(`${host} took a mail to ${to}. Look whether it arrives, and not among the junk.`);
    return 0;
  },
};
