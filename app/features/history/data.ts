import { queryOptions } from "@tanstack/react-query";
import type { CatalogueTemplate } from "../../../contract/page-services.ts";
import { queryClient } from "../../lib/content-client.ts";
import { tell } from "../../lib/messages.ts";
import { call, callFor } from "../session/session-client.ts";

/** The data area of history: what a person used, newest first. */
export type HistoryRecord = {
  id: string;
  user_id: string;
  date_created: string;
  action: "created" | "exported";
  title: string | null;
  documents_id: string | null;
  template_id: { templates_id: { type: string } | null }[];
};

export function historyOf(userId: string) {
  const address = `items/history?filter[user_id][_eq]=${userId}&fields=*,template_id.templates_id.type`;
  return queryOptions({
    queryKey: ["history", userId],
    queryFn: () => callFor<HistoryRecord[]>(address),
  });
}

export function reportHistoryFailure(error: unknown): void {
  console.error("History fetch failed", error);
  tell({ kind: "failure", words: "Your history could not be loaded. Please try again in a moment." });
}

export type UsedTemplate = Pick<
  CatalogueTemplate,
  "id" | "type" | "url" | "template_name" | "image" | "page" | "rating"
>;

/** What the dashboard shows of the templates used, and the specified call doesn't bring: by history record. */
export function usedTemplatesOf(userId: string) {
  const fields = ["id", "type", "url", "template_name", "image", "page", "rating"]
    .map((name) => `template_id.templates_id.${name}`)
    .join(",");
  type Row = { id: string; template_id: { templates_id: UsedTemplate | null }[] };
  return queryOptions({
    queryKey: ["history", userId, "templates"],
    queryFn: async () => {
      const rows = await callFor<Row[]>(`items/history?filter[user_id][_eq]=${userId}&fields=id,${fields}`);
      return new Map(rows.map((row) => [row.id, row.template_id[0]?.templates_id ?? undefined]));
    },
  });
}

/** Removes records; what was used stays counted, only the person's memory of it goes. */
export async function clearHistory(userId: string, ids: readonly string[]): Promise<boolean> {
  const key = historyOf(userId).queryKey;
  try {
    if (ids.length === 1) await call(`items/history/${ids[0]}`, { method: "DELETE" });
    else
      for (let at = 0; at < ids.length; at += BATCH)
        await call("items/history", { method: "DELETE", json: ids.slice(at, at + BATCH) });
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
