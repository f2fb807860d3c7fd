import chevron from "virtual:icon/chevron-down";
import download from "virtual:icon/download";
import { Menu } from "@base-ui/react/menu";
import { t } from "@lingui/core/macro";
import { type RefObject, useImperativeHandle, useRef, useState } from "react";
import { useNavigate } from "react-router";
import {
  cardSheet,
  POSTER_SIZE_NAMES,
  POSTER_SIZES,
  posterSheet,
} from "../../../../contract/rendering/print-sheets.ts";
import type { PrintRequest } from "../../../../contract/rendering/render.ts";
import { PAPERS } from "../../../../contract/templates/theme.ts";
import { isInvoiceTemplate } from "../../../../shared/bill/invoice-template.ts";
import { READ_BY_MACHINES } from "../../../../shared/reading/read-back.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatMillimetres } from "../../../lib/format/page-formats.ts";
import { saveFile } from "../../../lib/http/render-client.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { lazyPart, loadOrNotify } from "../../../lib/pages/lazy-part.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { missingRequired, ShareDialog } from "../../documents/index.ts";
import { recordExport } from "../../history/index.ts";
import type { DraftStatus } from "../autosave/status.ts";
import type { Draft, FieldPath } from "../draft.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { labelOf } from "../field-labels.ts";
import type { EInvoiceRequest } from "../invoice/invoice-panel.tsx";
import { languageOf } from "../numbers/document-numbers.ts";
import { CheckPanel } from "./check/check-panel.tsx";
import type { ExportCheck } from "./check/use-export-check.ts";
import { describeConformance } from "./conformance-text.ts";
import { writeDataFile } from "./data-file.ts";
import type { DownloadFormats, ExportFormat } from "./download/formats.ts";
import { DOWNLOAD_KEYS, useDownloadKeys } from "./download-keys.ts";
import styles from "./export.module.css";
import { type ExportNotes, ExportNotesDialog } from "./export-notes.tsx";
import { exportEInvoice, exportPdf, exportPdfOn, exportPng, exportSvg, printFile } from "./exported-files.ts";
import { importFile } from "./import-file.ts";
import type { Download } from "./next/use-next-steps.ts";
import { describePlacement } from "./placement-text.ts";
import { notesOf } from "./refusal-notes.ts";
import { copyDraftLink, LinkDialog } from "./share-link.tsx";
import { useExport } from "./use-export.ts";

const downloadDialog = lazyPart(() => import("./download/download-dialog.tsx"));
const readingDialog = lazyPart(() => import("./reading/reading-dialog.tsx"));

type Props = {
  template: EditorTemplate;
  store: DraftStore;
  status: DraftStatus;
  pageCount: number;
  check: ExportCheck;
  /** Whether the batch tab is open, which has its own primary button. */
  isQuiet: boolean;
  /** Called when a file was created, with the download unless it was printed. */
  onMade(download?: Download): void;
  onProblem(path: FieldPath): void;
  /** Opens the details of an e-invoice, at one of them. */
  onInvoice(path?: string): void;
  /** What the details of an e-invoice download. */
  actions: RefObject<ExportActions | undefined>;
};

export type ExportActions = { pdf(): void; eInvoice(request: EInvoiceRequest): void };

/** The download button, and a menu with other formats, sharing, import and starting over. */
export function ExportMenu(props: Props) {
  const { template, store, status, pageCount, check, isQuiet, onMade, onProblem, onInvoice, actions } = props;
  const isInvoice = isInvoiceTemplate(template.fields);
  const missing = missingRequired(template.fields, useDraft(store).data);
  const [notes, setNotes] = useState<ExportNotes>();
  const [link, setLink] = useState<string>();
  const [isSharing, setIsSharing] = useState(false);
  const [readDraft, setReadDraft] = useState<Draft>();
  const [isChoosing, setIsChoosing] = useState(false);
  const DownloadDialog = downloadDialog.use();
  const ReadingDialog = readingDialog.use();
  const place = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { busy, run } = useExport((refusal) =>
    setNotes(notesOf(template, languageOf(store.read().theme), refusal)),
  );

  const focused = useRef<Element>(null);
  /** Restores the focus after the check panel has closed. */
  const focusAgain = () => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) return;
    const before = focused.current;
    const isThere = before instanceof HTMLElement && before !== body && before.isConnected;
    (isThere ? before : place.current?.querySelector<HTMLElement>("[data-export]"))?.focus();
  };
  const exportAs = (format: ExportFormat) => {
    if (!check.isOpen) focused.current = document.activeElement;
    void check.before({
      isPrint: format.isPrint === true,
      run: () => void makeFile(format).finally(focusAgain),
    });
  };
  useDownloadKeys(() => exportAs(PDF));
  useImperativeHandle(actions, () => ({
    pdf: () => exportAs(PDF),
    eInvoice: (request) => exportAs(eInvoice(request)),
  }));
  const makeFile = (format: ExportFormat) =>
    run(format.busyMessage(), async (signal) => {
      const { make, isPrint } = format;
      const { name, content, ...made } = await make(template, store.read(), signal);
      const problems = made.problems.filter(({ character }) => !character || !check.isAccepted(character));
      if (isPrint) printFile(content);
      else saveFile(content, name);
      check.wasMade();
      const others = FORMATS.filter((other) => other !== format);
      onMade(
        isPrint
          ? undefined
          : { name, others: others.map((other) => ({ label: other.label(), run: () => exportAs(other) })) },
      );
      const { title, documentId } = status;
      void recordExport({ templateId: template.id, title, documentId });
      if (problems.length > 0)
        setNotes({
          title: t`Your PDF isn’t fully accessible`,
          lead: t`${name} was created, but it doesn’t meet the accessibility standard PDF/UA-1:`,
          notes: problems.map((problem) => ({
            path: problem.path,
            label: problem.path
              ? labelOf(template.fields, problem.path)
              : t({ message: "Page", context: "of a document" }),
            message: describeConformance(problem),
          })),
        });
    });
  const importChosenFile = async (file: File | undefined) => {
    if (file) await importFile(file, template, store);
  };
  const startOver = () => {
    if (status.documentId) return navigate(`${template.url}/use`);
    status.startAgain();
    check.reset();
    notify({ kind: "fact", message: t`Started over`, action: { label: t`Undo`, run: store.undo } });
  };
  const showLink = async () => setLink(await copyDraftLink(template, store.read()));
  const showFormats = async () => {
    if (await loadOrNotify(downloadDialog, t`We couldn’t open the formats.`)) setIsChoosing(true);
  };
  const showReading = async () => {
    if (await loadOrNotify(readingDialog, t`We couldn’t open the ATS check.`)) setReadDraft(store.read());
  };
  const goTo = (path: FieldPath) => {
    setNotes(undefined);
    setReadDraft(undefined);
    onProblem(path);
  };
  const formats: DownloadFormats = {
    pdf: PDF,
    archive: ARCHIVE,
    image: (dpi) => (dpi === PNG.dpi ? PNG : { ...PNG, make: exportPng(dpi) }),
    svg: SVG,
    print,
    eInvoice,
  };

  return (
    <div className="export" ref={place}>
      <Button
        variant={check.isOpen || isQuiet ? undefined : "primary"}
        className={check.isOpen ? styles.pressed : undefined}
        data-export=""
        aria-keyshortcuts={DOWNLOAD_KEYS}
        isBusy={busy !== undefined}
        busyMessage={busy?.message ?? ""}
        aria-describedby={missing.length > 0 ? "export-missing" : undefined}
        onClick={() => exportAs(PDF)}
      >
        <Icon of={download} />
        {t`Download PDF`}
      </Button>
      {missing.length > 0 && (
        <span id="export-missing" className="sr-only">
          {t`Required fields not filled in: ${{
            fields: formatList(
              missing.map(({ label }) => label),
              "unit",
            ),
          }}`}
        </span>
      )}
      {busy ? (
        <Button onClick={busy.cancel}>{t`Cancel`}</Button>
      ) : (
        <Menu.Root>
          <Menu.Trigger
            className={isQuiet ? "button export-more" : "button primary export-more"}
            aria-label={t`More options`}
          >
            <Icon of={chevron} />
          </Menu.Trigger>
          {/* Rendered here and not at the end of the page, so that it is inside a landmark. */}
          <Menu.Portal container={place}>
            <Menu.Positioner className={styles.exportPlace} positionMethod="fixed" sideOffset={8} align="end">
              <Menu.Popup className={`panel choices ${styles.exportChoices}`}>
                <Choice
                  label={t`Other formats…`}
                  note={
                    isInvoice
                      ? t`E-invoice, PDF/A, image`
                      : template.page.bleed
                        ? t`Bleed, PDF/A, image`
                        : t`PDF/A, image`
                  }
                  run={() => void showFormats()}
                />
                <PrintSheets template={template} store={store} run={exportAs} />
                <Menu.Separator className={styles.choicesRule} />
                <Choice label={printVerb()} run={() => exportAs(PRINT)} />
                {status.documentId && (
                  <Choice label={t`Share view-only link`} run={() => setIsSharing(true)} />
                )}
                {isPrivatePage() ? (
                  <p
                    className={styles.sharingOff}
                  >{t`Sharing is off, because nothing leaves this device.`}</p>
                ) : (
                  <Choice label={t`Copy link with data`} run={() => void showLink()} />
                )}
                {READ_BY_MACHINES.includes(template.type.slug) && (
                  <Choice label={t`ATS check`} run={() => void showReading()} />
                )}
                <Menu.Separator className={styles.choicesRule} />
                {status.keep && <Choice label={t`Save to my documents`} run={status.keep} />}
                <Choice
                  label={t`Download data`}
                  note="JSON"
                  run={() => {
                    const { content, name } = writeDataFile(template, store.read());
                    saveFile(content, name);
                  }}
                />
                <Choice label={t`Import data`} run={() => chooser.current?.click()} />
                <Choice
                  label={status.documentId ? t`New from this template` : t`Start over`}
                  run={startOver}
                />
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      )}
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t`Data file`}
        onChange={(event) => {
          void importChosenFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <CheckPanel check={check} onField={onProblem} />
      <ExportNotesDialog notes={notes} onField={goTo} onClose={() => setNotes(undefined)} />
      <ShareDialog
        document={isSharing && status.documentId ? { id: status.documentId, title: status.title } : undefined}
        onClose={() => setIsSharing(false)}
      />
      {DownloadDialog && (
        <DownloadDialog
          isOpen={isChoosing}
          template={template}
          store={store}
          pageCount={pageCount}
          formats={formats}
          onDownload={(format) => {
            setIsChoosing(false);
            exportAs(format);
          }}
          onField={(path) => {
            setIsChoosing(false);
            onProblem(path);
          }}
          onInvoice={(path) => {
            setIsChoosing(false);
            onInvoice(path);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
      {ReadingDialog && (
        <ReadingDialog
          template={template}
          draft={readDraft}
          onField={goTo}
          onClose={() => setReadDraft(undefined)}
        />
      )}
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
    </div>
  );
}

function printVerb(): string {
  return t({ message: "Print", context: "verb: print a document" });
}

const creatingPdf = () => t`Creating PDF…`;
const PDF: ExportFormat = { label: () => "PDF", busyMessage: creatingPdf, make: exportPdf };
const PNG = { dpi: 300, label: () => "PNG", busyMessage: () => t`Creating images…`, make: exportPng(300) };
const SVG: ExportFormat = { label: () => "SVG", busyMessage: () => t`Creating SVG…`, make: exportSvg };
const PRINT: ExportFormat = { label: printVerb, busyMessage: creatingPdf, make: exportPdf, isPrint: true };
const ARCHIVE: ExportFormat = { ...PDF, label: () => "PDF/A", make: exportPdfOn({ archive: true }) };
const eInvoice = (request: EInvoiceRequest): ExportFormat => ({
  label: () => t`E-invoice`,
  busyMessage: () => t`Creating e-invoice…`,
  make: exportEInvoice(request),
});
const print = (request: PrintRequest): ExportFormat => ({ ...PDF, make: exportPdfOn(request) });
const FORMATS: readonly ExportFormat[] = [PDF, PNG, SVG, PRINT];

/** Sheets of several pages to cut, and larger paper for posters. */
function PrintSheets({
  template: { type, page },
  store,
  run,
}: {
  template: EditorTemplate;
  store: DraftStore;
  run(format: ExportFormat): void;
}) {
  const { paper } = useDraft(store).theme;
  const cards = PAPERS.flatMap((sheet) => {
    const found = cardSheet(page, { sheet, paper });
    return found ? [{ sheet, note: describePlacement(found) }] : [];
  });
  const sizes = POSTER_SIZE_NAMES.filter((size) => posterSheet(type.slug, page, { size }));
  if (cards.length + sizes.length === 0) return null;
  return (
    <Menu.Group>
      <Menu.GroupLabel>{cards.length > 0 ? t`Print sheets with cut marks` : t`Size`}</Menu.GroupLabel>
      {cards.map(({ sheet, note }) => (
        <Choice
          key={sheet}
          label={sheet === "a4" ? "PDF, A4" : t`PDF, US Letter`}
          note={note}
          run={() => run(print({ sheet }))}
        />
      ))}
      {sizes.map((size) => (
        <Choice
          key={size}
          label={`PDF, ${POSTER_SIZES[size].label}`}
          note={formatMillimetres(POSTER_SIZES[size])}
          run={() => run(print({ size }))}
        />
      ))}
    </Menu.Group>
  );
}

function Choice({ label, note, run }: { label: string; note?: string | undefined; run(): void }) {
  return (
    <Menu.Item className="choice" onClick={run}>
      {label}
      {note && <span className="muted num">{note}</span>}
    </Menu.Item>
  );
}
