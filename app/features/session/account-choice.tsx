// Loaded when browser and session disagree.
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
    <section className="panel account-choice" aria-labelledby="account-choice-title">
      <h2 id="account-choice-title">Which account do you want to use?</h2>
      <p>
        This browser remembers {email} but is signed in as {other}. Choose one to see your saved templates and
        documents.
      </p>
      <Button onClick={() => rememberEmail(other)}>Continue as {other}</Button>
      <Button
        onClick={async () => {
          if (await signOut(door)) navigate(door);
        }}
      >
        Sign in as {email}
      </Button>
    </section>
  );
}
