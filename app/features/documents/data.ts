import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { RenderTheme } from "../../../contract/render.ts";
import type { PageFile } from "../../../contract/template-file.ts";
import { queryClient } from "../../lib/content-client.ts";
import { call, callFor } from "../session/session-client.ts";

/** The data area of documents. Lists leave out what was filled in: with pictures in it that may be megabytes. */
export type DocumentTemplate = {
  id: string;
  type: string;
  url: string;
  template_name: string;
  page: PageFile;
};
export type DocumentRow = {
  id: string;
  title: string;
  rev: number;
  date_updated: string;
  templates_id: DocumentTemplate | null;
};
export type DocumentContent = { title: string; data: Record<string, unknown>; theme: RenderTheme };
export type StoredDocument = DocumentContent & { id: string; rev: number; templates_id: string };

const ROW_FIELDS = [
  "id,title,rev,date_updated",
  ...["id", "type", "url", "template_name", "page"].map((name) => `templates_id.${name}`),
].join(",");
const PAGE_SIZE = 48;

/** All of a person's documents, the last changed first, a page at a time; with words only those called so. */
export function documentsOf(userId: string, words: string) {
  const called = encodeURIComponent(words);
  const search = words
    ? `&filter[_or][0][title][_icontains]=${called}&filter[_or][1][templates_id][template_name][_icontains]=${called}`
    : "";
  const address = `items/documents?filter[user_id][_eq]=${userId}${search}&fields=${ROW_FIELDS}&sort=-date_updated,id&limit=${PAGE_SIZE}`;
  return infiniteQueryOptions({
    queryKey: ["documents", userId, "list", words],
    staleTime: 0, // the editor changes them without passing here
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => callFor<DocumentRow[]>(`${address}&page=${pageParam}`, { signal }),
    getNextPageParam: (last, pages) => (last.length === PAGE_SIZE ? pages.length + 1 : undefined),
  });
}

/** The newest few, for the overview and home. */
export function recentDocumentsOf(userId: string) {
  return queryOptions({
    queryKey: ["documents", userId, "recent"],
    staleTime: 0, // the editor changes them without passing here
    queryFn: () =>
      callFor<DocumentRow[]>(
        `items/documents?filter[user_id][_eq]=${userId}&fields=${ROW_FIELDS}&sort=-date_updated,id&limit=5`,
      ),
  });
}

/** How many there are, for the rail. */
export function documentCountOf(userId: string) {
  return queryOptions({
    queryKey: ["documents", userId, "count"],
    staleTime: 0,
    queryFn: async () => {
      const [row] = await callFor<{ count: number | string }[]>(
        `items/documents?filter[user_id][_eq]=${userId}&aggregate[count]=*`,
      );
      return Number(row?.count ?? 0);
    },
  });
}

export function forgetDocumentLists(): void {
  void queryClient.invalidateQueries({ queryKey: ["documents"] });
}

export function readDocument(id: string, signal?: AbortSignal): Promise<StoredDocument> {
  return callFor<StoredDocument>(
    `items/documents/${id}?fields=id,title,rev,templates_id,data,theme`,
    signal ? { signal } : {},
  );
}

/** Makes an empty document, once for a key however often it is asked; its words follow with `saveDocument`. */
export function createDocument(templateId: string, onceKey: string): Promise<{ id: string; rev: number }> {
  return callFor<{ id: string; rev: number }>("items/documents?fields=id,rev", {
    json: { templates_id: templateId },
    headers: { "idempotency-key": onceKey },
  });
}

/** Refused with 412 and the stored document when it is no longer at `rev`. */
export async function saveDocument(
  id: string,
  rev: number,
  content: Partial<DocumentContent>,
): Promise<number> {
  const saved = await callFor<{ rev: number }>(`items/documents/${id}?fields=rev`, {
    method: "PATCH",
    json: content,
    headers: { "if-match": `"rev-${rev}"` },
  });
  forgetDocumentLists();
  return saved.rev;
}

export async function renameDocument(id: string, title: string): Promise<number> {
  const saved = await callFor<{ rev: number }>(`items/documents/${id}?fields=rev`, {
    method: "PATCH",
    json: { title },
  });
  return saved.rev;
}

/** A new document with the words of another. */
export async function copyDocument(templateId: string, content: DocumentContent): Promise<DocumentRow> {
  return callFor<DocumentRow>(`items/documents?fields=${ROW_FIELDS}`, {
    json: { templates_id: templateId, ...content },
  });
}

export async function removeDocument(id: string): Promise<void> {
  await call(`items/documents/${id}`, { method: "DELETE" });
}
