import download from "virtual:icon/download";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { queryClient, readItem } from "../../lib/content-client.ts";
import { RefusedCall } from "../../lib/http-client.ts";
import { tell } from "../../lib/messages.ts";
import { sayMoment } from "../../lib/moments.ts";
import { pageRatio } from "../../lib/page-format.ts";
import { fileNameOf, requestRender, saveFile } from "../../lib/render-client.ts";
import { BusyButton } from "../../ui/form-parts.tsx";
import { Icon } from "../../ui/icon.tsx";
import { recordExport } from "../history/index.ts";
import { DocumentSheet, documentAddress } from "./document-sheet.tsx";
import { type DocumentRow, readDocument } from "./documents.ts";
import { missingRequired } from "./filled.ts";

/** The last document large, to go on with, and a few before it. */
export function ContinueShelf({ documents }: { documents: DocumentRow[] }) {
  const [last, ...others] = documents;
  if (!last) return null;
  return (
    <section className="desk-section" aria-label="Continue">
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
        <h2>{title}</h2>
        <p>
          Edited {sayMoment(new Date(date_updated))}. <EmptyFields document={document} />
        </p>
        <div className="desk-actions">
          <Link className="button primary" to={address}>
            Continue
          </Link>
          <PdfButton document={document} address={address} />
        </div>
      </div>
    </div>
  );
}

/** Labels of the required fields that a document still leaves empty. */
function emptyFieldsOf({ id, rev, templates_id: template }: DocumentRow) {
  return queryOptions({
    queryKey: ["documents", id, "empty", rev],
    queryFn: async () => {
      const [{ fields }, { data }] = await Promise.all([
        readItem("templates", `${template?.id}`, { fields: ["fields"] }),
        readDocument(id),
      ]);
      return missingRequired(fields, data).map(({ label }) => label);
    },
  });
}

/** "Two fields are still empty": the required ones, which keep it from being downloaded. */
function EmptyFields({ document }: { document: DocumentRow }) {
  const { data: empty } = useQuery(emptyFieldsOf(document), queryClient);
  if (!empty || empty.length === 0) return null;
  const count = empty.length === 1 ? "One field" : `${empty.length} fields`;
  return (
    <>
      <mark>{count}</mark> {empty.length === 1 ? "is" : "are"} still empty: {empty.slice(0, 3).join(", ")}
      {empty.length > 3 && " and more"}.
    </>
  );
}

function PdfButton({ document, address }: { document: DocumentRow; address: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const make = async () => {
    setIsBusy(true);
    try {
      const { data, theme, title, templates_id } = await readDocument(document.id);
      const answer = await requestRender(templates_id, "pdf", { data, theme });
      saveFile(await answer.blob(), fileNameOf(answer) ?? "Document.pdf");
      void recordExport({ templateId: templates_id, title, documentId: document.id });
    } catch (error) {
      console.error("Export failed", error);
      const isUnfinished = error instanceof RefusedCall && error.faults.length > 0;
      tell({
        kind: "failure",
        words: isUnfinished
          ? "It is not finished: some fields are still empty or need to be changed."
          : "The PDF could not be made. Please try again in a moment.",
        ...(isUnfinished ? { action: { label: "Continue", run: () => void navigate(address) } } : {}),
      });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <BusyButton type="button" isBusy={isBusy} busyWords="Making it" onClick={() => void make()}>
      <Icon of={download} />
      PDF
    </BusyButton>
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
        <b>{title}</b>
        <small>{template?.template_name ?? "Its template is gone"}</small>
      </span>
      <time dateTime={date_updated}>{sayMoment(moment)}</time>
    </Link>
  );
}
