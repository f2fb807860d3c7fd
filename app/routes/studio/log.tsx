import { t } from "@lingui/core/macro";
import { ActionLog } from "../../features/operators/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/log";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Log · Studio`);
}

export default function StudioLog() {
  return <ActionLog />;
}
