import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { currentPath } from "../../lib/i18n/addresses.ts";
import { lazyPart, loadOrNotify, useLazyPart } from "../../lib/pages/lazy-part.ts";
import { Button } from "../../ui/button.tsx";
import { useSession } from "./session.ts";

const accountChoice = lazyPart(() => import("./account-choice.tsx"));

export function signInAddress(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}

/** Asks to sign in again when the session has ended, and who is here when browser and session disagree. */
export function SessionPrompts() {
  const session = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const ended = session.kind === "ended" ? session.email : undefined;

  useEffect(() => {
    // Pages that require signing in need no prompt.
    if (!ended || /^\/(login|signup|dashboard|reset-password|forgot-password)/.test(pathname)) return;
    // The address itself, and not the router's: the editor names its document there by itself.
    const signIn = () => navigate(signInAddress(currentPath()));
    import("./sign-in.ts").then(
      ({ askToSignIn }) => askToSignIn(ended, signIn),
      (error: unknown) => console.error("Asking to sign in failed", error), // asked again on the next page
    );
  }, [ended, pathname, navigate]);

  const WhichPerson = useLazyPart(accountChoice, session.kind === "differs");
  const isMissing = accountChoice.useHasFailed();
  if (session.kind !== "differs") return null;
  if (WhichPerson) return <WhichPerson email={session.email} other={session.other} />;
  return isMissing ? <MissingChoice /> : null;
}

/** In place of the question, when its script could not be loaded. */
function MissingChoice() {
  return (
    <section className="panel corner-panel" aria-labelledby="account-choice-title">
      <h2 id="account-choice-title">{t`Which account do you want to use?`}</h2>
      <p>{t`This browser remembers one account but is signed in to another. We couldn’t load the options.`}</p>
      <Button
        onClick={() => void loadOrNotify(accountChoice, t`We couldn’t load the options.`)}
      >{t`Try again`}</Button>
    </section>
  );
}
