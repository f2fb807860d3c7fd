import { t } from "@lingui/core/macro";
import { useState } from "react";
import {
  AccountPage,
  IssuerButton,
  MailSent,
  pickSample,
  RedirectWhenKnown,
  rememberNextPage,
  SignUpClosed,
  SignUpForm,
  useNextPage,
} from "../../features/account/index.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/signup";

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, isSignUpClosed, contactEmail, issuerName, hasPasswordSignUp } =
    context.get(pageServices);
  const sample = await pickSample(catalogue);
  const isClosed = isSignUpClosed || (!hasPasswordSignUp && !issuerName);
  return { sample, isClosed, contactEmail, issuerName, hasPasswordSignUp };
}

const whatFor = () =>
  t`An account stores your documents, saved templates and history, and fills in your details for you.`;

export function meta({ matches }: Route.MetaArgs) {
  const description = whatFor();
  return describePage(matches, { title: t`Create account`, description, path: "/signup" });
}

export default function SignUp({ loaderData }: Route.ComponentProps) {
  const { sample, isClosed, contactEmail, issuerName, hasPasswordSignUp } = loaderData;
  const { next, query } = useNextPage();
  const [unconfirmed, setUnconfirmed] = useState("");
  // Also while waiting for the email: confirming in another tab continues in this one.
  return (
    <RedirectWhenKnown next={next}>
      {unconfirmed ? (
        <MailSent email={unconfirmed} what="confirm" sample={sample} />
      ) : isClosed ? (
        <SignUpClosed sample={sample} signIn={`/login${query}`} contactEmail={contactEmail} />
      ) : issuerName && !hasPasswordSignUp ? (
        <AccountPage sample={sample}>
          <div className="join-form">
            <h1>{t`Create account`}</h1>
            <p>{whatFor()}</p>
            <IssuerButton name={issuerName} next={next} />
          </div>
        </AccountPage>
      ) : (
        <SignUpForm
          issuer={issuerName && <IssuerButton name={issuerName} next={next} />}
          lead={whatFor()}
          sample={sample}
          signIn={`/login${query}`}
          onUnconfirmed={(email) => {
            rememberNextPage(next);
            setUnconfirmed(email);
          }}
        />
      )}
    </RedirectWhenKnown>
  );
}
