import back from "virtual:icon/arrow-left";
import download from "virtual:icon/download";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { JobDetails, RowProblem } from "../../../contract/rendering/jobs.ts";
import type { Text } from "../../../contract/texts/text.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { attempt } from "../../lib/http/failures.ts";
import { RefusedCall } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { isolate } from "../../lib/i18n/intl.ts";
import { translate } from "../../lib/i18n/server-texts.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { JobProgress } from "./job-progress.tsx";
import styles from "./jobs.module.css";
import {
  describeJob,
  formatMomentOf,
  jobList,
  jobOf,
  phaseOf,
  removeJob,
  resultAddress,
  titleOf,
} from "./jobs.ts";

const GONE = [400, 403, 404];

/** One job: how far it is, what failed, and its result. */
export function JobScreen({ id }: { id: string }) {
  const query = useQuery(jobOf(id));
  const { data: job, error } = query;
  const isGone = error instanceof RefusedCall && GONE.includes(error.status);
  return (
    <>
      <p className={styles.back}>
        <Link className="link" to="/dashboard/jobs">
          <Icon of={back} />
          {t`All jobs`}
        </Link>
      </p>
      {isGone ? (
        <Gone />
      ) : job ? (
        <Job job={job} isLost={error !== null} />
      ) : (
        <PendingPart failure={t`We couldn’t load this job.`} of={pendingOf(query)} height="20rem" />
      )}
    </>
  );
}

function Gone() {
  return (
    <>
      <h1>{t`Job not found`}</h1>
      <div className="dashboard-section">
        <EmptyState
          title={t`This job was deleted or has expired`}
          action={<Link className="button" to="/dashboard/jobs">{t`All jobs`}</Link>}
        >{t`Results are kept for a day. To get the PDFs again, open the template and add the table again.`}</EmptyState>
      </div>
    </>
  );
}

function Job({ job, isLost }: { job: JobDetails; isLost: boolean }) {
  const { id, delivery, date_expires, problems, current } = job;
  const [isAsking, setIsAsking] = useState(false);
  const go = useNavigate();
  const phase = phaseOf(job);
  const title = isolate(titleOf(job));
  const isRunning = phase === "running";
  const remove = async () => {
    setIsAsking(false);
    const outcome = isRunning ? t`We couldn’t cancel the job.` : t`We couldn’t delete the job.`;
    if (!(await attempt({ failure: "Removing a job failed", outcome }, () => removeJob(id)))) return;
    notify({ kind: "fact", message: isRunning ? t`Job cancelled` : t`Job deleted` });
    go("/dashboard/jobs");
  };
  return (
    <>
      <div className="dashboard-head">
        <div>
          <h1>
            <bdi>{titleOf(job)}</bdi>
          </h1>
          <p className={styles.about}>{describeJob(job).join(" · ")}</p>
        </div>
        <div className="dashboard-actions">
          {phase !== "cancelled" && (
            <Button onClick={() => setIsAsking(true)}>{isRunning ? t`Cancel job` : t`Delete job`}</Button>
          )}
          {phase === "ready" && (
            <a className="button primary" href={resultAddress(job)} download onClick={noteDownload}>
              <Icon of={download} />
              {delivery === "zip" ? t`Download ZIP` : t`Download PDF`}
            </a>
          )}
        </div>
      </div>
      {isLost && (
        <Note>
          {t`We lost the connection to the server. The job continues there, and this page updates when you’re back online.`}
        </Note>
      )}
      {phase === "cancelled" && <Note>{t`This job was cancelled. Its PDFs were deleted.`}</Note>}
      {phase === "failed" && (
        <Note>{t`Every row failed, so there’s nothing to download. Fix the rows below and start again.`}</Note>
      )}
      {phase === "ready" && date_expires && (
        <Note>{t`You can download the result until ${{ moment: formatMomentOf(date_expires) }}.`}</Note>
      )}
      {phase !== "cancelled" && <JobProgress job={job} />}
      {isRunning && current.length > 0 && <CurrentRows job={job} />}
      {problems.length > 0 && phase !== "cancelled" && <Problems job={job} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={isRunning ? t`Cancel “${title}”?` : t`Delete “${title}”?`}
        confirm={isRunning ? t`Cancel job` : t`Delete job`}
        cancel={isRunning ? t`Continue` : t`Cancel`}
        isDestructive
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void remove()}
      >
        {isRunning
          ? t`The PDFs created so far are deleted, too. This can’t be undone.`
          : t`Its PDFs are deleted from the server. This can’t be undone.`}
      </ConfirmDialog>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.note} role="status">
    {children}
  </p>
);

/** The server notes the first download, which ends the hint in the navigation. */
export function noteDownload(): void {
  setTimeout(() => void queryClient.invalidateQueries({ queryKey: jobList.queryKey }), 2_000);
}

const A4_RATIO = 210 / 297;

const sheetOf = (template: string) => ({
  queryKey: ["job-sheet", template],
  queryFn: async () => {
    const filter = { id: { _eq: template } };
    const { data } = await listItems("templates", { filter, fields: ["image", "page"] });
    return data[0] ?? null;
  },
});

/** Sheets of the rows that were made last, are in making and come next. */
function CurrentRows({ job: { current, template, rows } }: { job: JobDetails }) {
  const { data: sheet } = useQuery(sheetOf(template));
  const ratio = sheet?.page ? pageRatio(sheet.page) : A4_RATIO;
  return (
    <ol className={styles.sheets} aria-label={t`Rows in progress`}>
      {current.map(({ row, name, state }) => (
        <li key={row} data-state={state}>
          {state === "waiting" || !sheet ? (
            <span className="sheet" style={{ "--ar": ratio }} />
          ) : (
            <Sheet image={sheet.image} ratio={ratio} sizes="120px" />
          )}
          <span dir="auto">{name ?? t`Row ${row} of ${rows}`}</span>
          <span className="sr-only">{formatState(state)}</span>
        </li>
      ))}
    </ol>
  );
}

function formatState(state: JobDetails["current"][number]["state"]): string {
  if (state === "made") return t({ message: "done", context: "row of a job" });
  if (state === "failed") return t({ message: "failed", context: "row of a job" });
  return state === "making"
    ? t({ message: "in progress", context: "row of a job" })
    : t({ message: "waiting", context: "row of a job" });
}

function Problems({ job: { id, failed, problems } }: { job: JobDetails }) {
  const listed = new Set(problems.map(({ row }) => row)).size;
  return (
    <section className={styles.problems}>
      <div className="section-head">
        <h2>{plural(failed, { one: "# row failed", other: "# rows failed" })}</h2>
        <a className="link" href={`/render/jobs/${id}/errors.csv`} download>
          {t`Download errors.csv`}
        </a>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t({ message: "Row", context: "of a table" })}</th>
            <th scope="col">{t({ message: "Name", context: "of a thing" })}</th>
            <th scope="col">{t({ message: "Problem", context: "heading of a column" })}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <tr key={`${problem.row} ${problem.field} ${problem.message}`}>
              <td className="num">{problem.row}</td>
              <td>
                {problem.name ? <bdi>{problem.name}</bdi> : <span className="muted">{t`No name`}</span>}
              </td>
              <td>
                <Problem problem={problem} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">
        {listed < failed &&
          plural(
            { count: failed - listed },
            {
              one: "# more row is in errors.csv.",
              other: "# more rows are in errors.csv.",
            },
          )}{" "}
        {t`Failed rows don’t stop the rest. Fix them in your table and start a job with only these rows.`}
      </p>
    </section>
  );
}

/** "Date is “31 June 2026”. …" */
function Problem({ problem: { label, value, message, text } }: { problem: RowProblem }) {
  const whole = text as Text | undefined;
  if (!label) return translate({ message, text: whole });
  // Without the path of the field, whose label is named already.
  const inner = whole?.values?.problem;
  const reason = translate({ message, text: typeof inner === "object" ? inner : whole });
  const name = isolate(label);
  if (!value)
    return (
      <Trans>
        <b>{name}</b>: {reason}
      </Trans>
    );
  const shown = isolate(value);
  return (
    <Trans>
      <b>{name}</b> is “{shown}”. {reason}
    </Trans>
  );
}
