import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { AccountPage, type SampleTemplate } from "./account-page.tsx";

type Props = {
  sample: SampleTemplate | undefined;
  signIn: string;
  contactEmail: string | undefined;
};

/** Replaces the form while sign-up is closed. */
export function SignUpClosed({ sample, signIn, contactEmail }: Props) {
  return (
    <AccountPage sample={sample}>
      <div className="join-form">
        <h1>{t`Sign-up is closed`}</h1>
        <p>{t`This site isn’t accepting new accounts at the moment. You can still use every template and download your document without one.`}</p>
        <p>
          {contactEmail ? (
            <Trans>
              If you need an account, contact{" "}
              <a className="link" href={`mailto:${contactEmail}`}>
                {contactEmail}
              </a>
              .
            </Trans>
          ) : (
            <Trans>
              If you need an account, contact{" "}
              <Link className="link" to="/contact">
                the operator
              </Link>
              .
            </Trans>
          )}
        </p>
        <Link className="button primary large" to="/templates">{t`Find a template`}</Link>
        <p className="aside">
          <Trans>
            Already have an account?{" "}
            <Link className="link" to={signIn}>
              Sign in
            </Link>
          </Trans>
        </p>
      </div>
    </AccountPage>
  );
}
