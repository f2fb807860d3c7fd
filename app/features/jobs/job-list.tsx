import download from "virtual:icon/download";
import drawing from "virtual:icon/table";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListedJob } from "../../../contract/rendering/jobs.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import { noteDownload } from "./job-screen.tsx";
import styles from "./jobs.module.css";
import {
  describeJob,
  formatMomentOf,
  formatOutcome,
  jobList,
  POLL_MS,
  phaseOf,
  resultAddress,
  titleOf,
} from "./jobs.ts";

/** A person's jobs, the newest first. */
export function JobList() {
  const query = useQuery({
    ...jobList,
    refetchOnMount: "always",
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === "running") ? POLL_MS : false,
  });
  const jobs = query.data;
  return (
    <>
      <div className="dashboard-head">
        <h1>{t({ message: "Jobs", context: "tables the server makes PDFs of" })}</h1>
      </div>
      <p className="dashboard-lead">{t`PDFs from large tables are created on the server. Results are kept for a day.`}</p>
      {!jobs && (
        <div className="dashboard-section">
          <PendingPart failure={t`We couldn’t load your jobs.`} of={pendingOf(query)} height="12rem" />
        </div>
      )}
      {jobs?.length === 0 && (
        <div className="dashboard-section">
          <EmptyState
            title={t`No jobs yet`}
            drawing={drawing}
            action={<Link className="button primary" to="/templates">{t`Find a template`}</Link>}
          >{t`Open a template, choose Batch and add a table with more than 200 rows. It appears here.`}</EmptyState>
        </div>
      )}
      {jobs && jobs.length > 0 && (
        <ul className={`${styles.list} dashboard-section`} aria-label={t`Your jobs`}>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </>
  );
}

function JobRow({ job }: { job: ListedJob }) {
  const { id, rows, made, failed, date_created } = job;
  const phase = phaseOf(job);
  const title = titleOf(job);
  return (
    <li>
      <div>
        <Link className="link" to={`/dashboard/jobs/${id}`}>
          <bdi>{title}</bdi>
        </Link>
        <p>{[...describeJob(job), formatMomentOf(date_created)].join(" · ")}</p>
      </div>
      <div className={styles.listState}>
        <p className={`num ${phase === "failed" ? styles.bad : ""}`}>{formatOutcome(job)}</p>
        {phase === "running" && (
          <progress max={rows} value={made + failed} aria-label={t`Completed rows of ${title}`} />
        )}
      </div>
      {phase === "ready" && (
        <a
          className="button small"
          href={resultAddress(job)}
          download
          onClick={noteDownload}
          aria-label={t`Download ${title}`}
        >
          <Icon of={download} />
          {t`Download`}
        </a>
      )}
    </li>
  );
}
