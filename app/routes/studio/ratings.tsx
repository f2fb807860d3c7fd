import { t } from "@lingui/core/macro";
import { RatingList } from "../../features/operators/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/ratings";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Ratings · Studio`);
}

export default function StudioRatings() {
  return <RatingList />;
}
