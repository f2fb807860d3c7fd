import { plural, t } from "@lingui/core/macro";
import { Link } from "react-router";
import { formatFirst } from "../../../lib/format/page-formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions, DialogDescription, DialogTitle } from "../../../ui/dialog.tsx";
import type { Finding } from "../check/document-check.ts";
import { formatUnprinted } from "../check/printed-characters.ts";
import { documentAddress } from "../document-sheet.tsx";
import type { DocumentRow } from "../documents.ts";
import styles from "./download-dialog.module.css";
import { type Download, type DownloadDialogState, downloadable } from "./use-download.ts";

/** Before a download: empty fields and characters that can't be printed, by document. Afterwards: failures. */
export function DownloadDialog({ download }: { download: Download }) {
  const { dialog, close } = download;
  return (
    <Dialog isOpen={dialog !== undefined} className={styles.downloadDialog} onClose={close}>
      {dialog?.kind === "question" && <Question dialog={dialog} download={download} />}
      {dialog?.kind === "report" && <Report dialog={dialog} />}
    </Dialog>
  );
}

type DialogOf<Kind> = Extract<DownloadDialogState, { kind: Kind }>;

function Question({ dialog, download }: { dialog: DialogOf<"question">; download: Download }) {
  const missing = dialog.findings.filter((finding) => formatFinding(finding).length > 0);
  const makeable = downloadable(dialog).length;
  const isOne = dialog.of.length === 1;
  const [first] = missing;
  return (
    <>
      <DialogTitle>
        {isOne
          ? t`“${{ title: first?.document.title ?? "" }}” isn’t finished`
          : formatCount(missing.length, dialog.of.length)}
      </DialogTitle>
      <DialogDescription>
        {makeable === dialog.of.length
          ? t`Check these points first, or download anyway.`
          : makeable > 0
            ? t`Documents that can’t be downloaded yet will be left out.`
            : missing.some(({ obstacle }) => obstacle)
              ? t`Nothing can be downloaded.`
              : t`Fill in the required fields to download.`}
      </DialogDescription>
      <ul className={styles.downloadList}>
        {missing.map((finding) => (
          <li key={finding.document.id}>
            {!isOne && <DocumentName document={finding.document} />}
            {formatFinding(finding).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </li>
        ))}
      </ul>
      <DialogActions close={t`Cancel`}>
        {isOne && first && (
          <Link
            className={makeable > 0 ? "button" : "button primary"}
            to={documentAddress(first.document) ?? "?"}
          >{t`Open document`}</Link>
        )}
        {makeable > 0 && (
          <Button variant="primary" onClick={download.proceed}>
            {makeable === dialog.of.length
              ? t`Download anyway`
              : plural(makeable, { one: "Download the other PDF", other: "Download the other # PDFs" })}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function Report({ dialog: { failures, count } }: { dialog: DialogOf<"report"> }) {
  return (
    <>
      <DialogTitle>
        {plural(
          { count: failures.length },
          { one: "We couldn’t create # PDF", other: "We couldn’t create # PDFs" },
        )}
      </DialogTitle>
      <DialogDescription>
        {count > 0 ? t`The others are in the ZIP.` : t`Nothing was downloaded.`}
      </DialogDescription>
      <ul className={styles.downloadList}>
        {failures.map(({ document, reason }) => (
          <li key={document.id}>
            <DocumentName document={document} />
            <p>{reason}</p>
          </li>
        ))}
      </ul>
      <DialogActions close={t`Close`} isClosePrimary />
    </>
  );
}

function DocumentName({ document }: { document: DocumentRow }) {
  const address = documentAddress(document);
  return <b>{address ? <Link to={address}>{document.title}</Link> : document.title}</b>;
}

function formatCount(count: number, all: number): string {
  return plural(count, {
    one: `# of ${all} documents isn’t finished`,
    other: `# of ${all} documents aren’t finished`,
  });
}

function formatFinding({ needed, empty, characters, obstacle }: Finding): string[] {
  return [
    ...(obstacle ? [obstacle] : []),
    ...(needed.length > 0 ? [t`Required: ${{ fields: formatFirst(needed, MAX_NAMED) }}.`] : []),
    ...(empty.length > 0 ? [t`Recommended: ${{ fields: formatFirst(empty, MAX_NAMED) }}.`] : []),
    ...(characters.length > 0 ? [formatUnprinted(characters)] : []),
  ];
}

const MAX_NAMED = 4;
