import { t } from "@lingui/core/macro";
import { AccountPage, pickSample, ResetPassword } from "../../features/account/index.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/reset-password";

export async function loader({ context }: Route.LoaderArgs) {
  return { sample: await pickSample(context.get(pageServices).catalogue) };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = t`Choose a new password for your account.`;
  return describePage(matches, { title: t`New password`, description, path: "/reset-password" });
}

export default function ResetPasswordPage({ loaderData: { sample } }: Route.ComponentProps) {
  return (
    <AccountPage sample={sample}>
      <ResetPassword />
    </AccountPage>
  );
}
