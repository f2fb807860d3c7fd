import { Link } from "react-router";
import { AccountPage, type SampleTemplate } from "./account-page.tsx";

type Props = {
  sample: SampleTemplate | undefined;
  signIn: string;
  contactEmail: string | undefined;
};

/** In place of the form while operators have closed it. Everything but keeping one's work goes without an account. */
export function SignUpClosed({ sample, signIn, contactEmail }: Props) {
  return (
    <AccountPage sample={sample}>
      <div className="join-form">
        <h1>No new accounts for now</h1>
        <p>
          The people who run this library make no new accounts at the moment. You can use every template
          without one: fill it in and download it.
        </p>
        <p>
          If you need an account, ask{" "}
          {contactEmail ? (
            <a className="link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
          ) : (
            <Link className="link" to="/contact">
              the people who run it
            </Link>
          )}
          .
        </p>
        <Link className="button primary large" to="/templates">
          Find a template
        </Link>
        <p className="aside">
          Have one already?{" "}
          <Link className="link" to={signIn}>
            Sign in
          </Link>
        </p>
      </div>
    </AccountPage>
  );
}
