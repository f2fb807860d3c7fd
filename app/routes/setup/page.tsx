import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { data, Link, Navigate } from "react-router";
import { SHARED_HEADERS } from "../../../contract/people/shares.ts";
import type { SetupOffer } from "../../../contract/site/site.ts";
import { readToken, SignInForm } from "../../features/account/index.ts";
import { loadHomeContent } from "../../features/catalogue/index.ts";
import { useSession } from "../../features/session/index.ts";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { inPageLanguage } from "../../lib/i18n/addresses.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { SkipLink } from "../../shell/frame-parts.tsx";
import { LanguageMenu } from "../../shell/language-menu.tsx";
import { Brand, ThemeSwitch } from "../../shell/site-bar.tsx";
import { Mark } from "../../ui/icon.tsx";
import type { Route } from "./+types/page";
import styles from "./setup.module.css";
import { SetupForm } from "./setup-form.tsx";

/**
 * The page is the same for everyone. The browser checks the link and requests existing settings with the
 * link's token.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { row, count } = await loadHomeContent(context.get(pageServices).catalogue);
  return data({ row, count }, { headers: SHARED_HEADERS });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Set up the library`);
}

type State = "asking" | "dead" | { problem: string } | { offer: SetupOffer };

export default function Setup({ loaderData: { row, count } }: Route.ComponentProps) {
  const [state, setState] = useState<State>("asking");
  useEffect(() => {
    askForOffer().then(setState);
  }, []);
  return (
    <>
      <SkipLink />
      <header className="site-bar">
        <div className="wrap bar">
          <Brand />
          <div className="bar-right">
            <LanguageMenu />
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={`wrap columns ${styles.setup}`}>
        {typeof state === "object" && "offer" in state ? (
          <SetupForm offer={state.offer} row={row} count={count} onDead={() => setState("dead")} />
        ) : state === "dead" ? (
          <DeadLink />
        ) : (
          <Asking problem={state === "asking" ? "" : state.problem} />
        )}
      </main>
    </>
  );
}

async function askForOffer(): Promise<State> {
  try {
    const answer = await call("auth/check-setup-link", { json: { token: readToken() }, isPublic: true });
    return { offer: await answer.json() };
  } catch (error) {
    const isDead = error instanceof RefusedCall && /TOKEN|VALIDATION/.test(error.code);
    return isDead ? "dead" : { problem: errorMessage(error) };
  }
}

function Asking({ problem }: { problem: string }) {
  return (
    <div className="join-form" aria-live="polite">
      <h1>{t`Set up the library`}</h1>
      {problem ? (
        <p>{problem}</p>
      ) : (
        <>
          <p>{t`Checking your link…`}</p>
          <span className="turning">
            <Mark />
          </span>
        </>
      )}
      <noscript>
        <p>{t`This page needs JavaScript. Turn it on and open the link again.`}</p>
      </noscript>
    </div>
  );
}

/** The link was probably used by the same person, so they sign in. */
function DeadLink() {
  const { kind } = useSession();
  const hasAsked = useRef(false);
  const reason = t`This setup link has already been used or replaced. Until the library is set up, the server creates a new link each time it starts.`;
  if (kind === "known" && hasAsked.current) return <Navigate to="/dashboard" replace />;
  if (kind === "known")
    return (
      <div className="join-form">
        <h1>{t`This link no longer works`}</h1>
        <p>{t`${reason} You’re signed in.`}</p>
        <Link className="button primary large" to="/dashboard">{t`Go to dashboard`}</Link>
      </div>
    );
  hasAsked.current = true;
  return (
    <SignInForm
      lead={t`${reason} If you run this library, sign in here.`}
      email=""
      onUnconfirmed={() => location.assign(inPageLanguage("/login"))}
    />
  );
}
