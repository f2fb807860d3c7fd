import { t } from "@lingui/core/macro";
import { JobScreen } from "../../features/jobs/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/job";
import "../../features/jobs/jobs.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t({ message: "Job", context: "a table the server makes PDFs of" }));
}

export default function JobPage({ params }: Route.ComponentProps) {
  return <JobScreen key={params.id} id={params.id} />;
}
