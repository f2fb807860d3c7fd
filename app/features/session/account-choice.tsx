// Loaded when browser and session disagree.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { rememberEmail } from "./identity.ts";
import { forgetPathAfterLeaving, signOut } from "./sign-in.ts";

/**
 * The browser remembers one account but is signed in to another: no personal data is shown until one is
 * chosen.
 */
export default function AccountChoice({ email, other }: { email: string; other: string }) {
  const navigate = useNavigate();
  useEffect(() => forgetPathAfterLeaving, []);
  const door = `/login?email=${encodeURIComponent(email)}`;
  return (
    <section className="panel corner-panel" aria-labelledby="account-choice-title">
      <h2 id="account-choice-title">{t`Which account do you want to use?`}</h2>
      <p>
        <Trans>
          This browser remembers {email} but is signed in as {other}. Choose one to see your saved templates
          and documents.
        </Trans>
      </p>
      <Button onClick={() => rememberEmail(other)}>
        <Trans>Continue as {other}</Trans>
      </Button>
      <Button
        onClick={async () => {
          if (await signOut(door)) navigate(door);
        }}
      >
        <Trans>Sign in as {email}</Trans>
      </Button>
    </section>
  );
}
