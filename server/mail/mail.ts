/** The e-mails to people. Plain text reads the same everywhere and is harder to imitate. */
export type Mail = { to: string; subject: string; text: string; replyTo?: string; expires?: number };

type About = { productName: string; to: string; link: string; expires: number };

export function verificationMail({ productName, to, link, expires }: About): Mail {
  return {
    to,
    expires,
    subject: `Confirm your e-mail address for ${productName}`,
    text: `Hello,

You entered this address at ${productName}. Open this link within an hour to confirm that it is yours:

${link}

If this wasn't you, you can ignore this e-mail. The address will not be used.
`,
  };
}

export function resetMail({ productName, to, link, expires }: About): Mail {
  return {
    to,
    expires,
    subject: `Choose a new password for ${productName}`,
    text: `Hello,

You asked for a new password for your account at ${productName}. Open this link within an hour to choose one.
The link works once, and signs you out on all devices:

${link}

If this wasn't you, you can ignore this e-mail. Your password stays the same.
`,
  };
}

export function alreadyHereMail({ productName, to, link }: Omit<About, "expires">): Mail {
  return {
    to,
    subject: `You already have an account at ${productName}`,
    text: `Hello,

You tried to sign up at ${productName}, but this address already has an account.
If you forgot your password, choose a new one here:

${link}

If this wasn't you, you can ignore this e-mail. Nothing was changed.
`,
  };
}

export function emailChangedMail(
  { productName, to }: Pick<About, "productName" | "to">,
  newEmail: string,
): Mail {
  return {
    to,
    subject: `Your e-mail address at ${productName} was changed`,
    text: `Hello,

The e-mail address of your account at ${productName} is now ${newEmail}. Use it to sign in from now on.

If you didn't change it, contact the operators of ${productName} right away.
`,
  };
}
