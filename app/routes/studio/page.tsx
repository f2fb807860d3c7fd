import { t } from "@lingui/core/macro";
import { NewPage, PageScreen } from "../../features/studio/pages/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Page · Studio`);
}

/** `/studio/pages/new` creates a page; "new" can't be the id of one. */
export default function StudioPage({ params: { id } }: Route.ComponentProps) {
  return id === "new" ? <NewPage /> : <PageScreen key={id} id={id} />;
}
