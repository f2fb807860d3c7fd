import building from "virtual:icon/building";
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { errorMessage } from "../../lib/http/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { leaveForIssuer, returnFromIssuer } from "../session/index.ts";

/** What the server says about a sign-in that failed, in the address of the page. */
function explain(code: string, name: string): string {
  if (code === "account_not_linked")
    return t`There’s already an account with your email address. Sign in with its password, then connect ${name} under Account.`;
  if (code === "email_not_verified")
    return t`${name} hasn’t confirmed your email address, so we can’t use it.`;
  if (code === "sign_up_closed") return t`You don’t have an account here yet, and sign-up is closed.`;
  if (code === "ACCOUNT_DISABLED") return t`This account has been disabled.`;
  return t`Signing in with ${name} didn’t work. Try again.`;
}

/** Signs in with the OpenID Connect provider, and completes that when it has led back here. */
export function IssuerButton({ name, next }: { name: string; next: string }) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const parameters = new URLSearchParams(location.search);
    const outcome = parameters.get("issuer");
    if (outcome === "failed") setProblem(explain(parameters.get("error") ?? "", name));
    if (outcome === "done") returnFromIssuer().catch((error) => setProblem(errorMessage(error)));
  }, [name]);
  const leave = async () => {
    setBusy(true);
    try {
      await leaveForIssuer(next);
    } catch (error) {
      setBusy(false);
      setProblem(errorMessage(error));
    }
  };
  return (
    <>
      <FormProblem>{problem}</FormProblem>
      <Button size="large" isBusy={isBusy} busyMessage={t`Opening ${name}`} onClick={leave}>
        <Icon of={building} />
        {t`Continue with ${name}`}
      </Button>
      <p className="or" aria-hidden="true">
        {t({ message: "or", context: "between two ways to sign in" })}
      </p>
    </>
  );
}
