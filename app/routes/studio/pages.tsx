import { t } from "@lingui/core/macro";
import { PageList } from "../../features/studio/pages/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/pages";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Pages · Studio`);
}

export default function StudioPages() {
  return <PageList />;
}
