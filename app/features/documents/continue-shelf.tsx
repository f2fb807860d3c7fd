import downloadIcon from "virtual:icon/download";
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { missingRequired } from "../../../shared/filling/filled.ts";
import { formatMoment } from "../../lib/format/moments.ts";
import { formatFirst } from "../../lib/format/page-formats.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { DocumentSheet, documentAddress } from "./document-sheet.tsx";
import { type DocumentRow, readDocument, readFieldsOf } from "./documents.ts";
import { DownloadDialog } from "./download/download-dialog.tsx";
import { useDownload } from "./download/use-download.ts";

/** The most recent document large, and a few before it. */
export function ContinueShelf({ documents }: { documents: DocumentRow[] }) {
  const [last, ...others] = documents;
  if (!last) return null;
  return (
    <section className="dashboard-section" aria-label={t`Continue`}>
      <div className="recent">
        <LastDocument document={last} />
        <ul className="recent-list">
          {others.map((document) => (
            <li key={document.id}>
              <RecentDocument document={document} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function LastDocument({ document }: { document: DocumentRow }) {
  const { title, date_updated, templates_id: template } = document;
  const address = documentAddress(document);
  if (!address || !template) return <RecentDocument document={document} />;
  return (
    <div className="recent-last">
      <div className="cropped" style={{ "--ar": pageRatio(template.page) }}>
        <i className="top-left" />
        <i className="top-right" />
        <i className="bottom-left" />
        <i className="bottom-right" />
        <Link to={address} tabIndex={-1} aria-hidden="true">
          <DocumentSheet document={document} />
        </Link>
      </div>
      <div>
        <h2 dir="auto">{title}</h2>
        <p>
          {t`Edited ${{ moment: formatMoment(new Date(date_updated)) }}.`} <EmptyFields document={document} />
        </p>
        <div className="dashboard-actions">
          <Link className="button primary" to={address}>{t`Continue`}</Link>
          <PdfButton document={document} />
        </div>
      </div>
    </div>
  );
}

/** Labels of a document's empty required fields. */
function emptyFieldsOf({ id, rev }: DocumentRow) {
  return queryOptions({
    queryKey: ["documents", id, "empty", rev],
    queryFn: async () => {
      const stored = await readDocument(id);
      return missingRequired(await readFieldsOf(stored), stored.data).map(({ label }) => label);
    },
  });
}

/** Names the required fields that are empty, without which the document can't be downloaded. */
function EmptyFields({ document }: { document: DocumentRow }) {
  const { data: empty } = useQuery(emptyFieldsOf(document));
  if (!empty || empty.length === 0) return null;
  const fields = formatFirst(empty, 3);
  return (
    <Trans>
      <mark>
        <Plural
          value={{ count: empty.length }}
          one="# required field is empty:"
          other="# required fields are empty:"
        />
      </mark>{" "}
      {fields}.
    </Trans>
  );
}

function PdfButton({ document }: { document: DocumentRow }) {
  const download = useDownload();
  return (
    <>
      <Button
        isBusy={download.busy !== undefined}
        busyMessage={t`Creating PDF…`}
        onClick={() => download.start([document])}
      >
        <Icon of={downloadIcon} />
        {t`Download PDF`}
      </Button>
      <DownloadDialog download={download} />
    </>
  );
}

function RecentDocument({ document }: { document: DocumentRow }) {
  const { title, date_updated, templates_id: template } = document;
  const moment = new Date(date_updated);
  return (
    <Link to={documentAddress(document) ?? "/dashboard/documents"}>
      <span className="thumb">
        <DocumentSheet document={document} />
      </span>
      <span>
        <b dir="auto">{title}</b>
        <small dir="auto">{template?.template_name ?? t`Template no longer available`}</small>
      </span>
      <time dateTime={date_updated}>{formatMoment(moment)}</time>
    </Link>
  );
}
