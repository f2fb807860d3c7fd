// Loaded when the batch tab is first opened.

import { t } from "@lingui/core/macro";
import { useState } from "react";
import { holdsRows } from "../../../../contract/rendering/print-sheets.ts";
import type { Draft } from "../draft.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import styles from "./batch.module.css";
import { type BatchChoice, PlanStep } from "./plan/plan-step.tsx";
import { JobStep } from "./run/job-step.tsx";
import { RunStep } from "./run/run-step.tsx";
import type { Table } from "./table/table.ts";
import { TableStep } from "./table/table-step.tsx";

type Props = {
  template: EditorTemplate;
  store: DraftStore;
  /** Called once per batch, with a title for the history. */
  onMade(title: string): void;
};

/** The batch tab: a table, its columns matched to fields, a ZIP of PDFs. A run continues while other tabs are open. */
export default function BatchPanel({ template, store, onMade }: Props) {
  const [table, setTable] = useState<Table>();
  const [started, setStarted] = useState<BatchChoice & { draft: Draft; isHere: boolean }>();
  const draft = useDraft(store);
  const beginAgain = () => {
    setStarted(undefined);
    setTable(undefined);
  };
  return (
    <div className={styles.batch}>
      <header className={styles.batchHead}>
        <h2>{t({ message: "Batch", context: "tab of the editor: many PDFs from a table" })}</h2>
        <p>
          {holdsRows(template.type.slug)
            ? t`Fill the sheets of ${{ template: template.name }} with the rows of a table. Everything else comes from Fields and Design.`
            : t`Create one PDF from ${{ template: template.name }} for each row of a table. Everything else comes from Fields and Design.`}
        </p>
      </header>
      {!table ? (
        <TableStep template={template} onTable={setTable} />
      ) : !started ? (
        <PlanStep
          template={template}
          draft={draft}
          table={table}
          onBack={() => setTable(undefined)}
          onPlan={(choice) => setStarted({ ...choice, draft, isHere: !choice.isJob })}
        />
      ) : !started.isHere ? (
        <JobStep
          template={template}
          draft={started.draft}
          table={table}
          plan={started.plan}
          delivery={started.delivery}
          onBack={() => setStarted(undefined)}
          onAgain={beginAgain}
          onHere={() => setStarted({ ...started, isHere: true })}
          onMade={onMade}
        />
      ) : (
        <RunStep
          template={template}
          draft={started.draft}
          table={table}
          plan={started.plan}
          onBack={() => setStarted(undefined)}
          onAgain={beginAgain}
          onMade={onMade}
        />
      )}
    </div>
  );
}
