import { queryOptions } from "@tanstack/react-query";
import { type Answer, type Changes, type RecordOf, under } from "../../../contract/collections/records.ts";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import type { LeftoverValues } from "../../../shared/switching/leftover-values.ts";
import { countItems, createItem, listItems, readItem, updateItem } from "../../lib/http/content-client.ts";
import { call } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { readVersionFields } from "../../lib/http/version-fields.ts";

/** Lists leave out the values: with pictures they can be megabytes. */
export const ROW_FIELDS = [
  "id",
  "title",
  "rev",
  "date_updated",
  "left_version",
  ...under("labels", ["label"]),
  ...under("templates_id", ["id", "type", "url", "template_name", "page", "version_number"]),
  ...under("template_versions_id", ["number"]),
] as const;
const STORED_FIELDS = [
  "id",
  "title",
  "rev",
  "templates_id",
  "left_version",
  "data",
  "kept",
  "invoice",
  "theme",
  ...under("template_versions_id", ["id", "number", "engine"]),
] as const;

export type DocumentRow = Answer<"documents", (typeof ROW_FIELDS)[number]>;
export type StoredDocument = Answer<"documents", (typeof STORED_FIELDS)[number]>;
export type DocumentContent = Pick<RecordOf<"documents">, "title" | "data" | "theme"> & {
  kept?: unknown;
  invoice?: unknown;
  labels?: readonly { label: string }[];
};

const RECENT_SHOWN = 5;

/** The newest documents, for the overview and home. */
export function recentDocumentsOf(userId: string) {
  return queryOptions({
    queryKey: ["documents", userId, "recent"],
    meta: { failure: "Documents fetch failed" },
    staleTime: 0, // the editor changes documents without updating this query
    queryFn: async () => {
      const { data } = await listItems("documents", {
        filter: { user_id: { _eq: userId } },
        fields: ROW_FIELDS,
        sort: ["-date_updated", "id"],
        limit: RECENT_SHOWN,
      });
      return data;
    },
  });
}

/** The number of documents, for the sidebar. */
export function documentCountOf(userId: string) {
  return queryOptions({
    queryKey: ["documents", userId, "count"],
    staleTime: 0,
    queryFn: () => countItems("documents", { user_id: { _eq: userId } }),
  });
}

export function forgetDocumentLists(): void {
  void queryClient.invalidateQueries({ queryKey: ["documents"] });
}

export function readDocument(id: string, signal?: AbortSignal): Promise<StoredDocument> {
  return readItem("documents", id, { fields: STORED_FIELDS, signal });
}

/** The fields of the document's template version. */
export async function readFieldsOf(
  { templates_id, template_versions_id: pin }: Pick<StoredDocument, "templates_id" | "template_versions_id">,
  signal?: AbortSignal,
): Promise<GroupField> {
  if (pin) return readVersionFields(pin.id, signal);
  return (await readItem("templates", templates_id, { fields: ["fields"], signal })).fields;
}

const RECENT = 20;

/** The values of a person's latest documents of a template. Only for templates without large pictures. */
export async function readRecentData(templateId: string): Promise<unknown[]> {
  const { data } = await listItems("documents", {
    filter: { templates_id: { _eq: templateId } },
    fields: ["data"],
    sort: ["-date_updated", "id"],
    limit: RECENT,
  });
  return data.map((each) => each.data);
}

/** Creates an empty document, once per key; `saveDocument` adds its values. */
export async function createDocument(
  templateId: string,
  idempotencyKey: string,
): Promise<{ id: string; rev: number }> {
  const how = { fields: ["id", "rev"], idempotencyKey } as const;
  const { data } = await createItem("documents", { templates_id: templateId }, how);
  return data;
}

/** Moves a document to another template without losing values. */
export async function takeTemplate(
  id: string,
  template: { templates_id: string; template_versions_id?: string | undefined },
): Promise<{ rev: number; data: Record<string, unknown>; kept: LeftoverValues }> {
  const answer = await call(`documents/${id}/template`, { json: template });
  forgetDocumentLists();
  return (await answer.json()).data;
}

/** Rejected with 412 and the stored document if its revision isn't `rev`. */
export async function saveDocument(id: string, rev: number, content: Changes<"documents">): Promise<number> {
  const how = { fields: ["rev"], ifMatch: `"rev-${rev}"` } as const;
  const { data } = await updateItem("documents", id, content, how);
  forgetDocumentLists();
  return data.rev;
}

export async function renameDocument(id: string, title: string): Promise<void> {
  await updateItem("documents", id, { title }, { fields: ["rev"] });
}

/** Changes the template version of a document; its values stay. */
export async function changeVersion(id: string, versionId: string): Promise<void> {
  await updateItem("documents", id, { template_versions_id: versionId }, { fields: ["rev"] });
  forgetDocumentLists();
}

/** Remembers that a newer version was declined, so that it isn't offered again. */
export async function leaveVersion(id: string, number: number): Promise<void> {
  await updateItem("documents", id, { left_version: number }, { fields: ["rev"] });
  forgetDocumentLists();
}

/** Whether its template has a newer version that wasn't declined. */
export function hasNewerVersion({
  template_versions_id: pin,
  templates_id: template,
  left_version,
}: DocumentRow): boolean {
  return (
    template !== null && pin !== null && template.version_number > Math.max(pin.number, left_version ?? 0)
  );
}

/** Creates a copy of a document's values with the same template version. */
export async function copyDocument(
  templateId: string,
  content: DocumentContent & { template_versions_id?: string | undefined },
): Promise<void> {
  await createItem("documents", { templates_id: templateId, ...content }, { fields: ROW_FIELDS });
}
