import download from "virtual:icon/download";
import { plural, t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { cardSheet, holdsRows } from "../../../../../contract/rendering/print-sheets.ts";
import { rowsThatFit, runBatch } from "../../../../lib/batch/batch-run.ts";
import { joinCards, type MadeCard } from "../../../../lib/batch/card-sheets.ts";
import { type RowResult, renderRows } from "../../../../lib/batch/row-results.ts";
import { createNames, createZipFile } from "../../../../lib/batch/zip-file.ts";
import { isPrivatePage } from "../../../../lib/browser/private-page.ts";
import { saveFile } from "../../../../lib/http/render-client.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import { Button } from "../../../../ui/button.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { languageOf } from "../../numbers/document-numbers.ts";
import styles from "../batch.module.css";
import { fillDocument, type PlannedDocument } from "../plan/documents.ts";
import { nameRow } from "../plan/file-names.ts";
import { makeWithGoodRows } from "../plan/good-rows.ts";
import { isComplete, withBill, withInvoiceFields } from "../plan/invoice-columns.ts";
import type { BatchPlan } from "../plan/plan-step.tsx";
import {
  describeConflict,
  describeFault,
  type MadeFile,
  nameOfRow,
  type RowProblem,
  writeReport,
} from "../plan/row-problems.ts";
import type { Table, TableRow } from "../table/table.ts";
import { ProblemTable } from "./problem-table.tsx";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  table: Table;
  plan: BatchPlan;
  onBack(): void;
  onAgain(): void;
  onMade(title: string): void;
};
type Made = {
  files: number;
  bad: number;
  /** Rows that were skipped. */
  leftOut: number;
  problems: RowProblem[];
  end?: "done" | "stopped" | "lost";
  /** A ZIP, or a PDF if all rows are in one. */
  file?: { blob: Blob; name: string };
  report?: Blob;
};

const REPORT_FILE = "report.csv";
const SHOW_EVERY_MS = 200;
const SHOWN_PROBLEMS = 100; // the report has all of them

export function RunStep(props: Props) {
  const { table, plan, onBack, onAgain } = props;
  const all = plan.groups.length;
  const [made, setMade] = useState<Made>({ files: 0, bad: 0, leftOut: 0, problems: [] });
  const startedAt = useRef(Date.now());
  const stop = useBatch(props, setMade);
  const { files, bad, leftOut, problems, end, file, report } = made;
  const done = files + bad;
  const isZip = file?.name.endsWith(".zip");
  return (
    <>
      <div className={`${styles.batchBody} ${styles.batchRun}`}>
        {end === "lost" && (
          <FormProblem>
            {isPrivatePage()
              ? t`The engine on this device stopped. PDFs created so far are in the ZIP.`
              : file
                ? t`We lost the connection to the server. The PDFs created so far are in the ZIP.`
                : t`We lost the connection to the server. No PDFs were created.`}
          </FormProblem>
        )}
        <p className={`${styles.batchCount} num`} role="status">
          {end
            ? formatResult(made, all, table.rows.length)
            : t`${{ done: formatNumber(done) }} of ${{ all: formatNumber(all) }}`}
        </p>
        <progress max={all} value={done} aria-label={t`Documents created`} />
        {!end && <p className="muted num">{formatTimeLeft(startedAt.current, Date.now(), done, all)}</p>}
        <ProblemTable
          caption={
            <>
              {leftOut > 0 && bad === 0 ? t`Skipped rows` : t`Rows with problems`}{" "}
              {problems.length > SHOWN_PROBLEMS &&
                t`(first ${{ count: SHOWN_PROBLEMS }}; the report lists all)`}
            </>
          }
          problems={problems.slice(0, SHOWN_PROBLEMS)}
        />
      </div>
      <footer className={styles.batchFoot}>
        {!end ? (
          <Button onClick={stop}>{t`Stop and keep finished PDFs`}</Button>
        ) : (
          <>
            <Button onClick={onBack}>{t`Back to columns`}</Button>
            <Button onClick={onAgain}>{t`Choose another table`}</Button>
            {report && !isZip && (
              <Button onClick={() => saveFile(report, REPORT_FILE)}>{t`Download report`}</Button>
            )}
            {file && (
              <Button variant="primary" onClick={() => saveFile(file.blob, file.name)}>
                <Icon of={download} />
                {isZip ? t`Download ZIP` : t`Download PDF`}
              </Button>
            )}
          </>
        )}
      </footer>
    </>
  );
}

/** Starts immediately; the result is downloaded when the last row is done. */
function useBatch(props: Props, setMade: (made: Made) => void): () => void {
  const stopping = useRef<AbortController>(undefined);
  const started = useRef(props);
  useEffect(() => {
    const { template, draft, table, plan, onMade } = started.current;
    const stop = new AbortController();
    const unmounted = new AbortController();
    stopping.current = stop;
    const zip = createZipFile();
    const sheetsFile = t({ message: "Print sheets.pdf", comment: "The name of a file" });
    const giveName = createNames([REPORT_FILE, sheetsFile]);
    const cards = new Map<number, MadeCard>();
    const fields = plan.eInvoices ? withInvoiceFields(template.fields) : template.fields;
    const context = { fields, plan, language: languageOf(draft.theme) };
    const { groups } = plan;
    const isSheets = holdsRows(template.type.slug);
    /** The only PDF if all rows are in one, downloaded without a ZIP. */
    let single: { blob: Blob; name: string } | undefined;
    /** Documents made without some of their rows. */
    const reduced = new Map<readonly TableRow[], PlannedDocument>();
    let leftOut = 0;
    const files: MadeFile[] = [];
    const problems: RowProblem[] = [];
    let bad = 0;
    let isPainting = false;
    // Updates the progress a few times a second: rendering takes time from the batch.
    const show = () => {
      if (isPainting) return;
      isPainting = true;
      setTimeout(() => {
        isPainting = false;
        if (!unmounted.signal.aborted && stopping.current === stop)
          setMade({ files: files.length, bad, leftOut, problems: [...problems] });
      }, SHOW_EVERY_MS);
    };
    const finish = (end: Made["end"]) => {
      if (unmounted.signal.aborted) return;
      stopping.current = undefined;
      const report = new TextEncoder().encode(`\uFEFF${writeReport(files, problems)}`);
      zip.add(REPORT_FILE, report);
      const placement =
        plan.sheet && cardSheet(template.page, { sheet: plan.sheet, paper: draft.theme.paper });
      if (placement && cards.size > 0) {
        const ordered = [...cards].sort(([a], [b]) => a - b).map(([, card]) => card);
        zip.add(
          sheetsFile,
          joinCards(ordered, placement, { title: template.name, language: languageOf(draft.theme) }),
        );
      }
      const file =
        single ?? (files.length > 0 ? { blob: zip.finish(), name: `${template.name}.zip` } : undefined);
      problems.sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
      setMade({
        files: files.length,
        bad,
        leftOut,
        problems: [...problems],
        end,
        ...(file ? { file } : {}),
        ...(problems.length > 0 ? { report: new Blob([report], { type: "text/csv" }) } : {}),
      });
      if (!file) return;
      onMade(plural({ count: files.length }, { one: "# PDF from a table", other: "# PDFs from a table" }));
      if (end === "done") saveFile(file.blob, file.name);
    };
    const makeSheet = async (planned: PlannedDocument, signal: AbortSignal): Promise<RowResult> => {
      if (planned.conflicts.length > 0) return { faults: [] };
      const {
        document,
        result,
        leftOut: rounds,
      } = await makeWithGoodRows(planned, draft.data, plan, async (data) => {
        const [made] = await renderRows(
          template,
          { rows: [data], theme: draft.theme, bleed: plan.bleed },
          signal,
        );
        return made ?? { faults: [] };
      });
      reduced.set(planned.rows, document);
      leftOut += planned.rows.length - document.rows.length;
      for (const round of rounds)
        problems.push(...round.faults.map((fault) => describeFault(round.document, fault, context)));
      return result;
    };
    runBatch({
      rows: groups,
      signal: AbortSignal.any([stop.signal, unmounted.signal]),
      max: rowsThatFit(draft.data),
      make: async (some, signal) => {
        const documents = some.map((rows) => fillDocument(draft.data, rows, plan));
        if (isSheets) return Promise.all(documents.map((document) => makeSheet(document, signal)));
        const { eInvoices } = plan;
        const checked = documents.map((document) => withBill(template.fields, draft, document, eInvoices));
        const good = checked.filter(isComplete);
        const request = {
          rows: good.map(({ data }) => data),
          theme: draft.theme,
          bleed: plan.bleed,
          ...(eInvoices ? { bills: good.flatMap(({ bill }) => bill ?? []) } : {}),
        };
        const made = good.length > 0 ? await renderRows(template, request, signal) : [];
        return checked.map((document) => {
          const faults = document.conflicts.length > 0 ? [] : document.faults;
          return (good.includes(document) && made.shift()) || { faults };
        });
      },
      onMade: (place, bytes) => {
        const rows = groups[place - 1] ?? [];
        const numbers = (reduced.get(rows)?.rows ?? rows).map(({ number }) => number);
        const wanted = nameRow(plan.fileName, table.columns, rows[0]?.cells ?? []);
        const file = giveName(wanted || nameOfRow(numbers[0] ?? place));
        if (groups.length === 1 && plan.groupBy === "all" && !plan.sheet)
          single = { blob: new Blob([bytes.slice()], { type: "application/pdf" }), name: file };
        zip.add(file, bytes);
        if (plan.sheet) cards.set(place, { name: file.replace(/\.pdf$/, ""), bytes: bytes.slice() });
        files.push({ rows: numbers, file });
        show();
      },
      onProblem: (place, faults) => {
        const rows = groups[place - 1] ?? [];
        const document = reduced.get(rows) ?? fillDocument(draft.data, rows, plan);
        bad++;
        problems.push(
          ...document.conflicts.map((conflict) => describeConflict(conflict, context)),
          ...faults.map((fault) => describeFault(document, fault, context)),
        );
        show();
      },
    }).then(
      () => finish(stop.signal.aborted ? "stopped" : "done"),
      (error) => {
        console.error("Batch failed", error);
        finish("lost");
      },
    );
    return () => unmounted.abort();
  }, [setMade]);
  return () => stopping.current?.abort();
}

/** "38 of 40 rows are on the sheets. 2 were skipped.", "197 of 200 PDFs created. 3 failed." */
function formatResult({ files, bad, leftOut }: Made, all: number, rows: number): string {
  const [placed, skipped] = [formatNumber(rows - leftOut), formatNumber(leftOut)];
  const [created, failed] = [formatNumber(files), formatNumber(bad)];
  if (leftOut > 0 && bad === 0)
    return plural(rows, {
      one: `${placed} of # row is on the sheets. ${skipped} skipped.`,
      other: `${placed} of # rows are on the sheets. ${skipped} skipped.`,
    });
  return bad > 0
    ? plural(all, {
        one: `${created} of # PDF created. ${failed} failed.`,
        other: `${created} of # PDFs created. ${failed} failed.`,
      })
    : plural(all, { one: `${created} of # PDF created`, other: `${created} of # PDFs created` });
}

function formatTimeLeft(startedAt: number, now: number, done: number, all: number): string {
  if (done < 5) return t`Starting…`;
  const seconds = Math.ceil((((now - startedAt) / done) * (all - done)) / 1_000);
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  const time = formatNumber(count, { style: "unit", unit, unitDisplay: "long" });
  return t`About ${time} left`;
}
