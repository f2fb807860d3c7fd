import { t } from "@lingui/core/macro";
import { useState } from "react";
import {
  AccountPage,
  AskOperator,
  ForgotPasswordForm,
  MailSent,
  pickSample,
  rememberNextPage,
  useNextPage,
} from "../../features/account/index.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/forgot-password";

export async function loader({ context }: Route.LoaderArgs) {
  const { sendsMail, contactEmail, catalogue } = context.get(pageServices);
  return { sendsMail, contactEmail, sample: await pickSample(catalogue) };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = t`Get a link to choose a new password.`;
  return describePage(matches, { title: t`Forgot your password?`, description, path: "/forgot-password" });
}

export default function ForgotPassword({ loaderData }: Route.ComponentProps) {
  const { sendsMail, contactEmail, sample } = loaderData;
  const { next, query } = useNextPage();
  const [sentTo, setSentTo] = useState("");
  if (sentTo) return <MailSent email={sentTo} what="reset" sample={sample} />;
  return (
    <AccountPage sample={sample}>
      {sendsMail ? (
        <ForgotPasswordForm
          signIn={`/login${query}`}
          onAsked={(email) => {
            rememberNextPage(next);
            setSentTo(email);
          }}
        />
      ) : (
        <AskOperator signIn={`/login${query}`} contactEmail={contactEmail} />
      )}
    </AccountPage>
  );
}
