import { queryOptions } from "@tanstack/react-query";
import { type Answer, under } from "../../../contract/records.ts";
import { listItems, queryClient, removeItem, removeItems } from "../../lib/content-client.ts";
import { tell } from "../../lib/messages.ts";
import { dayOf, sayDay } from "../../lib/moments.ts";

const RECORD_FIELDS = ["*", "template_id.templates_id.type"] as const;
export type HistoryRecord = Answer<"history", (typeof RECORD_FIELDS)[number]>;

/** What a person used, newest first. */
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
  tell({ kind: "failure", words: "Your history could not be loaded. Please try again in a moment." });
}

const USED_FIELDS = ["id", "type", "url", "template_name", "image", "page", "rating"] as const;
export type UsedTemplate = Answer<"templates", (typeof USED_FIELDS)[number]>;

/** What the dashboard shows of the templates used, and the specified call doesn't bring: by history record. */
export function usedTemplatesOf(userId: string) {
  return queryOptions({
    queryKey: ["history", userId, "templates"],
    queryFn: async () => {
      const { data } = await listItems("history", {
        filter: { user_id: { _eq: userId } },
        fields: ["id", ...under("template_id.templates_id", USED_FIELDS)],
      });
      return new Map(data.map((row) => [row.id, row.template_id[0]?.templates_id ?? undefined]));
    },
  });
}

/** Removes records; what was used stays counted, only the person's memory of it goes. */
export async function clearHistory(userId: string, ids: readonly string[]): Promise<boolean> {
  const key = historyOf(userId).queryKey;
  try {
    const [only, ...others] = ids;
    if (only && others.length === 0) await removeItem("history", only);
    else
      for (let at = 0; at < ids.length; at += BATCH) await removeItems("history", ids.slice(at, at + BATCH));
    queryClient.setQueryData(key, (known) => known?.filter(({ id }) => !ids.includes(id)));
    return true;
  } catch (error) {
    console.error("History removal failed", error);
    tell({ kind: "failure", words: "Your history was not cleared. Please try again in a moment." });
    void queryClient.invalidateQueries({ queryKey: key, exact: true });
    return false;
  }
}

const BATCH = 100; // what one request may remove

/** "Made Resume, autumn 2026": what was done, with the title the document had. */
export function sayAction(
  { action, title }: Pick<HistoryRecord, "action" | "title">,
  template: string,
): string {
  return `${action === "exported" ? "Downloaded" : "Made"} ${title ?? template}`;
}

export function groupByDay<Record extends { date_created: string }>(
  records: readonly Record[],
  now: Date,
): { day: string; label: string; records: Record[] }[] {
  const groups = Map.groupBy(records, ({ date_created }) => dayOf(new Date(date_created)));
  return [...groups].map(([day, own]) => ({
    day,
    label: sayDay(new Date(own[0]?.date_created ?? now), now),
    records: own,
  }));
}
