import { t } from "@lingui/core/macro";
import { FiguresScreen } from "../../features/studio/figures/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/figures";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Statistics · Studio`);
}

export default function StudioFigures() {
  return <FiguresScreen />;
}
