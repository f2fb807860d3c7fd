import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call, RefusedCall } from "../../lib/http/http-client.ts";
import { FormProblem, SubmitButton } from "../../ui/form-parts.tsx";
import { z } from "../../ui/form-rules.ts";
import { Mark } from "../../ui/icon.tsx";
import { useForm } from "../../ui/use-form.ts";
import { signInAddress } from "../session/index.ts";
import { NewPasswordField, newPassword } from "./fields.tsx";
import { readToken, takeNextPage } from "./next-page.tsx";

const schema = z.object({
  newPassword,
});
type State = "asking" | "alive" | "dead" | "done";

/** The server takes no password with this link, whatever it is. */
function isLinkDead(error: unknown): boolean {
  return error instanceof RefusedCall && /TOKEN|VALIDATION/.test(error.code);
}

/** A new password, with the link that is in the address; then the way to sign in with it. */
export function ResetPassword() {
  const [state, setState] = useState<State>("asking");
  const [signIn, setSignIn] = useState("/login");
  useEffect(() => {
    call("auth/check-reset-link", { json: { token: readToken() } }).then(
      () => setState("alive"),
      // Other errors appear when the form is sent.
      (error) => setState(isLinkDead(error) ? "dead" : "alive"),
    );
  }, []);
  const end = (state: "dead" | "done") => {
    if (state === "done") setSignIn(signInAddress(takeNextPage()));
    setState(state);
  };
  if (state === "alive") return <ResetPasswordForm onEnd={end} />;
  return (
    <div className="join-form" aria-live="polite">
      {state === "asking" && (
        <>
          <h1>{t`Choose a new password`}</h1>
          <p>{t`Checking your link…`}</p>
          <span className="turning">
            <Mark />
          </span>
          <noscript>
            <p>{t`This page needs JavaScript. Turn it on and open the link again.`}</p>
          </noscript>
        </>
      )}
      {state === "dead" && (
        <>
          <h1>{t`This link no longer works`}</h1>
          <p>{t`The link has already been used, has expired or is incomplete. A link works once, expires after one hour and stops working when you change your password.`}</p>
          <Link className="button primary large" to="/forgot-password">{t`Get a new link`}</Link>
          <p className="aside">
            <Link className="link" to="/login">{t`Back to sign in`}</Link>
          </p>
        </>
      )}
      {state === "done" && (
        <>
          <h1>{t`Password changed`}</h1>
          <p>{t`You’ve been signed out everywhere. Sign in with your new password.`}</p>
          <Link className="button primary large" to={signIn}>{t`Sign in`}</Link>
        </>
      )}
    </div>
  );
}

function ResetPasswordForm({ onEnd }: { onEnd(state: "dead" | "done"): void }) {
  const form = useForm({
    schema,
    initial: { newPassword: "" },
    send: async ({ newPassword }) => {
      const sent = call("auth/reset-password", { json: { token: readToken(), newPassword } });
      await sent.then(
        () => onEnd("done"),
        (error) => {
          if (!isLinkDead(error)) throw error;
          onEnd("dead");
        },
      );
    },
  });
  return (
    <form className="join-form" {...form.props}>
      <h1>{t`Choose a new password`}</h1>
      <FormProblem>{form.problem}</FormProblem>
      <NewPasswordField className="large" {...form.field("newPassword")} />
      <SubmitButton form={form} busyMessage={t`Saving`}>{t`Save password`}</SubmitButton>
    </form>
  );
}
