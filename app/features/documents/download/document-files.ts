// Loaded with the first download.
import { t } from "@lingui/core/macro";
import { plainFileName } from "../../../../shared/text/file-name.ts";
import { runBatch } from "../../../lib/batch/batch-run.ts";
import { type RowResult, renderRows } from "../../../lib/batch/row-results.ts";
import { createNames, createZipFile } from "../../../lib/batch/zip-file.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { requestRender } from "../../../lib/http/render-client.ts";
import { recordExport } from "../../history/index.ts";
import { rememberExported } from "../check/exported-documents.ts";
import { type DocumentRow, readDocument } from "../documents.ts";

/** A document whose file couldn't be created, and why. */
export type Failure = { document: DocumentRow; reason: string };
export type Made = { file?: { content: Blob; name: string }; failures: Failure[]; count: number };

const ZIP_NAME = "Documents.zip";

/** The PDF of one document, named after its title. */
export async function makePdf(document: DocumentRow, signal: AbortSignal): Promise<Made> {
  const { data, theme, title, templates_id, template_versions_id } = await readDocument(document.id, signal);
  const template = { id: templates_id, versionId: template_versions_id?.id };
  try {
    const answer = await requestRender(template, "pdf", { data, theme }, signal);
    const content = await answer.blob();
    wasMade(document, templates_id);
    return { file: { content, name: `${plainFileName(title)}.pdf` }, failures: [], count: 1 };
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.faults.length === 0) throw error;
    return { failures: [{ document, reason: formatFaults(error.faults) }], count: 0 };
  }
}

/**
 * A ZIP of several PDFs, rendered with background priority and one request per document. Failed documents
 * are reported without stopping the others.
 */
export async function makeZip(
  documents: readonly DocumentRow[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Made> {
  const zip = createZipFile();
  const giveName = createNames();
  const failures: Failure[] = [];
  let count = 0;
  const at = (row: number) => documents[row - 1] as DocumentRow; // rows start at 1
  await runBatch({
    rows: documents,
    signal,
    max: 1,
    make: async ([document], stop) => (document ? [await makeOne(document, stop)] : []),
    onMade: (row, bytes) => {
      zip.add(giveName(plainFileName(at(row).title)), bytes);
      count += 1;
      wasMade(at(row), at(row).templates_id?.id);
      onProgress(count + failures.length);
    },
    onProblem: (row, faults) => {
      failures.push({ document: at(row), reason: formatFaults(faults) });
      onProgress(count + failures.length);
    },
  });
  signal.throwIfAborted();
  const whole = zip.finish();
  return { ...(count > 0 ? { file: { content: whole, name: ZIP_NAME } } : {}), failures, count };
}

async function makeOne({ id }: DocumentRow, signal: AbortSignal): Promise<RowResult> {
  try {
    const { data, theme, templates_id, template_versions_id } = await readDocument(id, signal);
    const template = { id: templates_id, versionId: template_versions_id?.id };
    const [result] = await renderRows(template, { rows: [data], theme }, signal);
    return result ?? { faults: [] };
  } catch (error) {
    // Deleted meanwhile in another tab.
    if (error instanceof RefusedCall && error.status === 403)
      return { faults: [{ path: "", type: "", message: t`This document was deleted.` }] };
    throw error;
  }
}

function wasMade({ id, title }: DocumentRow, templateId: string | undefined): void {
  rememberExported(id);
  if (templateId) void recordExport({ templateId, title, documentId: id });
}

function formatFaults(faults: readonly { message: string }[]): string {
  return faults[0]?.message ?? t`We couldn’t create this PDF.`;
}
