import close from "virtual:icon/x";
import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { type BatchPlan, PlanStep } from "./plan/plan-step.tsx";
import { RunStep } from "./run/run-step.tsx";
import type { Table } from "./table/table.ts";
import { TableStep } from "./table/table-step.tsx";
import "./batch.css";

type Props = {
  template: EditorTemplate;
  store: DraftStore;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Called once for a batch, with what to remember it as. */
  onMade?(title: string): void;
};

/** Many at once: a table, its columns matched to fields, a ZIP of PDFs. */
export function BatchDialog({ template, store, open, onOpenChange, onMade }: Props) {
  const [table, setTable] = useState<Table>();
  const [plan, setPlan] = useState<BatchPlan>();
  const [isRunning, setRunning] = useState(false);
  const draft = store.read();
  const change = (next: boolean) => {
    // What was made is in the downloads: the next time begins with another table.
    if (!next && plan && !isRunning) {
      setPlan(undefined);
      setTable(undefined);
    }
    onOpenChange(next || isRunning);
  };
  return (
    // While rows are being made a stray press beside the dialog doesn't throw them away.
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="panel batch">
          <header className="batch-head">
            <div>
              <Dialog.Title>Many at once</Dialog.Title>
              <Dialog.Description>
                One PDF of {template.name} for every row of a table. What no column fills comes from your
                draft.
              </Dialog.Description>
            </div>
            {!isRunning && (
              <Dialog.Close className="icon-button" aria-label="Close">
                <Icon of={close} />
              </Dialog.Close>
            )}
          </header>
          {!table ? (
            <TableStep template={template} onTable={setTable} />
          ) : !plan ? (
            <PlanStep
              template={template}
              draft={draft}
              table={table}
              onBack={() => setTable(undefined)}
              onPlan={setPlan}
            />
          ) : (
            <RunStep
              template={template}
              draft={draft}
              table={table}
              plan={plan}
              onRunning={setRunning}
              onBack={() => setPlan(undefined)}
              onMade={onMade}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
