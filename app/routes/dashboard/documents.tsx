import { t } from "@lingui/core/macro";
import { DocumentList } from "../../features/documents/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/documents";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Documents`);
}

export default function Documents() {
  const { profile } = usePerson();
  return <DocumentList userId={profile.id} />;
}
