import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Answer } from "../../../../contract/collections/records.ts";
import { countItemsBy, itemsAddress, listItems } from "../../../lib/http/content-client.ts";
import { fetchListedPage } from "../../../lib/http/listed-page.ts";
import { type Checked, sortOf, type TableView } from "./template-view.ts";

const ROW_FIELDS = [
  "id",
  "type",
  "category",
  "url",
  "template_name",
  "image",
  "page",
  "state",
  "version_number",
  "findings",
  "used",
  "exported",
  "rating",
  "rating_count",
  "date_updated",
] as const;
export type TemplateRow = Answer<"templates", (typeof ROW_FIELDS)[number]>;

const DRAFT_FIELDS = [
  "id",
  "templates_id",
  "base_number",
  "template_name",
  "type",
  "category",
  "page",
  "date_updated",
] as const;
export type DraftRow = Answer<"template_drafts", (typeof DRAFT_FIELDS)[number]>;

const PAGE_SIZE = 50;
/** All drafts are shown at once; operators have few. */
const MAX_DRAFTS = 200;

/** Without a state in the filter, hidden templates are left out. */
const EVERY_STATE = "published,hidden";

/** One page of templates, sorted and filtered by the server. */
export const templatePage = (view: TableView) =>
  queryOptions({
    queryKey: ["studio", "templates", view],
    meta: { failure: "Template fetch failed" },
    placeholderData: keepPreviousData,
    queryFn: () =>
      fetchListedPage<TemplateRow>(
        (page) =>
          itemsAddress("templates", {
            fields: ROW_FIELDS,
            filter: {
              state: view.shown === "all" ? { _in: EVERY_STATE } : { _eq: view.shown },
              ...narrowed(view),
            },
            sort: sortOf(view),
            limit: PAGE_SIZE,
            page,
            meta: "filter_count",
          }),
        view.page,
        PAGE_SIZE,
      ),
  });

const CHECKED = {
  passing: { findings: { _eq: "0" } },
  failing: { findings: { _gt: "0" } },
  unchecked: { findings: { _null: true } },
} as const satisfies Record<Checked, object>;

function narrowed({ query, type, checked }: TableView) {
  const holds = { _icontains: query };
  return {
    ...(type ? { type: { _eq: type } } : {}),
    ...(checked ? CHECKED[checked] : {}),
    ...(query ? { _or: [{ template_name: holds }, { description: holds }, { words: holds }] } : {}),
  };
}

/** All open drafts, newest first. */
export const openDrafts = queryOptions({
  queryKey: ["studio", "drafts"],
  meta: { failure: "Draft fetch failed" },
  queryFn: async () => {
    const { data } = await listItems("template_drafts", {
      fields: DRAFT_FIELDS,
      filter: { state: { _eq: "draft" } },
      sort: ["-date_updated", "id"],
      limit: MAX_DRAFTS,
    });
    return data;
  },
});

/** The number of templates in each state. */
export const stateCounts = queryOptions({
  queryKey: ["studio", "count", "states"],
  meta: { failure: "Template count failed" },
  queryFn: async () => {
    const counted = await countItemsBy("templates", "state", {
      filter: { state: { _in: EVERY_STATE } },
      limit: 10,
    });
    const of = (state: string) => counted.find(({ value }) => value === state)?.count ?? 0;
    return { published: of("published"), hidden: of("hidden") };
  },
});

/** The drafts in a view: all of them under Drafts, otherwise those of new templates. */
export function draftsIn(drafts: readonly DraftRow[], view: TableView): DraftRow[] {
  if (view.shown !== "drafts" && (view.shown !== "all" || view.page > 1)) return [];
  const words = view.query.toLowerCase();
  return drafts.filter(
    ({ templates_id, template_name, type }) =>
      (view.shown === "drafts" || (templates_id === null && view.checked === undefined)) &&
      (!view.type || type === view.type) &&
      template_name.toLowerCase().includes(words),
  );
}
