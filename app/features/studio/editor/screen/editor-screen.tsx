import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { DraftDiagnostic, TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { useMedia } from "../../../../ui/media.ts";
import { ChecksPanel } from "../checks/checks-panel.tsx";
import { useChecks } from "../checks/use-checks.ts";
import { type SourceHandle, schemaPath } from "../draft-content.ts";
import { fetchKit } from "../drafts-client.ts";
import { EditorContext, type EditorParts, type PaneName, type PhoneTab } from "../editor-context.ts";
import { FieldsPane } from "../fields/fields-pane.tsx";
import { PublishDialog } from "../publish/publish-dialog.tsx";
import { SampleDialog } from "../samples/sample-dialog.tsx";
import { SampleStrip, SamplesPane } from "../samples/sample-strip.tsx";
import { SheetPane } from "../sheet/sheet-pane.tsx";
import { SourceKeys } from "../source/source-keys.tsx";
import { SourcePane } from "../source/source-pane.tsx";
import { type DraftSession, useDraftSession } from "./draft-session.ts";
import styles from "./editor.module.css";
import { EditorBar, PhoneTabs } from "./editor-bar.tsx";
import { twoColumns, useOpenPanes } from "./open-panes.ts";
import { ReviewFeedback } from "./review-feedback.tsx";

const PHONE = "(max-width: 719px)";
const NARROW = "(max-width: 1099px)";

export function EditorScreen({ draft }: { draft: TemplateDraft }) {
  const session = useDraftSession(draft);
  return session ? <Editor draft={draft} session={session} /> : null;
}

/** The editor of a draft: fields, source, samples and preview side by side. */
function Editor({ draft, session }: { draft: TemplateDraft; session: DraftSession }) {
  const { work: store, autosave, proofs, selectedField } = session;
  const isPhone = useMedia(PHONE);
  const isNarrow = useMedia(NARROW);
  const { open, show: openPane, close } = useOpenPanes();
  const [last, setLast] = useState<PaneName>("source");
  const [tab, setTab] = useState<PhoneTab>("source");
  const [isSampleOpen, setSampleOpen] = useState(false);
  const [jsonPlace, setJsonPlace] = useState<{ line: number; column: number }>();
  const [isPublishing, setPublishing] = useState(false);
  const { data: kit } = useQuery(KIT);
  const checks = useChecks(store, proofs, draft.templates_id);
  const source = useRef<SourceHandle>(undefined);

  const show = useCallback(
    (pane: PaneName | "checks") => {
      setTab(pane === "samples" ? "sheet" : pane);
      if (pane === "checks") return;
      openPane(pane);
      setLast(pane);
    },
    [openPane],
  );
  const parts = useMemo<EditorParts>(
    () => ({ store, selectedField, fieldsOf: session.fieldsOf, source, show, close }),
    [store, selectedField, session, show, close],
  );
  const go = useCallback(
    (fault: DraftDiagnostic) => {
      if (fault.mode) proofs.show(fault.mode);
      if (fault.file === "template") return setPublishing(true);
      if (fault.file === "sample") return setSampleOpen(true);
      if (fault.field) selectedField.set({ path: schemaPath(fault.field), from: "checks" });
      if (fault.file === "fields") {
        if (!fault.field) setJsonPlace({ line: fault.line, column: fault.column });
        return show("fields");
      }
      show("source");
      // The source editor of a closed pane exists only after the next frame.
      requestAnimationFrame(() => source.current?.goTo(fault.line, fault.column));
    },
    [proofs, show, selectedField],
  );

  const { drawn } = checks;
  const faultsIn = (file: DraftDiagnostic["file"]) => drawn.filter((fault) => fault.file === file);
  const shown = isPhone ? [] : isNarrow ? twoColumns(open, last) : open;
  const columns = ["fields", "source", "sheet"].filter(
    (pane) => shown.includes(pane as PaneName) || (pane === "sheet" && shown.includes("samples")),
  );
  const has = (pane: PaneName) => (isPhone ? tab === pane : shown.includes(pane));
  const checksPanel = <ChecksPanel checks={checks} onGo={go} isAlone={isPhone} />;
  const samples = <SamplesPane proofs={proofs} onEdit={() => setSampleOpen(true)} />;
  return (
    <EditorContext value={parts}>
      <div className={styles.editor} data-columns={columns.join(" ")}>
        <EditorBar
          draft={draft}
          autosave={autosave}
          open={shown}
          blockingErrors={checks.blockingErrors}
          onToggle={(pane) => (shown.includes(pane) ? close(pane) : show(pane))}
          onPublish={() => setPublishing(true)}
        />
        <ReviewFeedback draft={draft} />
        {isPhone && (
          <SampleStrip proofs={proofs} isShort onChoose={() => tab !== "source" && setTab("sheet")} />
        )}
        {has("fields") && <FieldsPane faults={faultsIn("fields")} goTo={jsonPlace} />}
        {has("source") && (
          <SourcePane
            diagnostics={checks.drawn}
            kit={kit?.functions ?? []}
            isReadOnly={false}
            proofs={proofs}
          >
            {isPhone ? <SourceKeys /> : checksPanel}
          </SourcePane>
        )}
        {has("sheet") && (
          <SheetPane proofs={proofs}>{!isPhone && shown.includes("samples") && samples}</SheetPane>
        )}
        {!has("sheet") && shown.includes("samples") && <div className={styles.pane}>{samples}</div>}
        {isPhone && tab === "fields" && (
          <button
            type="button"
            className={styles.phoneSample}
            onClick={() => setSampleOpen(true)}
          >{t`Edit sample`}</button>
        )}
        {isPhone && tab === "checks" && <div className={styles.pane}>{checksPanel}</div>}
        {isPhone && <PhoneTabs tab={tab} blockingErrors={checks.counts.errors} onTab={setTab} />}
      </div>
      <SampleDialog isOpen={isSampleOpen} faults={faultsIn("sample")} onClose={() => setSampleOpen(false)} />
      <PublishDialog
        draft={draft}
        autosave={autosave}
        checks={checks}
        isOpen={isPublishing}
        onClose={() => setPublishing(false)}
      />
    </EditorContext>
  );
}

const KIT = { queryKey: ["draft-kit"], queryFn: fetchKit, meta: { failure: "Kit functions failed" } };
