import { t } from "@lingui/core/macro";
import { isPaperKind, type PaperKind } from "../../../../contract/templates/paper-kinds.ts";
import { DEFAULT_ORDER, type TemplateOrder } from "../../../../contract/templates/template-order.ts";

/** The selection of a listing, stored in its URL, so that back, reload and sharing work. */
export type Selection = {
  query: string;
  type: string | undefined;
  category: string | undefined;
  papers: PaperKind[];
  sort: SortOrder;
  page: number;
};

type SortOrder = TemplateOrder;
export const SORT_ORDERS: readonly SortOrder[] = ["used", "rating", "newest", "name"];

export const sortLabels = (): Record<SortOrder, string> => ({
  used: t`Most used`,
  rating: t`Highest rated`,
  newest: t({ message: "Newest", context: "order of templates" }),
  name: t`Name (A–Z)`,
});

const MAX_QUERY = 200;
const MAX_PAGE = 10_000;

const isSortOrder = (value: string | null): value is SortOrder =>
  (SORT_ORDERS as readonly (string | null)[]).includes(value);

export function readSelection(parameters: URLSearchParams): Selection {
  const sort = parameters.get("sort");
  const page = Number(parameters.get("page"));
  return {
    query: (parameters.get("q") ?? "").trim().slice(0, MAX_QUERY),
    type: parameters.get("type") || undefined,
    category: parameters.get("category") || undefined,
    papers: [...new Set(parameters.getAll("paper").filter(isPaperKind))],
    sort: isSortOrder(sort) ? sort : DEFAULT_ORDER,
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : 1,
  };
}

/** The query string of a selection; empty for the default. A change starts again at the first page. */
export function selectionQuery(selection: Selection, change: Partial<Selection> = {}): string {
  const { query, type, category, papers, sort, page } = { ...selection, page: 1, ...change };
  const parameters = new URLSearchParams();
  if (query) parameters.set("q", query);
  if (type) parameters.set("type", type);
  if (category) parameters.set("category", category);
  for (const paper of papers) parameters.append("paper", paper);
  if (sort !== DEFAULT_ORDER) parameters.set("sort", sort);
  if (page > 1) parameters.set("page", String(page));
  const search = parameters.toString();
  return search && `?${search}`;
}
