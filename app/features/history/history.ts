import { t } from "@lingui/core/macro";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Answer, under } from "../../../contract/collections/records.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { dayOf, formatDay } from "../../lib/format/moments.ts";
import {
  countItemsBy,
  itemsAddress,
  listItems,
  removeItem,
  removeItems,
} from "../../lib/http/content-client.ts";
import { fetchListedPage, type ListedPage } from "../../lib/http/listed-page.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { isolate } from "../../lib/i18n/intl.ts";

const RECORD_FIELDS = ["*", "template_id.templates_id.type"] as const;
export type HistoryRecord = Answer<"history", (typeof RECORD_FIELDS)[number]>;

/** A person's history, newest first. */
export function historyOf(userId: string) {
  return queryOptions({
    queryKey: ["history", userId],
    queryFn: async () => {
      const filter = { user_id: { _eq: userId } };
      const { data } = await listItems("history", { filter, fields: RECORD_FIELDS });
      return data;
    },
  });
}

export function reportHistoryFailure(error: unknown): void {
  console.error("History fetch failed", error);
  notify({ kind: "failure", message: t`We couldn’t load your history. Try again in a moment.` });
}

const USED_FIELDS = [
  "id",
  "type",
  "url",
  "template_name",
  "image",
  "page",
  "rating",
  "rating_count",
] as const;
const ENTRY_FIELDS = ["*", ...under("template_id.templates_id", USED_FIELDS)] as const;
export type UsedTemplate = Answer<"templates", (typeof USED_FIELDS)[number]>;
/** A record with what screens show of its template, and the specified call doesn't bring. */
export type HistoryEntry = Answer<"history", (typeof ENTRY_FIELDS)[number]>;
/** Of everything, or of one type of template. */
type HistoryChoice = { userId: string; type?: string | undefined };

const PAGE_SIZE = 100;
const BATCH = 100; // what one request may remove

/** Undefined: it is gone. */
export function templateOf({ template_id }: HistoryEntry): UsedTemplate | undefined {
  return template_id[0]?.templates_id ?? undefined;
}

function filterOf({ userId, type }: HistoryChoice) {
  return {
    user_id: { _eq: userId },
    ...(type ? { template_id: { templates_id: { type: { _eq: type } } } } : {}),
  };
}

/** A person's history, newest first, in pages. */
export function historyPageOf(choice: HistoryChoice, page = 1) {
  return queryOptions({
    queryKey: ["history", choice.userId, "page", choice.type ?? null, page],
    meta: { failure: "History fetch failed" },
    placeholderData: keepPreviousData,
    queryFn: () =>
      fetchListedPage<HistoryEntry>(
        (at) =>
          itemsAddress("history", {
            filter: filterOf(choice),
            fields: ENTRY_FIELDS,
            limit: PAGE_SIZE,
            page: at,
            meta: "filter_count",
          }),
        page,
        PAGE_SIZE,
      ),
  });
}

const TYPE_OF_TEMPLATE = "template_id.templates_id.type";
const MAX_TYPES = 1_000;

/** The types of everything a person used, however long ago. */
export function historyTypesOf(userId: string) {
  return queryOptions({
    queryKey: ["history", userId, "types"],
    meta: { failure: "History fetch failed" },
    queryFn: async () => {
      const filter = { user_id: { _eq: userId } };
      const counts = await countItemsBy("history", TYPE_OF_TEMPLATE, { filter, limit: MAX_TYPES });
      return counts.map(({ value }) => value);
    },
  });
}

/** Removes one record. The template's use count stays. */
export function clearRecord(userId: string, id: string): Promise<boolean> {
  return clearing(userId, async () => {
    await removeItem("history", id);
    queryClient.setQueryData(historyOf(userId).queryKey, (known) => known?.filter((each) => each.id !== id));
    queryClient.setQueriesData<ListedPage<HistoryEntry>>(
      { queryKey: ["history", userId, "page"] },
      (known) => known && { ...known, items: known.items.filter((each) => each.id !== id) },
    );
  });
}

/** Removes all there are, however many; records that are made meanwhile may stay. */
export function clearHistory(choice: HistoryChoice): Promise<boolean> {
  return clearing(choice.userId, async () => {
    try {
      while (await clearSome(choice));
    } finally {
      void queryClient.invalidateQueries({ queryKey: historyOf(choice.userId).queryKey, exact: true });
    }
  });
}

/** Returns whether there may be more. */
async function clearSome(choice: HistoryChoice): Promise<boolean> {
  const { data } = await listItems("history", { filter: filterOf(choice), fields: ["id"], limit: BATCH });
  const ids = data.map(({ id }) => id);
  if (ids.length > 0) await removeItems("history", ids);
  return ids.length === BATCH;
}

async function clearing(userId: string, clear: () => Promise<void>): Promise<boolean> {
  try {
    await clear();
    return true;
  } catch (error) {
    console.error("History removal failed", error);
    notify({ kind: "failure", message: t`We couldn’t clear your history. Try again in a moment.` });
    return false;
  } finally {
    void queryClient.invalidateQueries(historyTypesOf(userId));
    await queryClient.invalidateQueries({ queryKey: ["history", userId, "page"] });
  }
}

/** "Created Resume, autumn 2026": the action with the document's title; `template` is undefined if it was deleted. */
export function formatAction(
  { action, title }: Pick<HistoryRecord, "action" | "title">,
  template: string | undefined,
): string {
  const shown = title ?? template;
  const name = shown && isolate(shown);
  if (action === "exported")
    return name ? t`Downloaded ${name}` : t`Downloaded a document made with a deleted template`;
  return name ? t`Created ${name}` : t`Created a document with a deleted template`;
}

export function groupByDay<Record extends { date_created: string }>(
  records: readonly Record[],
  now: Date,
): { day: string; label: string; records: Record[] }[] {
  const groups = Map.groupBy(records, ({ date_created }) => dayOf(new Date(date_created)));
  return [...groups].map(([day, own]) => ({
    day,
    label: formatDay(new Date(own[0]?.date_created ?? now), now),
    records: own,
  }));
}
