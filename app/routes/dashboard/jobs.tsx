import { t } from "@lingui/core/macro";
import { JobList } from "../../features/jobs/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/jobs";
import "../../features/jobs/jobs.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t({ message: "Jobs", context: "tables the server makes PDFs of" }));
}

export default function JobsPage() {
  return <JobList />;
}
