import { useMemo } from "react";
import type { Draft } from "../../draft.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { countGaps } from "../../export/check/gaps.ts";
import type { TableRow } from "../table/table.ts";
import { fillDocument } from "./documents.ts";
import type { RowPlan } from "./row-plan.ts";

type Props = {
  template: EditorTemplate;
  draft: Draft;
  /** The rows of each document. */
  groups: readonly TableRow[][];
  plan: RowPlan;
};

/** What is usually needed and stays empty, with the number of rows: asked for each file, nobody would read it. */
export function EmptyCounts({ template, draft, groups, plan }: Props) {
  const counts = useMemo(() => {
    const documents = groups.map((rows) => fillDocument(draft.data, rows, plan).data);
    return countGaps(template.fields, documents);
  }, [template, draft, groups, plan]);
  if (counts.length === 0) return null;
  const total = groups.length;
  return (
    <section className="batch-empty" aria-label="Still empty">
      <h3>Still empty</h3>
      <ul>
        {counts.map(({ label, count, isRequired }) => (
          <li key={label}>
            <span>
              {label}
              {isRequired && <small>Needed</small>}
            </span>
            <span className="num">{count === total ? "in every one" : `in ${count} of ${total}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
