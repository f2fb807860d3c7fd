import type { I18n } from "@lingui/core";
import type { OffReason } from "../../contract/people/webhooks.ts";

/** The texts of all emails. `link` leads to a path of the site in the recipient's language. */
type Context = { i18n: I18n; productName: string; link(path: string): string };

/** Paragraphs are separated by blank lines; one that is a link alone can be clicked. */
export type Letter = (context: Context) => { subject: string; paragraphs: string[] };

export function verificationLetter(token: string): Letter {
  return ({ i18n, productName, link }) => ({
    subject: i18n._("Confirm your email address for {productName}", { productName }),
    paragraphs: [
      i18n._("Hello,"),
      i18n._(
        "You entered this email address at {productName}. Open this link within one hour to confirm that it’s yours:",
        { productName },
      ),
      link(`/verify-email?token=${encodeURIComponent(token)}`),
      i18n._("If this wasn’t you, you can ignore this email. The address won’t be used."),
    ],
  });
}

export function resetLetter(token: string): Letter {
  return ({ i18n, productName, link }) => ({
    subject: i18n._("Choose a new password for {productName}", { productName }),
    paragraphs: [
      i18n._("Hello,"),
      i18n._(
        "You asked for a new password for your account at {productName}. Open this link within one hour to choose one:",
        { productName },
      ),
      link(`/reset-password?token=${encodeURIComponent(token)}`),
      i18n._("The link works once. Changing your password signs you out on all devices."),
      i18n._("If this wasn’t you, you can ignore this email. Your password stays the same."),
    ],
  });
}

/** To the owner of an account with which another person tried to sign up. */
export const alreadyHereLetter: Letter = ({ i18n, productName, link }) => ({
  subject: i18n._("You already have an account at {productName}", { productName }),
  paragraphs: [
    i18n._("Hello,"),
    i18n._(
      "You tried to sign up at {productName}, but there’s already an account with this email address. If you forgot your password, you can choose a new one:",
      { productName },
    ),
    link("/forgot-password"),
    i18n._("If this wasn’t you, you can ignore this email. Nothing has changed."),
  ],
});

export function emailChangedLetter(email: string): Letter {
  return ({ i18n, productName }) => ({
    subject: i18n._("Your email address at {productName} has changed", { productName }),
    paragraphs: [
      i18n._("Hello,"),
      i18n._(
        "The email address of your account at {productName} is now {email}. Use it to sign in from now on.",
        { productName, email },
      ),
      i18n._("If you didn’t change it, contact the operators of {productName} right away.", { productName }),
    ],
  });
}

export function submittedLetter(template: string): Letter {
  return ({ i18n, productName, link }) => ({
    subject: i18n._("{productName}: a template was submitted", { productName }),
    paragraphs: [
      i18n._("“{template}” was submitted. You can review it in the studio, under Submissions:", { template }),
      link("/studio/handed-in"),
      i18n._("You’ll get at most one of these emails per hour."),
    ],
  });
}

/** To the author of a template about its review; `text` is what the operator wrote. */
export function reviewLetter(
  kind: "asked" | "refused" | "comment",
  { template, text }: { template: string; text: string },
): Letter {
  return ({ i18n, productName, link }) => {
    const subject = aboutTemplate(i18n, productName, template);
    const end = link("/dashboard/templates");
    if (kind === "asked") {
      const request = i18n._(
        "We’ve reviewed your template “{template}”. Please make these changes and submit it again:",
        { template },
      );
      return { subject, paragraphs: [request, text, end] };
    }
    if (kind === "comment") {
      const said = i18n._("There’s a new comment on your template “{template}”:", { template });
      return { subject, paragraphs: [said, text, end] };
    }
    const refused = i18n._("We didn’t accept your template “{template}”:", { template });
    const kept = i18n._("Your draft hasn’t been deleted. You can change it and submit it again.");
    return { subject, paragraphs: [refused, text, kept, end] };
  };
}

export function publishedLetter(template: string, path: string): Letter {
  return ({ i18n, productName, link }) => ({
    subject: aboutTemplate(i18n, productName, template),
    paragraphs: [
      i18n._("Your template “{template}” has been published under your name:", { template }),
      link(path),
    ],
  });
}

function aboutTemplate(i18n: I18n, productName: string, template: string): string {
  return i18n._("{productName}: your template “{template}”", { productName, template });
}

/** To the owner of a webhook that was turned off. */
export function webhookOffLetter(url: string, reason: OffReason): Letter {
  return ({ i18n, productName, link }) => ({
    subject: i18n._("{productName}: a webhook was turned off", { productName }),
    paragraphs: [
      reason === "gone"
        ? i18n._("Your server answered that {url} no longer exists, so we turned the webhook off.", { url })
        : i18n._("We couldn’t deliver to {url} for 24 hours, so we turned the webhook off.", { url }),
      i18n._("You can see what your server answered, and turn the webhook on again, under Account:"),
      link("/dashboard/account/webhooks"),
    ],
  });
}

/** A visitor's message, to the operators. */
export function contactLetter(sent: {
  name: string;
  email: string;
  subject: string;
  message: string;
}): Letter {
  return ({ i18n, productName }) => ({
    subject: `${productName}: ${sent.subject}`,
    paragraphs: [i18n._("{name} <{email}> wrote:", { name: sent.name, email: sent.email }), sent.message],
  });
}
