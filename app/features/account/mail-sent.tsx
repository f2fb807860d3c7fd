import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { AccountPage, type SampleTemplate } from "./account-page.tsx";

type Props = { email: string; what: "confirm" | "reset"; sample: SampleTemplate | undefined };

const MESSAGES: Record<Props["what"], (email: string) => string> = {
  confirm: (email) => t`We’ve sent a link to ${email}. Open it within one hour to confirm your account.`,
  reset: (email) =>
    t`If there’s an account for ${email}, you’ll get a link shortly. The link works once and expires after one hour.`,
};

/** Says that a mail was sent, with the same text whether or not the account exists. */
export function MailSent({ email, what, sample }: Props) {
  return (
    <AccountPage sample={sample}>
      <div className="join-form">
        <h1>{t`Check your email`}</h1>
        <p role="status">{MESSAGES[what](email)}</p>
        <p className="aside">
          <Trans>
            Didn’t get it? Check your spam folder or{" "}
            <Link className="link" to="/contact">
              contact us
            </Link>
            .
          </Trans>
        </p>
      </div>
    </AccountPage>
  );
}
