import { plural, t } from "@lingui/core/macro";
import { useId, useMemo, useState } from "react";
import { JOB_DELIVERIES, JOB_FROM_ROWS, type JobDelivery } from "../../../../../contract/rendering/jobs.ts";
import {
  BLEED_MM,
  bleedSheet,
  cardSheet,
  holdsRows,
} from "../../../../../contract/rendering/print-sheets.ts";
import { PAPERS, type Paper } from "../../../../../contract/templates/theme.ts";
import { isInvoiceTemplate } from "../../../../../shared/bill/invoice-template.ts";
import { isPrivatePage } from "../../../../lib/browser/private-page.ts";
import { paperName } from "../../../../lib/format/look-labels.ts";
import { withQueries } from "../../../../lib/http/query-client.tsx";
import { formatList, formatNumber } from "../../../../lib/i18n/intl.ts";
import { Button } from "../../../../ui/button.tsx";
import { useSession } from "../../../session/index.ts";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { useKnown } from "../../invoice/invoice-state.ts";
import { languageOf } from "../../numbers/document-numbers.ts";
import styles from "../batch.module.css";
import { runsOnServer } from "../run/where-it-runs.ts";
import type { Table, TableRow } from "../table/table.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { guessReading } from "./column-reading.ts";
import { groupingColumns, groupRows, guessGrouping, listOfRows, maxEntries } from "./documents.ts";
import { EmptyCounts } from "./empty-counts.tsx";
import { nameAfterTitle, nameRow } from "./file-names.ts";
import { FirstRows } from "./first-rows.tsx";
import { type EInvoices, isInvoiceColumn, withInvoiceFields } from "./invoice-columns.ts";
import { listLeaves, matchColumns, type RowPlan, rematch } from "./row-plan.ts";
import { nameOfRow } from "./row-problems.ts";

export type BatchPlan = RowPlan & {
  fileName: string;
  /** Also puts the cards on sheets of this paper, to cut. */
  sheet: Paper | undefined;
  /** Each PDF is for a print shop. */
  bleed: boolean;
  /** Makes each PDF an e-invoice. */
  eInvoices: EInvoices | undefined;
  /** The rows of each document. */
  groups: readonly TableRow[][];
};

/** `isJob`: the server makes it. */
export type BatchChoice = { plan: BatchPlan; isJob: boolean; delivery: JobDelivery };

type Props = {
  template: EditorTemplate;
  draft: Draft;
  table: Table;
  onBack(): void;
  onPlan(choice: BatchChoice): void;
};

export const PlanStep = withQueries(function PlanStep({ template, draft, table, onBack, onPlan }: Props) {
  const language = languageOf(draft.theme);
  const [wantsInvoices, setWantsInvoices] = useState(false);
  const [usesSuggestions, setUsesSuggestions] = useState(false);
  const known = useKnown();
  const eInvoices = useMemo(
    () => (wantsInvoices ? { known, usesSuggestions } : undefined),
    [wantsInvoices, known, usesSuggestions],
  );
  const canBeInvoices = useMemo(() => !isPrivatePage() && isInvoiceTemplate(template.fields), [template]);
  const leaves = useMemo(
    () => listLeaves(wantsInvoices ? withInvoiceFields(template.fields) : template.fields),
    [template, wantsInvoices],
  );
  const [matching, setMatching] = useState(() => matchColumns(table.columns, leaves));
  const [readings, setReadings] = useState(() =>
    table.columns.map((_, column) => guessReading(cellsOf(table, column), language)),
  );
  const [wanted, setWanted] = useState<number | "all" | "every row">();
  const [typedName, setTypedName] = useState<string>();
  const [sheet, setSheet] = useState<Paper>();
  const [wantsBleed, setWantsBleed] = useState(false);
  const [delivery, setDelivery] = useState<JobDelivery>("zip");
  const chooseInvoices = (wants: boolean) => {
    setWantsInvoices(wants);
    const found = matchColumns(table.columns, listLeaves(withInvoiceFields(template.fields)));
    setMatching(
      matching.map((path, index) => {
        if (!wants) return isInvoiceColumn(path) ? undefined : path;
        return path ?? (isInvoiceColumn(found[index]) ? found[index] : undefined);
      }),
    );
  };
  const isSignedIn = useSession().kind === "known";
  const ids = useId();
  const columns = useMemo(() => groupingColumns(table, matching), [table, matching]);
  const canBeOne = listOfRows(matching) !== undefined;
  const guessed = useMemo(() => guessGrouping(table, matching, template), [table, matching, template]);
  const isPossible =
    wanted === "all" ? canBeOne : wanted === "every row" || columns.some((column) => column === wanted);
  const chosen = isPossible ? wanted : guessed;
  const groupBy = chosen === "every row" ? undefined : chosen;
  const max = maxEntries(template.fields, matching);
  const isSheets = holdsRows(template.type.slug);
  const sheets = new Map(
    PAPERS.flatMap((paper) => {
      const found = cardSheet(template.page, { sheet: paper, paper: draft.theme.paper });
      return found ? [[paper, found.places.length] as const] : [];
    }),
  );
  // Sheets are cut where each page ends, and an e-invoice is read on screens.
  const canHaveBleed = !sheet && !wantsInvoices && bleedSheet(template.page) !== undefined;
  const bleed = canHaveBleed && wantsBleed;
  const bleedMm = formatNumber(BLEED_MM);
  const plan = useMemo(
    () => ({ columns: table.columns, matching, leaves, readings, groupBy }),
    [table, matching, leaves, readings, groupBy],
  );
  const groups = useMemo(() => groupRows(table.rows, groupBy, max), [table, groupBy, max]);
  const suggested = nameAfterTitle({ titlePattern: template.titlePattern, draft, table, matching, groupBy });
  const fileName = typedName ?? suggested;
  const isJob = useMemo(
    () =>
      runsOnServer({
        template,
        draft,
        plan: { ...plan, groups, sheet },
        isSignedIn,
        isPrivate: isPrivatePage(),
      }),
    [template, draft, plan, groups, sheet, isSignedIn],
  );
  const used = matching.filter((path) => path !== undefined).length;
  return (
    <>
      <div className={`${styles.batchBody} ${styles.batchPlan}`}>
        <section>
          <h3>
            {t`Columns`}{" "}
            <small className={styles.batchUsed}>{t`${used} of ${{ all: table.columns.length }} used`}</small>
          </h3>
          <ul className={styles.batchColumns}>
            {table.columns.map((column, index) => (
              <ColumnChoice
                key={column}
                name={column}
                cells={cellsOf(table, index)}
                leaves={leaves}
                path={matching[index]}
                reading={readings[index]}
                draft={draft}
                template={template}
                joined={table.columns.filter(
                  (_, other) =>
                    other !== index && matching[index] !== undefined && matching[other] === matching[index],
                )}
                onPath={(path) => setMatching(rematch(matching, index, path, leaves))}
                onReading={(reading) => setReadings(readings.with(index, reading))}
              />
            ))}
          </ul>
          {canBeOne && (
            <div className="field">
              <label htmlFor={`${ids}-group`}>{t`Group rows`}</label>
              <select
                id={`${ids}-group`}
                className="input"
                value={groupBy ?? "every row"}
                aria-describedby={`${ids}-group-hint`}
                onChange={({ target: { value } }) =>
                  setWanted(value === "every row" || value === "all" ? value : Number(value))
                }
              >
                {isSheets && <option value="all">{t`All rows on shared sheets`}</option>}
                {isSheets ? (
                  <option value="every row">{t`Each row on its own sheet`}</option>
                ) : (
                  <option value="every row">{t`Each row separately: ${{ documents: formatDocuments(table.rows.length) }}`}</option>
                )}
                {columns.map((column) => (
                  <option key={column} value={column}>
                    {isSheets
                      ? t`Separate sheets for each ${{ column: table.columns[column] ?? "" }}`
                      : t`Rows with the same ${{ column: table.columns[column] ?? "" }}: ${{ documents: formatDocuments(groupRows(table.rows, column).length) }}`}
                  </option>
                ))}
                {!isSheets && (
                  <option value="all">{t`All rows together: ${{ documents: formatDocuments(groupRows(table.rows, "all", max).length) }}`}</option>
                )}
              </select>
              <p className="hint" id={`${ids}-group-hint`}>
                {formatList(
                  [
                    formatRowCount(table.rows.length),
                    isSheets ? formatFiles(groups.length) : formatDocuments(groups.length),
                  ],
                  "unit",
                )}
              </p>
            </div>
          )}
          <div className="field">
            <label htmlFor={`${ids}-name`}>{t`File names`}</label>
            <input
              id={`${ids}-name`}
              className="input"
              value={fileName}
              aria-describedby={`${ids}-name-hint`}
              onChange={({ target }) => setTypedName(target.value)}
            />
            <p className="hint" id={`${ids}-name-hint`}>
              {t`Use column names in curly brackets. First file: ${{
                file: `${nameRow(fileName, table.columns, table.rows[0]?.cells ?? []) || nameOfRow(2)}.pdf`,
              }}`}
            </p>
          </div>
          {sheets.size > 0 && (
            <div className="field">
              <label htmlFor={`${ids}-sheet`}>
                {t({ message: "Print sheets", comment: "Noun: sheets with several cards to cut" })}
              </label>
              <select
                id={`${ids}-sheet`}
                className="input"
                value={sheet ?? ""}
                onChange={({ target }) => setSheet(PAPERS.find((paper) => paper === target.value))}
              >
                <option value="">{t`None`}</option>
                {[...sheets].map(([paper, count]) => (
                  <option key={paper} value={paper}>
                    {formatSheet(paper, count)}
                  </option>
                ))}
              </select>
            </div>
          )}
          {canHaveBleed && (
            <div className="field">
              <label className="check">
                <input
                  type="checkbox"
                  checked={wantsBleed}
                  aria-describedby={`${ids}-bleed-hint`}
                  onChange={({ target }) => setWantsBleed(target.checked)}
                />
                <span>{t`For a print shop`}</span>
              </label>
              <p className="hint" id={`${ids}-bleed-hint`}>
                {t`PDF with ${{ bleed: bleedMm }} mm of bleed and crop marks.`}
              </p>
            </div>
          )}
          {canBeInvoices && (
            <div className="field">
              <label className="check">
                <input
                  type="checkbox"
                  checked={wantsInvoices}
                  aria-describedby={`${ids}-invoices-hint`}
                  onChange={({ target }) => chooseInvoices(target.checked)}
                />
                <span>{t`E-invoices: PDFs with invoice data`}</span>
              </label>
              <p className="hint" id={`${ids}-invoices-hint`}>
                {t`The seller comes from the e-invoice details of the draft. Columns can have the buyer’s country, VAT number and other details.`}
              </p>
              {wantsInvoices && (
                <label className="check">
                  <input
                    type="checkbox"
                    checked={usesSuggestions}
                    onChange={({ target }) => setUsesSuggestions(target.checked)}
                  />
                  <span>{t`Use what can be read from each address, VAT number and email address`}</span>
                </label>
              )}
            </div>
          )}
          {isJob && !wantsInvoices && (
            <div className="field">
              <label htmlFor={`${ids}-delivery`}>{t({ message: "Result", context: "of a batch" })}</label>
              <select
                id={`${ids}-delivery`}
                className="input"
                value={delivery}
                aria-describedby={`${ids}-delivery-hint`}
                onChange={({ target }) =>
                  setDelivery(JOB_DELIVERIES.find((each) => each === target.value) ?? "zip")
                }
              >
                <option value="zip">{t`ZIP with one PDF per document`}</option>
                <option value="pdf">{t`One PDF with all documents`}</option>
              </select>
              <p className="hint" id={`${ids}-delivery-hint`}>
                {plural(JOB_FROM_ROWS, {
                  one: "More than # document: created on the server. You can leave the page meanwhile.",
                  other: "More than # documents: created on the server. You can leave the page meanwhile.",
                })}
              </p>
            </div>
          )}
          <EmptyCounts template={template} draft={draft} groups={groups} plan={plan} />
        </section>
        <FirstRows template={template} draft={draft} groups={groups} plan={plan} />
      </div>
      <footer className={styles.batchFoot}>
        <Button onClick={onBack}>{t`Choose another table`}</Button>
        <Button
          variant="primary"
          onClick={() =>
            onPlan({ plan: { ...plan, fileName, sheet, bleed, eInvoices, groups }, isJob, delivery })
          }
        >
          {plural({ count: groups.length }, { one: "Create # PDF", other: "Create # PDFs" })}
        </Button>
      </footer>
    </>
  );
});

function formatSheet(paper: Paper, count: number): string {
  const name = paperName(paper);
  return plural(count, {
    one: `${name} with cut marks, # per sheet`,
    other: `${name} with cut marks, # per sheet`,
  });
}

function cellsOf({ rows }: Table, column: number) {
  return rows.map(({ cells }) => cells[column] ?? "");
}

const formatRowCount = (count: number) => plural(count, { one: "# row", other: "# rows" });
const formatFiles = (count: number) => plural(count, { one: "# PDF", other: "# PDFs" });
const formatDocuments = (count: number) => plural(count, { one: "# document", other: "# documents" });
