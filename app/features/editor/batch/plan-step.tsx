import { useId, useMemo, useState } from "react";
import type { Draft } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { nameRow, suggestPattern } from "./file-names.ts";
import { FirstRows } from "./first-rows.tsx";
import { listLeaves, matchColumns, type RowPlan, rematch } from "./row-plan.ts";
import type { Table } from "./table.ts";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  table: Table;
  onBack(): void;
  onPlan(plan: RowPlan): void;
};

export function PlanStep({ template, draft, table, onBack, onPlan }: Props) {
  const leaves = useMemo(() => listLeaves(template.fields), [template]);
  const [matching, setMatching] = useState(() => matchColumns(table.columns, leaves));
  const [fileName, setFileName] = useState(() => suggestPattern(table.columns, table.rows));
  const ids = useId();
  const plan = { matching, leaves, fileName };
  const used = matching.filter((path) => path !== undefined).length;
  return (
    <>
      <div className="batch-body batch-plan">
        <section>
          <h3>
            Columns <small className="batch-used">{`${used} of ${table.columns.length} used`}</small>
          </h3>
          <ul className="batch-columns">
            {table.columns.map((column, index) => (
              <li key={column}>
                <label htmlFor={`${ids}-${index}`}>
                  <b>{column}</b>
                  <small>{table.rows[0]?.[index] || "empty in the first row"}</small>
                </label>
                <select
                  id={`${ids}-${index}`}
                  className="input"
                  value={matching[index] ?? ""}
                  onChange={({ target }) => setMatching(rematch(matching, index, target.value || undefined))}
                >
                  <option value="">Not used</option>
                  {leaves.map(({ path, label }) => (
                    <option key={path} value={path}>
                      {label}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
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
              {nameRow(fileName, table.columns, table.rows[0] ?? []) || "Row 1"}
              .pdf
            </p>
          </div>
        </section>
        <FirstRows template={template} draft={draft} table={table} plan={plan} />
      </div>
      <footer className="batch-foot">
        <button type="button" className="button" onClick={onBack}>
          Another table
        </button>
        <button type="button" className="button primary" onClick={() => onPlan(plan)}>
          {table.rows.length === 1 ? "Make 1 PDF" : `Make ${table.rows.length.toLocaleString("en")} PDFs`}
        </button>
      </footer>
    </>
  );
}
