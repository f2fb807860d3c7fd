import { t } from "@lingui/core/macro";
import { AccountTabs, Webhooks } from "../../features/account/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/webhooks";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Webhooks`);
}

export default function WebhooksPage({ params }: Route.ComponentProps) {
  const { role } = usePerson();
  return (
    <>
      <div className="dashboard-head">
        <h1>{t`Webhooks`}</h1>
      </div>
      <AccountTabs />
      <Webhooks open={params.id} isOperator={role === "operator"} />
    </>
  );
}
