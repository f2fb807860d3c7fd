import { t } from "@lingui/core/macro";
import { AccountPage, EmailConfirmation, pickSample } from "../../features/account/index.ts";
import { pageServices } from "../../lib/pages/page-data.ts";
import { describePage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/verify-email";

export async function loader({ context }: Route.LoaderArgs) {
  return { sample: await pickSample(context.get(pageServices).catalogue) };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = t`Confirm your email address.`;
  return describePage(matches, { title: t`Confirm your email address`, description, path: "/verify-email" });
}

export default function VerifyEmail({ loaderData: { sample } }: Route.ComponentProps) {
  return (
    <AccountPage sample={sample}>
      <EmailConfirmation />
    </AccountPage>
  );
}
