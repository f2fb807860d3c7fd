// Loaded when other formats are opened for the first time.

import close from "virtual:icon/x";
import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useId, useRef, useState } from "react";
import {
  BLEED_MM,
  bleedSheet,
  cardSheet,
  POSTER_SIZE_NAMES,
  POSTER_SIZES,
  posterSheet,
} from "../../../../../contract/rendering/print-sheets.ts";
import type { PrintRequest } from "../../../../../contract/rendering/render.ts";
import { PAPERS, type Paper } from "../../../../../contract/templates/theme.ts";
import { isInvoiceTemplate } from "../../../../../shared/bill/invoice-template.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import { Button } from "../../../../ui/button.tsx";
import { DialogClose, DialogFrame, DialogTitle } from "../../../../ui/dialog.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import type { FieldPath } from "../../draft.ts";
import { type DraftStore, useDraft } from "../../draft-store.ts";
import type { EditorTemplate } from "../../editor-template.ts";
import { type InvoiceState, useInvoice } from "../../invoice/invoice-state.ts";
import { profileSentence } from "../../invoice/invoice-texts.ts";
import { problemText } from "../../invoice/problem-text.ts";
import { describePlacement } from "../placement-text.ts";
import styles from "./download.module.css";
import type { DownloadFormats, ExportFormat } from "./formats.ts";

type Props = {
  isOpen: boolean;
  template: EditorTemplate;
  store: DraftStore;
  pageCount: number;
  formats: DownloadFormats;
  onDownload(format: ExportFormat): void;
  onField(path: FieldPath): void;
  onInvoice(path?: string): void;
  onClose(): void;
};

/** Chooses the format of a download. */
export default function DownloadDialog(props: Props) {
  const { isOpen, template, onClose } = props;
  const main = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame
      isOpen={isOpen}
      className={`panel dialog ${styles.download}`}
      initialFocus={main}
      onClose={onClose}
    >
      <header>
        <DialogTitle>{t`Download`}</DialogTitle>
        <DialogClose className="icon-button" aria-label={t`Close`}>
          <Icon of={close} />
        </DialogClose>
      </header>
      {isInvoiceTemplate(template.fields) ? (
        <InvoiceFormats {...props} main={main} />
      ) : (
        <Formats {...props} main={main} />
      )}
    </DialogFrame>
  );
}

type PartProps = Props & { main: React.RefObject<HTMLButtonElement | null> };

function InvoiceFormats(props: PartProps) {
  return <Formats {...props} state={useInvoice(props.template, props.store)} />;
}

type Format = "pdf" | "einvoice" | "archive" | "print" | "image";
const RESOLUTIONS = [150, 300, 600];

function Formats(props: PartProps & { state?: InvoiceState }) {
  const { state, formats, template, store, main, pageCount, onDownload, onInvoice } = props;
  const [format, setFormat] = useState<Format>("pdf");
  const [image, setImage] = useState("300");
  const sheets = sheetsWithBleed(template, useDraft(store).theme.paper);
  const [sheet, setSheet] = useState("");
  const bleed = formatNumber(BLEED_MM);
  const ids = useId();
  const isMany = pageCount > 1;
  const download = () => {
    if (format === "pdf") return onDownload(formats.pdf);
    if (format === "print") return onDownload(formats.print({ bleed: true, ...sheets.get(sheet)?.request }));
    if (format === "archive") return onDownload(formats.archive);
    if (format === "image") return onDownload(image === "svg" ? formats.svg : formats.image(Number(image)));
    if (!state) return undefined;
    if (!state.isReady) return onInvoice(state.missing.find(({ path }) => !path.startsWith("data."))?.path);
    // The seller of the person's details is stored with the document, so that it stays what was sent.
    store.change({ invoice: state.stored });
    return onDownload(formats.eInvoice({ profile: state.profile, invoice: state.details }));
  };
  const labels: Record<Format, string> = {
    pdf: t`Download PDF`,
    einvoice: state?.isReady ? t`Download e-invoice` : addLabel(state),
    archive: t`Download archive PDF`,
    print: t`Download print PDF`,
    image: image === "svg" ? t`Download SVG` : t`Download PNG`,
  };
  const option = (name: Format, label: string, note: string, more?: ReactNode) => (
    <div className={styles.format} data-chosen={format === name ? "" : undefined}>
      <input
        type="radio"
        id={`${ids}-${name}`}
        name={`${ids}-format`}
        checked={format === name}
        aria-describedby={`${ids}-${name}-note`}
        onChange={() => setFormat(name)}
        onKeyDown={(event) => {
          if (event.key === "Enter") download();
        }}
      />
      <label htmlFor={`${ids}-${name}`}>{label}</label>
      <p id={`${ids}-${name}-note`}>{note}</p>
      {format === name && more}
    </div>
  );
  return (
    <>
      <fieldset className={styles.formats}>
        <legend>{t({ message: "Format", context: "of a file" })}</legend>
        {option("pdf", "PDF", t`Accessible (PDF/UA). For email, print and screen.`)}
        {state &&
          option("einvoice", t`E-invoice`, eInvoiceNote(state), <EInvoice {...props} state={state} />)}
        {option("archive", t`Archive PDF`, t`PDF/A, for long-term storage.`)}
        {sheets.size > 0 &&
          option(
            "print",
            t`For a print shop`,
            t`PDF with ${bleed} mm of bleed and crop marks.`,
            sheets.size > 1 && (
              <select
                className={`input ${styles.image}`}
                aria-label={t({ message: "Sheet", context: "of paper" })}
                value={sheet}
                onChange={({ target }) => setSheet(target.value)}
              >
                {[...sheets].map(([name, { label }]) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            ),
          )}
        {option(
          "image",
          t`Image`,
          isMany ? t`PNG or SVG, one file per page in a ZIP.` : t`PNG or SVG.`,
          <select
            className={`input ${styles.image}`}
            aria-label={t`Kind of image`}
            value={image}
            onChange={({ target }) => setImage(target.value)}
          >
            {RESOLUTIONS.map((dpi) => (
              <option key={dpi} value={dpi}>
                {resolutionLabel(dpi)}
              </option>
            ))}
            <option value="svg">{t`SVG for editing`}</option>
          </select>,
        )}
      </fieldset>
      <div className={`dialog-actions ${styles.actions}`}>
        {state && <p>{t`The plain PDF always works.`}</p>}
        <DialogClose className="button">{t`Cancel`}</DialogClose>
        <Button variant="primary" ref={main} onClick={download}>
          {labels[format]}
        </Button>
      </div>
    </>
  );
}

/** What a print shop can be given: a page on its own, several on a sheet, or a larger poster. Nothing if there is no bleed. */
function sheetsWithBleed(
  { type, page }: EditorTemplate,
  paper: Paper | undefined,
): Map<string, { label: string; request: PrintRequest }> {
  const sheets = new Map<string, { label: string; request: PrintRequest }>();
  if (!bleedSheet(page, paper)) return sheets;
  sheets.set("", { label: t`One page per sheet`, request: {} });
  for (const sheet of PAPERS) {
    const found = cardSheet(page, { sheet, bleed: true, paper });
    const name = sheet === "a4" ? "A4" : "US Letter";
    if (found) sheets.set(sheet, { label: `${name}, ${describePlacement(found)}`, request: { sheet } });
  }
  for (const size of POSTER_SIZE_NAMES) {
    const { label } = POSTER_SIZES[size];
    if (posterSheet(type.slug, page, { size, bleed: true })) sheets.set(size, { label, request: { size } });
  }
  return sheets;
}

function resolutionLabel(dpi: number): string {
  if (dpi === 150) return t`PNG for screens, ${dpi} dpi`;
  return dpi === 300 ? t`PNG for print, ${dpi} dpi` : t`PNG for high-quality print, ${dpi} dpi`;
}

function addLabel(state: InvoiceState | undefined): string {
  return state && state.missing.length === 0 ? t`Review suggestions` : t`Add missing details`;
}

function eInvoiceNote({ missing, isReady, proposals }: InvoiceState): string {
  if (isReady) return t`PDF with data for accounting software. No problems found.`;
  if (missing.length > 0)
    return plural(
      { count: missing.length },
      {
        one: "PDF with data for accounting software. # detail missing.",
        other: "PDF with data for accounting software. # details missing.",
      },
    );
  return plural(
    { count: proposals.size },
    {
      one: "PDF with data for accounting software. # suggestion to confirm.",
      other: "PDF with data for accounting software. # suggestions to confirm.",
    },
  );
}

/** Which standard and why, and what is missing. */
function EInvoice({ state, onField, onInvoice }: PartProps & { state: InvoiceState }) {
  const { missing, profile, reason, isReady, proposals } = state;
  return (
    <div className={styles.eInvoice}>
      <p>
        {profileSentence(profile, reason)}{" "}
        <button type="button" className="link" onClick={() => onInvoice()}>
          {t({ message: "Change", context: "verb: change the standard" })}
        </button>
      </p>
      {missing.length > 0 && (
        <ol>
          {missing.map(({ number, path, problem }) => {
            const text = problemText(problem);
            const isOnPage = path.startsWith("data.");
            return (
              <li key={`${path} ${problem.rule}`}>
                <span className="gap-number" aria-hidden>
                  {formatNumber(number)}
                </span>
                <span>{text}</span>
                <button
                  type="button"
                  className="link"
                  aria-label={t`Add: ${{ what: text }}`}
                  onClick={() => (isOnPage ? onField(path.slice("data.".length)) : onInvoice(path))}
                >
                  {t`Add`}
                </button>
              </li>
            );
          })}
        </ol>
      )}
      {!isReady && proposals.size > 0 && (
        <p>
          {plural(
            { count: proposals.size },
            { one: "# suggestion to confirm", other: "# suggestions to confirm" },
          )}{" "}
          <button type="button" className="link" onClick={() => onInvoice()}>
            {t`Review`}
          </button>
        </p>
      )}
      <p className={styles.small}>
        {t`Sending it, for example through a platform, is a separate step. This isn’t tax advice.`}
      </p>
    </div>
  );
}
