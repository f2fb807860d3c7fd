import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Answer, under } from "../../../../contract/collections/records.ts";
import { MAX_LIMIT } from "../../../../contract/limits.ts";
import { listAllItems, listItems } from "../../../lib/http/content-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { pageLocale } from "../../../lib/i18n/intl.ts";
import { type DocumentRow, ROW_FIELDS } from "../documents.ts";
import { sharedIn, sharesOf } from "../sharing/shares.ts";

export type DocumentOrder = "changed" | "name" | "template";

/** The filters of the list: query, label or shared, and the order. */
export type ListView = { query: string; label: string | undefined; isShared: boolean; order: DocumentOrder };

const NAME_FIELDS = ["id", "title", ...under("templates_id", ["template_name"])] as const;
export type NamedDocument = Answer<"documents", (typeof NAME_FIELDS)[number]>;

const NEWEST_FIRST = ["-date_updated", "id"] as const;
const PAGE_SIZE = 48;

/** Where a page starts; `left` are the remaining ids if the order is made here. */
type Place = { page: number; left?: readonly string[] };
type ListedPage = { rows: DocumentRow[]; next: Place | undefined };
const FIRST: Place = { page: 1 };

/**
 * A person's documents in pages. The database sorts by date. Names are sorted here, all at once: the
 * database compares code points and would put "Öberg" after "Zorn" and "Bill 10" before "Bill 9".
 */
export function documentsOf(userId: string, view: ListView) {
  const { query, label, isShared, order } = view;
  return infiniteQueryOptions({
    queryKey: ["documents", userId, "list", query, label ?? null, isShared, order],
    staleTime: 0, // the editor changes documents without updating this query
    initialPageParam: FIRST,
    queryFn: ({ pageParam, signal }) =>
      isShared || order !== "changed"
        ? readByIds(userId, view, pageParam, signal)
        : readNewest(userId, view, pageParam, signal),
    getNextPageParam: ({ next }: ListedPage) => next,
  });
}

async function readNewest(
  userId: string,
  view: ListView,
  { page }: Place,
  signal: AbortSignal,
): Promise<ListedPage> {
  const { data: rows } = await listItems(
    "documents",
    { filter: filterOf(userId, view), fields: ROW_FIELDS, sort: NEWEST_FIRST, limit: PAGE_SIZE, page },
    signal,
  );
  return { rows, next: rows.length === PAGE_SIZE ? { page: page + 1 } : undefined };
}

async function readByIds(
  userId: string,
  view: ListView,
  { page, left }: Place,
  signal: AbortSignal,
): Promise<ListedPage> {
  const ids = left ?? (await readIds(userId, view));
  const here = ids.slice(0, PAGE_SIZE);
  const next = ids.length > PAGE_SIZE ? { page: page + 1, left: ids.slice(PAGE_SIZE) } : undefined;
  if (here.length === 0) return { rows: [], next };
  const { data } = await listItems(
    "documents",
    { filter: { id: { _in: here.join(",") } }, fields: ROW_FIELDS, limit: PAGE_SIZE },
    signal,
  );
  const byId = new Map(data.map((row) => [row.id, row]));
  return { rows: here.map((id) => byId.get(id)).filter((row) => row !== undefined), next };
}

async function readIds(userId: string, view: ListView): Promise<string[]> {
  const [named, shared] = await Promise.all([
    listAllItems("documents", {
      filter: filterOf(userId, view),
      fields: NAME_FIELDS,
      sort: NEWEST_FIRST,
      limit: MAX_LIMIT,
    }),
    view.isShared ? queryClient.fetchQuery(sharesOf(userId)).then(sharedIn) : undefined,
  ]);
  const wanted = shared ? named.filter(({ id }) => shared.has(id)) : named;
  return orderNames(wanted, view.order, new Intl.Collator(pageLocale(), { numeric: true })).map(
    ({ id }) => id,
  );
}

/** Sorts by a language's rules; equal names stay newest first. */
export function orderNames(
  named: readonly NamedDocument[],
  order: DocumentOrder,
  { compare }: Intl.Collator,
): readonly NamedDocument[] {
  if (order === "changed") return named;
  const nameOf = ({ title, templates_id: template }: NamedDocument) =>
    order === "name" ? title : (template?.template_name ?? "");
  return named.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
}

function filterOf(userId: string, { query, label }: ListView) {
  const called = { _icontains: query };
  return {
    user_id: { _eq: userId },
    ...(label === undefined ? {} : { labels: { label: { _eq: label } } }),
    ...(query ? { _or: [{ title: called }, { templates_id: { template_name: called } }] } : {}),
  };
}
