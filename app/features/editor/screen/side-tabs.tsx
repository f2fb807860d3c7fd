import redo from "virtual:icon/redo-2";
import undo from "virtual:icon/undo-2";
import { Tabs } from "@base-ui/react/tabs";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { ctrlKey, shiftKey } from "../../../ui/keys.ts";
import { countFilled } from "../../documents/index.ts";
import { type DraftStore, useDraft, useTimeline } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { useSwitchToUndo } from "../other-templates/last-switch.ts";
import { Fields, ReadOnlyNotice } from "./read-only-notice.tsx";
import { SectionJumps } from "./section-jumps.tsx";
import type { SideTab } from "./tab-address.ts";

type Props = {
  tab: SideTab;
  onTab(tab: SideTab): void;
  template: EditorTemplate;
  store: DraftStore;
  fields: ReactNode;
  design: ReactNode;
  /** Replaces the preview and takes the width of both. */
  batch: ReactNode;
  /** Notices about the document as a whole. */
  notice: ReactNode;
  /** Set while another tab edits this draft: everything is read-only until it is called. */
  takeOver: (() => void) | undefined;
};

/** Focuses the start of the form: the next Tab leads to its first field. */
export function focusForm(): void {
  document.querySelector<HTMLElement>("[data-fields-panel]")?.focus({ preventScroll: true });
}

/** The tabs next to the preview. Each scrolls on its own and keeps its position. */
export function SideTabs({ tab, onTab, template, store, fields, design, batch, notice, takeOver }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const isReadOnly = takeOver !== undefined;
  const stop = isReadOnly ? 0 : -1; // without a focusable field, the keyboard scrolls the panel itself
  return (
    <Tabs.Root className="ed-side" value={tab} onValueChange={onTab}>
      <div className="ed-tabs">
        <Tabs.List className="list" aria-label={t`Editor`}>
          <Tabs.Tab value="fields">{t`Fields`}</Tabs.Tab>
          <Tabs.Tab value="design">
            {t({ message: "Design", context: "tab of the editor: colour, fonts, paper" })}
          </Tabs.Tab>
          <Tabs.Tab value="batch">
            {t({ message: "Batch", context: "tab of the editor: many PDFs from a table" })}
          </Tabs.Tab>
        </Tabs.List>
        {tab !== "batch" && (
          <>
            <FilledCount template={template} store={store} />
            <Steps store={store} isReadOnly={isReadOnly} />
          </>
        )}
      </div>
      {!takeOver && notice}
      {takeOver && <ReadOnlyNotice onTakeOver={takeOver} />}
      <div className="ed-jumps" hidden={tab !== "fields"}>
        <SectionJumps template={template} store={store} panel={panel} />
      </div>
      <Tabs.Panel
        ref={panel}
        data-fields-panel
        className="ed-scroll"
        value="fields"
        keepMounted
        tabIndex={stop}
      >
        <Fields isReadOnly={isReadOnly}>{fields}</Fields>
      </Tabs.Panel>
      <Tabs.Panel className="ed-scroll" value="design" keepMounted tabIndex={stop}>
        <Fields isReadOnly={isReadOnly}>{design}</Fields>
      </Tabs.Panel>
      <Tabs.Panel className="ed-batch" value="batch" keepMounted tabIndex={-1}>
        {batch}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function FilledCount({ template, store }: Pick<Props, "template" | "store">) {
  const { filled, all } = countFilled(template.fields, useDraft(store).data);
  return (
    <p className="todo">
      <Trans>
        {filled} of {all} <span>filled in</span>
      </Trans>
    </p>
  );
}

function Steps({ store, isReadOnly }: { store: DraftStore; isReadOnly: boolean }) {
  const { past, future } = useTimeline(store);
  const undoSwitch = useSwitchToUndo(past.length);
  const [ctrl, shift] = [ctrlKey(), shiftKey()];
  return (
    <div className="steps">
      <IconButton
        label={t`Undo`}
        icon={undo}
        title={t`Undo (${ctrl}+Z)`}
        aria-keyshortcuts="Control+Z"
        disabled={isReadOnly || (past.length === 0 && !undoSwitch)}
        onClick={undoSwitch ?? store.undo}
      />
      <IconButton
        label={t`Redo`}
        icon={redo}
        title={t`Redo (${ctrl}+${shift}+Z)`}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={isReadOnly || future.length === 0}
        onClick={store.redo}
      />
    </div>
  );
}
