import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call, RefusedCall } from "../../lib/http/http-client.ts";
import { Mark } from "../../ui/icon.tsx";
import { currentEmail, rememberEmail, type SessionAnswer, signInAddress } from "../session/index.ts";
import { readToken, takeNextPage } from "./next-page.tsx";

type Outcome = "busy" | "confirmed" | "changed" | "sign-in" | "dead" | "away";

type Shown = { title: string; text: string; link?: { to: string; label: string } };

const OUTCOMES: Record<Outcome, () => Shown> = {
  busy: () => ({ title: t`Just a moment`, text: t`Confirming your email address…` }),
  confirmed: () => ({
    title: t`Email address confirmed`,
    text: t`Your account is ready.`,
    link: { to: "/login", label: t`Sign in` },
  }),
  changed: () => ({
    title: t`Email address changed`,
    text: t`From now on, sign in with your new address.`,
    link: { to: "/dashboard/account", label: t`Go to your account` },
  }),
  "sign-in": () => ({
    title: t`Sign in first`,
    text: t`To change your email address, sign in with the old one and open this link again.`,
    link: { to: "/login", label: t`Sign in` },
  }),
  dead: () => ({
    title: t`This link has expired`,
    text: t`A link works once and expires after one hour. Sign in and we’ll send you a new one.`,
    link: { to: "/login", label: t`Sign in` },
  }),
  away: () => ({
    title: t`Something went wrong`,
    text: t`We couldn’t reach the server. Open the link again in a moment.`,
  }),
};

// A link works once, also when this page is drawn twice.
let pending: { token: string; outcome: Promise<Outcome> } | undefined;

function confirmOnce(token: string): Promise<Outcome> {
  if (pending?.token !== token) pending = { token, outcome: confirm(token) };
  return pending.outcome;
}

async function confirm(token: string): Promise<Outcome> {
  try {
    await call(`auth/verify-email?token=${encodeURIComponent(token)}`);
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.status >= 500) return "away";
    return error.code === "INVALID_CREDENTIALS" ? "sign-in" : "dead";
  }
  // A changed address: the browser's idea of who is here changes with it.
  const before = currentEmail();
  const session: SessionAnswer = await (await call("auth/get-session")).json();
  if (!before || !session || session.user.email === before) return "confirmed";
  rememberEmail(session.user.email);
  return "changed";
}

/** Confirms the address in the link and shows the result. */
export function EmailConfirmation() {
  const [outcome, setOutcome] = useState<Outcome>("busy");
  const [signIn, setSignIn] = useState("/login");
  useEffect(() => {
    confirmOnce(readToken()).then((result) => {
      setOutcome(result);
      if (result === "confirmed") setSignIn(signInAddress(takeNextPage()));
    });
  }, []);
  const { title, text, link } = OUTCOMES[outcome]();
  return (
    <div className="join-form" aria-live="polite">
      <h1>{title}</h1>
      <p>{text}</p>
      {outcome === "busy" && (
        <span className="turning">
          <Mark />
        </span>
      )}
      {link && (
        <Link className="button primary large" to={outcome === "confirmed" ? signIn : link.to}>
          {link.label}
        </Link>
      )}
    </div>
  );
}
