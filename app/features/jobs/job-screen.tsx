import back from "virtual:icon/arrow-left";
import download from "virtual:icon/download";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { JobDetails, RowProblem } from "../../../contract/rendering/jobs.ts";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import type { Text } from "../../../contract/texts/text.ts";
import { fieldLabel } from "../../../shared/text/field-label.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { createItem, listItems } from "../../lib/http/content-client.ts";
import { attempt } from "../../lib/http/failures.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { type RenderedTemplate, requestSheet } from "../../lib/http/render-client.ts";
import { readVersionFields } from "../../lib/http/version-fields.ts";
import { isolate } from "../../lib/i18n/intl.ts";
import { translate } from "../../lib/i18n/server-texts.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import { JobProgress } from "./job-progress.tsx";
import styles from "./jobs.module.css";
import {
  describeJob,
  formatMomentOf,
  isGone,
  jobList,
  jobOf,
  phaseOf,
  readJobRow,
  removeJob,
  resultAddress,
  titleOf,
} from "./jobs.ts";

/** One job: how far it is, what failed, and its result. */
export function JobScreen({ id }: { id: string }) {
  const query = useQuery(jobOf(id));
  const { data: job, error } = query;
  return (
    <>
      <p className={styles.back}>
        <Link className="link" to="/dashboard/jobs">
          <Icon of={back} />
          {t`All jobs`}
        </Link>
      </p>
      {isGone(error) ? (
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
        <Note>{t`Every row failed, so there’s nothing to download. Fix the rows below, or correct your table and start again.`}</Note>
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

const templateOf = (template: string) => ({
  queryKey: ["job-template", template],
  queryFn: async () => {
    const filter = { id: { _eq: template } };
    const { data } = await listItems("templates", { filter, fields: ["url", "page"] });
    return data[0] ?? null;
  },
});

/** Sheets of the rows that were made last, are in making and come next. */
function CurrentRows({ job: { id, current, template, template_version, rows } }: { job: JobDetails }) {
  const { data: known } = useQuery(templateOf(template));
  const ratio = known?.page ? pageRatio(known.page) : A4_RATIO;
  const version = { id: template, versionId: template_version ?? undefined };
  return (
    <ol className={styles.sheets} aria-label={t`Rows in progress`}>
      {current.map(({ row, name, state }) => (
        <li key={row} data-state={state}>
          <span className="sheet" style={{ "--ar": ratio }}>
            {state !== "waiting" && <RowPicture job={id} row={row} template={version} />}
          </span>
          <span dir="auto">{name ?? t`Row ${row} of ${rows}`}</span>
          <span className="sr-only">{formatState(state)}</span>
        </li>
      ))}
    </ol>
  );
}

const ROW_WIDTH = 240;

/** The first page of a row. Its sheet stays empty until the server, which is busy with the rows, has drawn it. */
function RowPicture({ job, row, template }: { job: string; row: number; template: RenderedTemplate }) {
  const { data: picture } = useQuery({
    queryKey: ["job-row-picture", job, row],
    queryFn: async ({ signal }) => {
      const { data, theme } = await readJobRow(job, row, signal);
      return requestSheet(template, { data, theme, width: ROW_WIDTH }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address && <img src={address} alt="" data-row={row} />;
}

function formatState(state: JobDetails["current"][number]["state"]): string {
  if (state === "made") return t({ message: "done", context: "row of a job" });
  if (state === "failed") return t({ message: "failed", context: "row of a job" });
  return state === "making"
    ? t({ message: "in progress", context: "row of a job" })
    : t({ message: "waiting", context: "row of a job" });
}

const LONGEST_TITLE = 200; // of a document

/** In the page's language. Until they are loaded, and for a template without versions, a problem has its own label. */
const fieldsOf = (version: string | null) => ({
  queryKey: ["job-fields", version],
  queryFn: ({ signal }: { signal: AbortSignal }) => readVersionFields(version ?? "", signal),
  enabled: version !== null,
  staleTime: Number.POSITIVE_INFINITY,
});

function Problems({ job }: { job: JobDetails }) {
  const { id, failed, problems, template, template_version } = job;
  const listed = new Set(problems.map(({ row }) => row)).size;
  const { data: fields } = useQuery(fieldsOf(template_version));
  const { data: known } = useQuery(templateOf(template));
  const go = useNavigate();
  const [opening, setOpening] = useState<number>();
  /** As a document, in which its person corrects the values and adds the PDF to the result. */
  const fix = async (row: number) => {
    setOpening(row);
    const report = { failure: "Opening a row failed", outcome: t`We couldn’t open this row.` };
    await attempt(report, async () => {
      const { data, theme, name } = await readJobRow(id, row);
      const title = name ?? t`${{ job: titleOf(job) }}, row ${row}`;
      const pin = template_version ? { template_versions_id: template_version } : {};
      const { data: made } = await createItem("documents", {
        templates_id: template,
        title: title.slice(0, LONGEST_TITLE),
        data,
        theme,
        ...pin,
      });
      await go(`${known?.url}/use?document=${made.id}&job=${id}&row=${row}`);
    });
    setOpening(undefined);
  };
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
            <td />
          </tr>
        </thead>
        <tbody>
          {problems.map((problem, index) => (
            <tr key={`${problem.row} ${problem.field} ${problem.message}`}>
              <td className="num">{problem.row}</td>
              <td>
                {problem.name ? <bdi>{problem.name}</bdi> : <span className="muted">{t`No name`}</span>}
              </td>
              <td>
                <Problem problem={labelled(problem, fields)} />
              </td>
              <td>
                {known && problem.row !== problems[index - 1]?.row && (
                  <Button
                    size="small"
                    isBusy={opening === problem.row}
                    busyMessage={t`Opening…`}
                    aria-label={t`Fix row ${problem.row}`}
                    onClick={() => void fix(problem.row)}
                  >{t`Fix row`}</Button>
                )}
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
        {t`Failed rows don’t stop the rest. “Fix row” opens a row in the editor, where you correct it and add it to the result. If many failed, correct them in your table and start a job with only these rows.`}
      </p>
    </section>
  );
}

function labelled(problem: RowProblem, fields: GroupField | undefined): RowProblem {
  if (!fields || !problem.label) return problem;
  return { ...problem, label: fieldLabel(fields, problem.field.split(".")) };
}

/** "Date is “31 June 2026”. …" */
function Problem({ problem: { label, value, message, text } }: { problem: RowProblem }) {
  const whole = text as Text | undefined;
  if (!label) return translate({ message, text: whole });
  // Without the path of the field, whose label is named already.
  const inner = whole?.values?.problem;
  const shortest = typeof inner === "object" ? inner : whole;
  // The pattern itself is for programs.
  const isPattern = shortest?.key === "value_pattern";
  const reason = isPattern ? t`This isn’t in the expected format.` : translate({ message, text: shortest });
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
