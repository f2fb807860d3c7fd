import { NewPage, PageDesk } from "../../features/studio/pages/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/page";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Page, studio");
}

/** At /studio/pages/new one that is not kept yet; no page can be called so. */
export default function StudioPage({ params: { id } }: Route.ComponentProps) {
  return id === "new" ? <NewPage /> : <PageDesk key={id} id={id} />;
}
