import { t } from "@lingui/core/macro";
import { VersionsScreen } from "../../features/studio/versions/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/template";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Version history · Studio`);
}

export default function StudioTemplate({ params }: Route.ComponentProps) {
  return <VersionsScreen key={params.id} id={params.id} />;
}
