import { t } from "@lingui/core/macro";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { findGaps } from "../../../../shared/filling/gaps.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { type DocumentRow, readDocument, readFieldsOf, type StoredDocument } from "../documents.ts";
import { wasExported } from "./exported-documents.ts";
import { lookForUnprinted } from "./printed-characters.ts";

/** The findings about a document before its file is created. */
export type Finding = {
  document: DocumentRow;
  /** Labels of empty required fields. */
  needed: string[];
  /** Labels of empty recommended fields; none once the document was exported. */
  empty: string[];
  /** Characters that no font has. */
  characters: string[];
  /** Why no file can be created at all. */
  obstacle?: string;
};

export const isComplete = ({ needed, empty, characters, obstacle }: Finding) =>
  !obstacle && needed.length + empty.length + characters.length === 0;

/** Checks each document as the editor does before an export. Only findings are retained: with pictures a document can be megabytes. */
export async function checkDocuments(
  documents: readonly DocumentRow[],
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Finding[]> {
  const fields = new Map<string, Promise<GroupField>>();
  const findings: Finding[] = [];
  for (const document of documents) {
    signal.throwIfAborted();
    findings.push(await check(document));
    onProgress(findings.length);
  }
  return findings;

  async function check(document: DocumentRow): Promise<Finding> {
    const template = document.templates_id?.id;
    if (!template) return blocked(document, t`The template is no longer available.`);
    try {
      const stored = await readDocument(document.id, signal);
      const version = stored.template_versions_id?.id ?? template;
      const known = fields.get(version) ?? readFieldsOf(stored, signal);
      fields.set(version, known);
      return await checkDocument(document, stored, await known);
    } catch (error) {
      // Deleted meanwhile in another tab.
      if (!(error instanceof RefusedCall) || error.status !== 403) throw error;
      return blocked(document, t`This document was deleted.`);
    }
  }
}

const blocked = (document: DocumentRow, obstacle: string): Finding => ({
  document,
  needed: [],
  empty: [],
  characters: [],
  obstacle,
});

async function checkDocument(
  document: DocumentRow,
  { data }: StoredDocument,
  fields: GroupField,
): Promise<Finding> {
  const gaps = findGaps(fields, data);
  const labels = (isRequired: boolean) =>
    gaps.filter((gap) => gap.isRequired === isRequired).map(({ label }) => label);
  // If the request fails, the exported file reports missing characters.
  const [unprinted = []] = (await lookForUnprinted([data])?.catch(() => [])) ?? [];
  return {
    document,
    needed: labels(true),
    empty: wasExported(document.id) ? [] : labels(false),
    characters: [...new Set(unprinted.flatMap(({ characters }) => characters))],
  };
}
