import { t } from "@lingui/core/macro";
import { AccountTabs, ApiKeys } from "../../features/account/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/api-keys";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`API keys`);
}

export default function ApiKeysPage() {
  const { role } = usePerson();
  return (
    <>
      <div className="desk-head">
        <h1>{t`API keys`}</h1>
      </div>
      <AccountTabs />
      <ApiKeys isOperator={role === "operator"} />
    </>
  );
}
