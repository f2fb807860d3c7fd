import { t } from "@lingui/core/macro";
import { HomeScreen } from "../../features/studio/home/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/home";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Home page · Studio`);
}

export default function StudioHome() {
  return <HomeScreen />;
}
