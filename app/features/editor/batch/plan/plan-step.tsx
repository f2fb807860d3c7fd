import { useId, useMemo, useState } from "react";
import { cardSheet } from "../../../../../contract/print-sheets.ts";
import { PAPERS, type Paper } from "../../../../../contract/theme.ts";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { languageOf } from "../../numbers/document-numbers.ts";
import type { Table } from "../table/table.ts";
import { ColumnChoice } from "./column-choice.tsx";
import { guessReading } from "./column-reading.ts";
import { groupingColumns, groupRows, guessGrouping } from "./documents.ts";
import { EmptyCounts } from "./empty-counts.tsx";
import { nameRow, suggestPattern } from "./file-names.ts";
import { FirstRows } from "./first-rows.tsx";
import { listLeaves, matchColumns, type RowPlan, rematch } from "./row-plan.ts";

/** `sheet`: cards are put on such sheets as well, to be cut. */
export type BatchPlan = RowPlan & { fileName: string; sheet: Paper | undefined };

type Props = {
  template: EditorTemplate;
  draft: Draft;
  table: Table;
  onBack(): void;
  onPlan(plan: BatchPlan): void;
};

export function PlanStep({ template, draft, table, onBack, onPlan }: Props) {
  const language = languageOf(draft.theme);
  const leaves = useMemo(() => listLeaves(template.fields), [template]);
  const [matching, setMatching] = useState(() => matchColumns(table.columns, leaves));
  const [readings, setReadings] = useState(() =>
    table.columns.map((_, column) => guessReading(cellsOf(table, column), language)),
  );
  const [wanted, setWanted] = useState<number | "every row">(
    () => guessGrouping(table, matching, template.titlePattern) ?? "every row",
  );
  const [fileName, setFileName] = useState(() => suggestPattern(table.columns, table.rows));
  const [sheet, setSheet] = useState<Paper>();
  const ids = useId();
  const columns = useMemo(() => groupingColumns(table, matching), [table, matching]);
  const groupBy = columns.find((column) => column === wanted);
  const plan = useMemo(
    () => ({ matching, leaves, readings, groupBy }),
    [matching, leaves, readings, groupBy],
  );
  const groups = useMemo(() => groupRows(table.rows, groupBy), [table, groupBy]);
  const used = matching.filter((path) => path !== undefined).length;
  const say = (documents: number) => sayCount(documents, template);
  return (
    <>
      <div className="batch-body batch-plan">
        <section>
          <h3>
            Columns <small className="batch-used">{`${used} of ${table.columns.length} used`}</small>
          </h3>
          <ul className="batch-columns">
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
                onPath={(path) => setMatching(rematch(matching, index, path))}
                onReading={(reading) => setReadings(readings.with(index, reading))}
              />
            ))}
          </ul>
          {columns.length > 0 && (
            <div className="field">
              <label htmlFor={`${ids}-group`}>What makes one {template.type.singular.toLowerCase()}</label>
              <select
                id={`${ids}-group`}
                className="input"
                value={groupBy ?? "every row"}
                aria-describedby={`${ids}-group-hint`}
                onChange={({ target }) =>
                  setWanted(target.value === "every row" ? "every row" : Number(target.value))
                }
              >
                <option value="every row">{`Every row: ${say(table.rows.length)}`}</option>
                {columns.map((column) => (
                  <option key={column} value={column}>
                    {`Rows with the same ${table.columns[column]}: ${say(groupRows(table.rows, column).length)}`}
                  </option>
                ))}
              </select>
              <p className="hint" id={`${ids}-group-hint`}>
                {`${table.rows.length.toLocaleString("en")} rows, ${say(groups.length)}`}
              </p>
            </div>
          )}
          <div className="field">
            <label htmlFor={`${ids}-name`}>File names</label>
            <input
              id={`${ids}-name`}
              className="input"
              value={fileName}
              aria-describedby={`${ids}-name-hint`}
              onChange={({ target }) => setFileName(target.value)}
            />
            <p className="hint" id={`${ids}-name-hint`}>
              Column names in braces. The first file:{" "}
              {nameRow(fileName, table.columns, table.rows[0]?.cells ?? []) || "Row 2"}
              .pdf
            </p>
          </div>
          {cardSheet(template.page, "a4") && (
            <div className="field">
              <label htmlFor={`${ids}-sheet`}>To be printed and cut</label>
              <select
                id={`${ids}-sheet`}
                className="input"
                value={sheet ?? ""}
                onChange={({ target }) => setSheet(PAPERS.find((paper) => paper === target.value))}
              >
                <option value="">No, each on its own</option>
                {PAPERS.map((paper) => (
                  <option key={paper} value={paper}>
                    {`Also ${cardSheet(template.page, paper)?.places.length ?? 1} on a sheet of ${PAPER_NAMES[paper]}, with cut marks`}
                  </option>
                ))}
              </select>
            </div>
          )}
          <EmptyCounts template={template} draft={draft} groups={groups} plan={plan} />
        </section>
        <FirstRows template={template} draft={draft} groups={groups} plan={plan} />
      </div>
      <footer className="batch-foot">
        <button type="button" className="button" onClick={onBack}>
          Another table
        </button>
        <button type="button" className="button primary" onClick={() => onPlan({ ...plan, fileName, sheet })}>
          {groups.length === 1 ? "Make 1 PDF" : `Make ${groups.length.toLocaleString("en")} PDFs`}
        </button>
      </footer>
    </>
  );
}

const PAPER_NAMES: Record<Paper, string> = { a4: "A4", "us-letter": "US Letter" };

function cellsOf({ rows }: Table, column: number) {
  return rows.map(({ cells }) => cells[column] ?? "");
}

/** "1 invoice", "5 cover letters" */
function sayCount(count: number, { type }: EditorTemplate): string {
  const name = count === 1 ? type.singular.toLowerCase() : type.slug.replaceAll("-", " ");
  return `${count.toLocaleString("en")} ${name}`;
}
