import { t } from "@lingui/core/macro";
import { DraftScreen } from "../../features/studio/editor/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/draft";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Draft · Studio`);
}

export default function StudioDraft({ params }: Route.ComponentProps) {
  return <DraftScreen key={params.id} id={params.id} />;
}
