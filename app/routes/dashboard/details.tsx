import { t } from "@lingui/core/macro";
import { DetailsScreen } from "../../features/details/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/details";
import "../../features/details/details.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t({ message: "Details", context: "a person's details" }));
}

export default function DetailsPage() {
  return <DetailsScreen />;
}
