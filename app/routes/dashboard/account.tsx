import download from "virtual:icon/download";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import {
  AccountTabs,
  ConnectedApps,
  ConnectedIssuer,
  DataAtHost,
  DeleteAccount,
  DeviceStorage,
  EmailForm,
  Passkeys,
  PasswordForm,
  Sessions,
  Storage,
  TwoFactor,
} from "../../features/account/index.ts";
import { signOut } from "../../features/session/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/account";
import "../../features/account/account.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Account`);
}

export default function Account() {
  const { profile, role, session, needsTwoFactor } = usePerson();
  return (
    <>
      <div className="dashboard-head">
        <h1>{t`Account`}</h1>
        <Button onClick={() => signOut("/")}>{t`Sign out`}</Button>
      </div>
      <AccountTabs />
      {role === "operator" && (
        <p className="dashboard-lead phone-only">
          <Trans>
            You’re an operator.{" "}
            <Link className="link" to="/studio">
              Open the studio
            </Link>
          </Trans>
        </p>
      )}
      {needsTwoFactor && (
        <p className="dashboard-lead" role="status">
          <Trans>
            Operators of this library need two-factor sign-in.{" "}
            <a className="link" href="#two-factor">
              Turn it on
            </a>{" "}
            or sign in with a passkey to open the studio.
          </Trans>
        </p>
      )}
      <section className="account-section" id="email">
        <h2>{t`Email`}</h2>
        <EmailForm email={profile.email} />
      </section>
      <section className="account-section">
        <h2>{t`Password`}</h2>
        <PasswordForm />
      </section>
      <section className="account-section" id="passkeys">
        <h2>{t`Passkeys`}</h2>
        <Passkeys />
      </section>
      <section className="account-section" id="two-factor">
        <h2>{t`Two-factor sign-in`}</h2>
        <TwoFactor />
      </section>
      <ConnectedIssuer />
      <section className="account-section" id="sessions">
        <h2>{t`Sessions`}</h2>
        <Sessions own={session} />
      </section>
      <section className="account-section" id="apps">
        <h2>{t`Connected apps`}</h2>
        <ConnectedApps />
      </section>
      <section className="account-section" id="storage">
        <h2>{t`Storage`}</h2>
        <Storage />
      </section>
      <DataAtHost email={profile.email} />
      <section className="account-section">
        <h2>{t`Offline copies`}</h2>
        <DeviceStorage email={profile.email} />
      </section>
      <section className="account-section">
        <h2>{t`Your data`}</h2>
        <div>
          <p>{t`Everything we store about you, as JSON files and pictures in a ZIP file.`}</p>
          <a className="button" href="/auth/my-data" download>
            <Icon of={download} />
            {t`Download data`}
          </a>
        </div>
      </section>
      <section className="account-section">
        <h2>{t`Delete account`}</h2>
        <DeleteAccount />
      </section>
    </>
  );
}
