import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { DocumentList } from "../../features/documents/index.ts";
import { registerServiceWorker } from "../../lib/browser/service-worker.ts";
import { useBuildId } from "../../lib/pages/page-data.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/documents";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Documents`);
}

export default function Documents() {
  const { profile } = usePerson();
  const build = useBuildId();
  useEffect(() => registerServiceWorker(build), [build]);
  return <DocumentList userId={profile.id} />;
}
