import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useState } from "react";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { groupField, isRecord } from "../../../../../contract/templates/template-file.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { Dialog, DialogActions, DialogTitle } from "../../../../ui/dialog.tsx";
import { createDraftStore, DraftForm, type EditorTemplate } from "../../../editor/index.ts";
import { useTemplateEditor } from "../editor-context.ts";
import { writeValue } from "../fields/json-edits.ts";
import { PaneSwitch } from "../pane-head.tsx";
import styles from "../screen/editor.module.css";
import { JsonEditor } from "../source/json-editor.tsx";

type Props = { isOpen: boolean; faults: readonly DraftDiagnostic[]; onClose(): void };

/** Edits the sample data, in the form that people fill in or as JSON. */
export function SampleDialog({ isOpen, faults, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} className={styles.sampleDialog} onClose={onClose}>
      <SampleEditor faults={faults} />
    </Dialog>
  );
}

function SampleEditor({ faults }: Pick<Props, "faults">) {
  const { store } = useTemplateEditor();
  const sample = useStore(store, (all) => all.sample);
  const fields = useStore(store, (all) => all.fields);
  const [view, setView] = useState<"form" | "json">("form");
  const schema = useMemo(() => groupField.safeParse(readJson(fields)).data, [fields]);
  const data = useMemo(() => readJson(sample), [sample]);
  const canForm = schema !== undefined && isRecord(data) && !Array.isArray(data);
  return (
    <>
      <DialogTitle>{t`Sample data`}</DialogTitle>
      <PaneSwitch
        label={t`View`}
        value={view}
        onChange={setView}
        options={[
          ["form", t`Form`],
          ["json", "JSON"],
        ]}
      />
      <div className={styles.sampleArea}>
        {view === "json" ? (
          <JsonEditor
            label={t`Sample as JSON`}
            value={sample}
            faults={faults}
            onChange={(text) => store.change({ sample: text })}
          />
        ) : canForm ? (
          <SampleForm fields={schema} data={data} />
        ) : (
          <p>
            {schema
              ? t`The sample isn’t valid JSON. Switch to JSON to fix it.`
              : t`Fix the errors in the fields to see the form.`}
          </p>
        )}
      </div>
      <DialogActions close={t`Done`} isClosePrimary />
    </>
  );
}

type FormProps = { fields: EditorTemplate["fields"]; data: Record<string, unknown> };

function SampleForm({ fields, data }: FormProps) {
  const { store } = useTemplateEditor();
  const [form] = useState(() => createDraftStore({ data, theme: {} }));
  const { template_name, page, theme } = store.get();
  const template = useMemo(
    (): EditorTemplate => ({
      id: "",
      url: "",
      name: template_name,
      type: { slug: "", singular: "" },
      page,
      titlePattern: "",
      theme,
      typefaces: [],
      version: null,
      engine: "",
      isPublished: false,
      fields,
      sample: {},
    }),
    [fields, template_name, page, theme],
  );
  useEffect(
    () => form.subscribe(() => store.change({ sample: `${writeValue(form.read().data)}\n` })),
    [form, store],
  );
  return <DraftForm template={template} store={form} notes={NOTES} onHighlight={() => {}} />;
}

const NOTES = {
  highlighted: undefined,
  problems: [],
  fromProfile: new Set<string>(),
  nextNumbers: new Map<string, string>(),
  numbered: new Map<string, number>(),
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
