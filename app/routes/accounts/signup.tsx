import { t } from "@lingui/core/macro";
import { useState } from "react";
import {
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
  const { catalogue, isSignUpClosed, contactEmail } = context.get(pageServices);
  return { sample: await pickSample(catalogue), isClosed: isSignUpClosed, contactEmail };
}

const whatFor = () =>
  t`An account stores your documents, saved templates and history, and fills in your details for you.`;

export function meta({ matches }: Route.MetaArgs) {
  const description = whatFor();
  return describePage(matches, { title: t`Create account`, description, path: "/signup" });
}

export default function SignUp({ loaderData: { sample, isClosed, contactEmail } }: Route.ComponentProps) {
  const { next, query } = useNextPage();
  const [unconfirmed, setUnconfirmed] = useState("");
  // Also while waiting for the e-mail: confirming in another tab continues in this one.
  return (
    <RedirectWhenKnown next={next}>
      {unconfirmed ? (
        <MailSent email={unconfirmed} what="confirm" sample={sample} />
      ) : isClosed ? (
        <SignUpClosed sample={sample} signIn={`/login${query}`} contactEmail={contactEmail} />
      ) : (
        <SignUpForm
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
