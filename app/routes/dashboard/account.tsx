import download from "virtual:icon/download";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { DeleteAccount, EmailForm, PasswordForm, Sessions, Storage } from "../../features/account/index.ts";
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
  const { profile, role, session } = usePerson();
  return (
    <>
      <div className="desk-head">
        <h1>{t`Account`}</h1>
        <Button onClick={() => signOut("/")}>{t`Sign out`}</Button>
      </div>
      {role === "operator" && (
        <p className="desk-lead phone-only">
          <Trans>
            You’re an operator.{" "}
            <Link className="link" to="/studio">
              Open the studio
            </Link>
          </Trans>
        </p>
      )}
      <section className="account-section" id="email">
        <h2>{t`E-mail`}</h2>
        <EmailForm email={profile.email} />
      </section>
      <section className="account-section">
        <h2>{t`Password`}</h2>
        <PasswordForm />
      </section>
      <section className="account-section">
        <h2>{t`Sessions`}</h2>
        <Sessions own={session} />
      </section>
      <section className="account-section" id="storage">
        <h2>{t`Storage`}</h2>
        <Storage />
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
