import pageIcon from "virtual:icon/file";
import templatesIcon from "virtual:icon/files";
import fieldsIcon from "virtual:icon/pencil";
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { GALLERY } from "../../../../contract/site/private-pages.ts";
import { READ_BY_MACHINES } from "../../../../shared/reading/read-back.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { useStore } from "../../../lib/browser/store.ts";
import { renderWithoutServer } from "../../../lib/device/standby.ts";
import { dayOf } from "../../../lib/format/moments.ts";
import { lazyPart, useLazyPart } from "../../../lib/pages/lazy-part.ts";
import { LanguageMenu } from "../../../shell/language-menu.tsx";
import { hasFollowedLink, type Origin, originHere } from "../../../shell/origin.ts";
import { ThemeSwitch } from "../../../shell/site-bar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { useMedia } from "../../../ui/media.ts";
import { formatUnprinted, type Unprinted } from "../../documents/index.ts";
import { recordUse } from "../../history/index.ts";
import { currentEmail } from "../../session/index.ts";
import type { OpenedDraft } from "../autosave/opened-draft.ts";
import { KeepButton, StatusLine } from "../autosave/status-line.tsx";
import { EngineMenu, PrivateNotice } from "../device/engine-menu.tsx";
import type { FieldPath } from "../draft.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { useExportCheck } from "../export/check/use-export-check.ts";
import { useUnprinted } from "../export/check/use-unprinted.ts";
import { type ExportActions, ExportMenu } from "../export/export-menu.tsx";
import { ImportResume } from "../export/import-resume.tsx";
import { useNextSteps } from "../export/next/use-next-steps.ts";
import { DraftForm } from "../form/draft-form.tsx";
import { outwardsFrom } from "../form/field-path.ts";
import { focusField } from "../form/focus-field.ts";
import { LookForm } from "../look/look-form.tsx";
import { languageOf } from "../numbers/document-numbers.ts";
import { LeftoverValuesNote } from "../other-templates/leftover-note.tsx";
import { HideSamples, useHideSamples } from "../preview/hide-samples.tsx";
import { useLivePages } from "../preview/live-pages.ts";
import { Preview } from "../preview/preview.tsx";
import { SenderNote } from "../sender/sender-note.tsx";
import { VersionNotice } from "../version/version-notice.tsx";
import { EditorBar, TitleField, useTabTitle } from "./editor-bar.tsx";
import { JobRowNotice } from "./job-row-notice.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { SamplePages } from "./opening-screen.tsx";
import { useKeyboard } from "./phone-keyboard.ts";
import { focusForm, SideTabs } from "./side-tabs.tsx";
import { useSideTab } from "./tab-address.ts";
import { useUndoKeys } from "./undo-keys.ts";
import "../editor.css";

const batchPanel = lazyPart(() => import("../batch/batch-panel.tsx"));
const templatePanel = lazyPart(() => import("../other-templates/template-panel.tsx"));
const invoicePanel = lazyPart(() => import("../invoice/invoice-panel.tsx"));
const nextSteps = lazyPart(() => import("../export/next/next-steps.tsx"));

/** In the address: opens the panel of other templates at once. */
const TEMPLATES_PARAMETER = "other-templates";

const PHONE = "(max-width: 719px)";

type Props = {
  template: EditorTemplate;
  pictures: readonly string[];
  backTo: Origin;
  opened: OpenedDraft;
};

/** The editor of an open draft: form and preview side by side, or one of them on a phone. */
export function EditorScreen({ template, pictures, backTo, opened }: Props) {
  const { store, profile, fromProfile, sender, numbering, status, versionChoice } = opened;
  useEffect(renderWithoutServer, []);
  const [hidesSamples, setHidesSamples] = useHideSamples();
  const live = useLivePages(store, template, hidesSamples ? "proof" : "preview");
  const [tab, chooseTab] = useSideTab();
  const isBatch = tab === "batch";
  const hasOpenedBatch = useRef(isBatch);
  hasOpenedBatch.current ||= isBatch;
  const BatchPanel = useLazyPart(batchPanel, isBatch);
  const [isChoosingTemplate, setChoosingTemplate] = useState(
    () => new URLSearchParams(location.search).has(TEMPLATES_PARAMETER) && !isPrivatePage(),
  );
  const TemplatePanel = useLazyPart(templatePanel, isChoosingTemplate);
  const showsTemplates = isChoosingTemplate && TemplatePanel !== undefined;
  /** The details of an e-invoice, and the one to go to first; each opening is a new object. */
  const [invoice, setInvoice] = useState<{ focus: string | undefined }>();
  const InvoicePanel = useLazyPart(invoicePanel, invoice !== undefined);
  const exportActions = useRef<ExportActions>(undefined);
  const [view, setView] = useState<"fields" | "page">("fields");
  const [highlighted, setHighlighted] = useState<FieldPath>();
  const [lastHighlighted, setLastHighlighted] = useState<FieldPath>();
  const highlight = useCallback((path: FieldPath | undefined) => {
    setHighlighted(path);
    if (path) setLastHighlighted(path);
  }, []);
  const language = useStore(store.timeline, ({ present }) => languageOf(present.theme));
  const isPhone = useMedia(PHONE);
  const keyboard = useKeyboard(isPhone);
  useUndoKeys(store);
  useTabTitle(status.title);
  const [cameFrom] = useState(originHere);
  const { takeOver } = status;
  useFocusForm(takeOver !== undefined);

  const showFields = useCallback(() => {
    setInvoice(undefined);
    chooseTab("fields");
    setView("fields");
  }, [chooseTab]);
  const showsInvoice = invoice !== undefined && InvoicePanel !== undefined && takeOver === undefined;
  const goToField = useGoToField(tab === "fields" && !showsInvoice, showFields);
  const openInvoice = useCallback((focus?: string) => {
    setChoosingTemplate(false);
    setView("fields");
    setInvoice({ focus });
  }, []);

  const { ignored, failure } = live;
  const unprinted = useUnprinted(store);
  const problems = useMemo(
    () => [...ignored, ...(failure?.problems ?? []), ...unprinted.map(asProblem)],
    [ignored, failure, unprinted],
  );

  const proposals = { profile, nextNumbers: numbering.next, today: dayOf(new Date()) };
  const check = useExportCheck(template, store, status.documentId, proposals, unprinted, live);
  const { numbered } = check;
  const next = useNextSteps(status.documentId ?? template.id);
  const { offer } = next;
  const NextSteps = useLazyPart(nextSteps, next.download !== undefined);
  const notes = useMemo(
    () => ({
      highlighted,
      problems,
      fromProfile,
      fromDetails: sender.paths,
      nextNumbers: numbering.next,
      numbered,
    }),
    [highlighted, problems, fromProfile, sender.paths, numbering.next, numbered],
  );

  // New pages render the preview alone: these elements are memoised.
  const pageCount = live.printed;
  const exporting = useMemo(
    () => (
      <ExportMenu
        template={template}
        store={store}
        status={status}
        pageCount={pageCount}
        check={check}
        isQuiet={isBatch}
        onMade={(download) => {
          numbering.remember(store.read().data);
          if (download && !isPrivatePage()) offer(download); // it asks the server for what goes with it
        }}
        onProblem={goToField}
        onInvoice={openInvoice}
        actions={exportActions}
      />
    ),
    [template, store, status, pageCount, check, isBatch, numbering, offer, goToField, openInvoice],
  );
  const side = useMemo(
    () => (
      <SideTabs
        tab={tab}
        onTab={chooseTab}
        template={template}
        store={store}
        fields={
          <>
            {READ_BY_MACHINES.includes(template.type.slug) && (
              <ImportResume template={template} store={store} />
            )}
            <DraftForm template={template} store={store} notes={notes} onHighlight={highlight} />
          </>
        }
        design={<LookForm template={template} store={store} />}
        batch={
          hasOpenedBatch.current &&
          BatchPanel && (
            <BatchPanel
              template={template}
              store={store}
              onMade={(title) => void recordUse({ action: "exported", templateId: template.id, title })}
            />
          )
        }
        notice={
          <>
            <PrivateNotice />
            <OfflineNotice isPerson={!isPrivatePage() && currentEmail() !== undefined} />
            <JobRowNotice template={template} store={store} onProblem={goToField} />
            {versionChoice && <VersionNotice template={template} store={store} choice={versionChoice} />}
            <LeftoverValuesNote template={template} store={store} />
            <SenderNote sender={sender} />
          </>
        }
        takeOver={takeOver}
      />
    ),
    [
      tab,
      chooseTab,
      template,
      store,
      notes,
      highlight,
      goToField,
      takeOver,
      versionChoice,
      sender,
      BatchPanel,
    ],
  );
  const showsPage = isPhone && !isBatch && view === "page";
  const isWindow = isPhone && !showsPage;
  const lastField = isWindow ? (highlighted ?? lastHighlighted) : highlighted;
  return (
    <div
      className="editor"
      data-view={view}
      data-tab={tab}
      data-templates={showsTemplates || undefined}
      data-invoice={(showsInvoice && !showsTemplates) || undefined}
      data-checking={check.isOpen || undefined}
      data-keyboard={keyboard.isOpen || undefined}
      style={keyboard.height ? { "--seen": `${keyboard.height}px` } : undefined}
    >
      {status.giveUp && (
        <LeaveGuard
          isSafe={carriesDraft}
          onLeave={status.giveUp}
        >{t`This browser can’t store your draft. If you leave, you’ll lose what you typed.`}</LeaveGuard>
      )}
      <EditorBar
        template={template}
        backTo={cameFrom ?? backTo}
        title={
          <TitleField title={status.title} isReadOnly={takeOver !== undefined} onRename={status.rename} />
        }
      >
        <StatusLine status={status} />
        <EngineMenu template={template} store={store} status={status} />
        <span className="phone-hidden">
          <LanguageMenu />
          <ThemeSwitch />
        </span>
        {isPrivatePage() && (
          <Link
            className={isPhone ? "icon-button" : "button"}
            to={`${GALLERY}?type=${template.type.slug}`}
            aria-label={t`Other templates`}
          >
            <Icon of={templatesIcon} />
            {!isPhone && t`Other templates`}
          </Link>
        )}
        {!isBatch && takeOver === undefined && !isPrivatePage() && (
          <button
            type="button"
            className={isPhone ? "icon-button" : "button"}
            aria-label={t`Other templates`}
            aria-pressed={isChoosingTemplate}
            onClick={() => {
              setChoosingTemplate(!isChoosingTemplate);
              setView("fields");
            }}
          >
            <Icon of={templatesIcon} />
            {!isPhone && t`Other templates`}
          </button>
        )}
        {!isPhone && (
          <>
            <span className="desktop-only contents">
              <KeepButton status={status} />
            </span>
            {exporting}
          </>
        )}
      </EditorBar>
      <div className="ed-work" inert={showsPage}>
        {showsTemplates ? (
          <TemplatePanel
            template={template}
            store={store}
            status={status}
            isPhone={isPhone}
            onClose={() => setChoosingTemplate(false)}
          />
        ) : showsInvoice ? (
          <InvoicePanel
            template={template}
            store={store}
            focus={invoice.focus}
            onField={goToField}
            onPlainPdf={() => exportActions.current?.pdf()}
            onEInvoice={(request) => exportActions.current?.eInvoice(request)}
            onClose={() => {
              setInvoice(undefined);
              document.querySelector<HTMLElement>("[data-export]")?.focus();
            }}
          />
        ) : (
          side
        )}
      </div>
      <Preview
        template={template}
        live={live}
        highlighted={tab === "fields" ? lastField : undefined}
        numbered={numbered}
        onPick={goToField}
        isWindow={isWindow}
        hideSamples={<HideSamples isOn={hidesSamples} onTurn={setHidesSamples} />}
        language={language}
        placeholder={<SamplePages template={template} pictures={pictures} isWaiting />}
      />
      {next.download && NextSteps && (
        <NextSteps template={template} status={status} download={next.download} onClose={next.close} />
      )}
      {isPhone && !isBatch && !showsTemplates && (
        <footer className="ed-foot">
          <Button onClick={() => setView(showsPage ? "fields" : "page")}>
            <Icon of={showsPage ? fieldsIcon : pageIcon} />
            {showsPage ? t`Edit` : t`Preview`}
          </Button>
          {exporting}
        </footer>
      )}
    </div>
  );
}

/** A draft in memory survives signing in or up and opening another template. */
const carriesDraft = ({ pathname }: { pathname: string }) => /^\/(?:signup|login)$|\/use$/.test(pathname);

const asProblem = ({ path, characters }: Unprinted) => ({
  field: path,
  type: "characters",
  message: formatUnprinted(characters),
});

/** Goes to a field. The form has to be rendered before anything in it can be focused, and changing the address takes a moment. */
function useGoToField(isForm: boolean, showForm: () => void): (path: FieldPath) => void {
  const goal = useRef<FieldPath>(undefined);
  const latest = useRef(isForm);
  latest.current = isForm;
  const arrive = useCallback(() => {
    if (!latest.current || goal.current === undefined) return;
    outwardsFrom(goal.current).some(focusField);
    goal.current = undefined;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the form is shown
  useEffect(arrive, [isForm]);
  return useCallback(
    (path: FieldPath) => {
      goal.current = path;
      flushSync(showForm);
      arrive();
    },
    [showForm, arrive],
  );
}

/** Focuses the form when the focused element is gone: after following a link, or after taking over the draft. */
function useFocusForm(isReadOnly: boolean): void {
  const wasReadOnly = useRef(isReadOnly);
  useEffect(() => {
    const hasArrived = wasReadOnly.current === isReadOnly && hasFollowedLink();
    const hasTakenOver = wasReadOnly.current && !isReadOnly;
    wasReadOnly.current = isReadOnly;
    if ((hasArrived || hasTakenOver) && document.activeElement === document.body) focusForm();
  }, [isReadOnly]);
}
