import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { JobDelivery, ListedJob } from "../../../../../contract/rendering/jobs.ts";
import { errorMessage } from "../../../../lib/http/http-client.ts";
import { withQueries } from "../../../../lib/http/query-client.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { JobProgress, jobOf, startJob } from "../../../jobs/index.ts";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { languageOf } from "../../numbers/document-numbers.ts";
import styles from "../batch.module.css";
import { fillDocument } from "../plan/documents.ts";
import { nameRow } from "../plan/file-names.ts";
import { isComplete, withBill, withInvoiceFields } from "../plan/invoice-columns.ts";
import type { BatchPlan } from "../plan/plan-step.tsx";
import { describeConflict, describeFault, nameOfRow, type RowProblem } from "../plan/row-problems.ts";
import type { Table } from "../table/table.ts";
import { ProblemTable } from "./problem-table.tsx";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  table: Table;
  plan: BatchPlan;
  delivery: JobDelivery;
  onBack(): void;
  onAgain(): void;
  /** Makes the batch in the browser instead. */
  onHere(): void;
  onMade(title: string): void;
};

/** Hands a long batch over to the server, which goes on when the page is left. */
export const JobStep = withQueries(function JobStep(props: Props) {
  const { onBack, onAgain, onHere } = props;
  const { job, problem, leftOut, start } = useHandOver(props);
  return (
    <>
      <div className={`${styles.batchBody} ${styles.batchRun}`}>
        <FormProblem>{problem}</FormProblem>
        {!job && !problem && (
          <p className={styles.batchCount} role="status">
            {t`Sending the table…`}
          </p>
        )}
        {job && <StartedJob job={job} />}
        <ProblemTable caption={t`Rows that weren’t sent`} problems={leftOut} />
      </div>
      <footer className={styles.batchFoot}>
        <Button onClick={onBack}>{t`Back to columns`}</Button>
        {problem && <Button onClick={onHere}>{t`Create in this browser`}</Button>}
        {problem ? (
          <Button variant="primary" onClick={start}>{t`Try again`}</Button>
        ) : (
          <Button onClick={onAgain}>{t`Choose another table`}</Button>
        )}
        {job && (
          <Link className="button primary" to={`/dashboard/jobs/${job.id}`}>
            {t`Open job`}
          </Link>
        )}
      </footer>
    </>
  );
});

function StartedJob({ job }: { job: ListedJob }) {
  const { data = job } = useQuery(jobOf(job.id));
  return <JobProgress job={data} />;
}

function useHandOver(props: Props) {
  const [job, setJob] = useState<ListedJob>();
  const [problem, setProblem] = useState<string>();
  const [leftOut, setLeftOut] = useState<RowProblem[]>([]);
  const given = useRef(props);
  const start = useCallback(async () => {
    const { template, draft, table, plan, delivery, onMade } = given.current;
    setProblem(undefined);
    const { eInvoices } = plan;
    const documents = plan.groups.map((rows) =>
      withBill(template.fields, draft, fillDocument(draft.data, rows, plan), eInvoices),
    );
    const fields = eInvoices ? withInvoiceFields(template.fields) : template.fields;
    const context = { fields, plan, language: languageOf(draft.theme) };
    setLeftOut(
      documents.flatMap((document) =>
        document.conflicts.length > 0
          ? document.conflicts.map((conflict) => describeConflict(conflict, context))
          : document.faults.map((fault) => describeFault(document, fault, context)),
      ),
    );
    const sent = documents.filter(isComplete);
    if (sent.length === 0) {
      setProblem(t`No row has everything that its e-invoice needs.`);
      return;
    }
    try {
      const started = await startJob({
        template: template.id,
        ...(template.versionId ? { version: template.versionId } : {}),
        rows: sent.map(({ data }) => data),
        names: sent.map(
          ({ rows: [first] }) =>
            nameRow(plan.fileName, table.columns, first?.cells ?? []) || nameOfRow(first?.number ?? 0),
        ),
        ...(eInvoices ? { bills: sent.flatMap(({ bill }) => bill ?? []) } : {}),
        theme: draft.theme,
        bleed: plan.bleed,
        delivery: eInvoices ? "zip" : delivery,
        ...(draft.title ? { title: draft.title } : {}),
      });
      setJob(started);
      onMade(plural({ count: sent.length }, { one: "# PDF from a table", other: "# PDFs from a table" }));
    } catch (error) {
      console.error("Starting a job failed", error);
      setProblem(errorMessage(error));
    }
  }, []);
  useEffect(() => void start(), [start]);
  return { job, problem, leftOut, start };
}
