import { Link } from "react-router";
import { Door } from "./door.tsx";
import type { ProofTemplate } from "./proof-template.ts";

type Props = { email: string; what: "confirm" | "reset" | "change"; proof: ProofTemplate | undefined };

const WORDS: Record<Props["what"], (email: string) => string> = {
  confirm: (email) =>
    `We have written to ${email}. Open the link in that mail within the hour, and your account is ready.`,
  reset: (email) =>
    `If there is an account with ${email}, a mail with a link is on its way. The link works once, within the hour.`,
  change: (email) =>
    `We have written to ${email}. Open the link in that mail in this browser, and the address is changed.`,
};

/** What happens next is in a mailbox. Says the same whether or not there is such an account. */
export function LetterSent({ email, what, proof }: Props) {
  return (
    <Door proof={proof}>
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
    </Door>
  );
}
