import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { useKnownFields, useTemplateEditor } from "../editor-context.ts";
import { PaneHead, PaneSwitch } from "../pane-head.tsx";
import editorStyles from "../screen/editor.module.css";
import { JsonEditor } from "../source/json-editor.tsx";
import { AddField } from "./add-field.tsx";
import { FieldList } from "./field-list.tsx";
import styles from "./fields.module.css";
import { readSchema } from "./schema-rows.ts";

type Props = {
  faults: readonly DraftDiagnostic[];
  /** A position in the JSON to scroll to. */
  goTo: { line: number; column: number } | undefined;
};

/** The template's fields, as a form or as JSON; both change the same text. */
export function FieldsPane({ faults, goTo }: Props) {
  const { store, selectedField } = useTemplateEditor();
  const fields = useStore(store, (all) => all.fields);
  const { rows } = useKnownFields();
  const [view, setView] = useState<"form" | "json">("form");
  const [open, setOpen] = useState<string>();
  const read = readSchema(fields);
  const problem = "problem" in read ? read.problem : undefined;
  const box = useRef<HTMLDivElement>(null);
  const selected = useStore(selectedField);

  useEffect(() => {
    if (goTo) setView("json");
  }, [goTo]);

  useEffect(() => {
    if (!selected || selected.from === "fields" || view !== "form") return;
    if (selected.from !== "source") setOpen(selected.path);
    box.current
      ?.querySelector(`[data-row="${CSS.escape(selected.path)}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }, [selected, view]);

  return (
    <section className={`${editorStyles.pane} fields-pane`} aria-label={t`Fields`}>
      <PaneHead pane="fields" title={t`Fields`} note={rows.length}>
        <PaneSwitch
          label={t`View`}
          value={view}
          onChange={setView}
          options={[
            ["form", t`Form`],
            ["json", "JSON"],
          ]}
        />
      </PaneHead>
      {problem && (
        <p className={styles.fieldsBroken} role="status">
          <b>{t`Line ${{ line: problem.line }}:`}</b> {problem.message}{" "}
          {view === "form" ? (
            <Trans>
              The last valid fields are shown.{" "}
              <button type="button" className="link" onClick={() => setView("json")}>
                Fix JSON
              </button>
            </Trans>
          ) : null}
        </p>
      )}
      {view === "json" ? (
        <JsonEditor
          label={t`Fields as JSON`}
          value={fields}
          faults={faults}
          goTo={goTo}
          onChange={(text) => store.change({ fields: text })}
        />
      ) : (
        <>
          {/* Disabled while the JSON is invalid: the next change would be lost. */}
          <div ref={box} className={styles.fieldTree} inert={problem !== undefined}>
            <FieldList parent="" rows={rows} open={open} onOpen={setOpen} />
            {rows.length === 0 && (
              <p
                className={styles.fieldNone}
              >{t`No fields yet. Fields are the values that people fill in.`}</p>
            )}
          </div>
          <AddField rows={rows} near={open} isOff={problem !== undefined} onAdded={setOpen} />
        </>
      )}
    </section>
  );
}
