import { Link } from "react-router";
import { AccountPage, type SampleTemplate } from "./account-page.tsx";

type Props = { email: string; what: "confirm" | "reset"; sample: SampleTemplate | undefined };

const WORDS: Record<Props["what"], (email: string) => string> = {
  confirm: (email) =>
    `We have written to ${email}. Open the link in that mail within the hour, and your account is ready.`,
  reset: (email) =>
    `If there is an account with ${email}, a mail with a link is on its way. The link works once, within the hour.`,
};

/** Says that a mail was sent, in the same words whether or not there is such an account. */
export function MailSent({ email, what, sample }: Props) {
  return (
    <AccountPage sample={sample}>
      <div className="join-form">
        <h1>Look into your mailbox</h1>
        <p role="status">{WORDS[what](email)}</p>
        <p className="aside">
          Nothing there? Look among the unwanted ones, then{" "}
          <Link className="link" to="/contact">
            ask us
          </Link>
          .
        </p>
      </div>
    </AccountPage>
  );
}
