import { t } from "@lingui/core/macro";
import { useState } from "react";
import {
  AccountPage,
  MailSent,
  pickSample,
  RedirectWhenKnown,
  SignInForm,
  useNextPage,
} from "../../features/account/index.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/login";

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, issuerName } = context.get(pageServices);
  return { sample: await pickSample(catalogue), issuerName };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = t`Sign in to see your documents, saved templates, history and profile.`;
  return describePage(matches, { title: t`Sign in`, description, path: "/login" });
}

export default function SignIn({ loaderData: { sample, issuerName } }: Route.ComponentProps) {
  const { next, query, email } = useNextPage();
  const [unconfirmed, setUnconfirmed] = useState("");
  if (unconfirmed) return <MailSent email={unconfirmed} what="confirm" sample={sample} />;
  return (
    <RedirectWhenKnown next={next}>
      <AccountPage sample={sample}>
        <SignInForm
          email={email}
          query={query}
          next={next}
          issuerName={issuerName}
          onUnconfirmed={setUnconfirmed}
        />
      </AccountPage>
    </RedirectWhenKnown>
  );
}
