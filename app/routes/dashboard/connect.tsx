import { t } from "@lingui/core/macro";
import { useLocation } from "react-router";
import { AppConsent } from "../../features/account/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/connect";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Connect an app`);
}

export default function Connect() {
  const { search } = useLocation();
  const { profile } = usePerson();
  return <AppConsent query={search.slice(1)} email={profile.email} />;
}
