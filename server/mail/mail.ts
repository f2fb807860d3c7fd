/** The mails people get. Plain text: it reads the same everywhere and nothing in it can be made to look like us. */
export type Mail = { to: string; subject: string; text: string; replyTo?: string; expires?: number };

type About = { productName: string; to: string; link: string; expires: number };

export function verificationMail({ productName, to, link, expires }: About): Mail {
  return {
    to,
    expires,
    subject: `Confirm your e-mail address for ${productName}`,
    text: `Hello,

somebody, hopefully you, wants to use this address with ${productName}.
Open this link within the hour to confirm that it is yours:

${link}

If it wasn't you, do nothing: without the link the address is not used.
`,
  };
}

export function resetMail({ productName, to, link, expires }: About): Mail {
  return {
    to,
    expires,
    subject: `Choose a new password for ${productName}`,
    text: `Hello,

a new password was asked for your account at ${productName}.
Open this link within the hour to choose one. It works once, and ends all your sessions:

${link}

If you didn't ask for it, do nothing: your password stays as it is.
`,
  };
}

export function alreadyHereMail({ productName, to, link }: Omit<About, "expires">): Mail {
  return {
    to,
    subject: `You already have an account at ${productName}`,
    text: `Hello,

somebody, perhaps you, tried to sign up at ${productName} with this address, which already has an account.
If you forgot the password, choose a new one here:

${link}

If it wasn't you, there is nothing to do: nothing was changed.
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

your account at ${productName} now belongs to ${newEmail}. You sign in with that address from now on.

If you didn't change it, tell whoever runs ${productName} at once.
`,
  };
}
