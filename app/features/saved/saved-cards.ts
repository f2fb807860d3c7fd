import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { CatalogueTemplate } from "../../../contract/page-services.ts";
import { queryClient } from "../../lib/content-client.ts";
import { callFor } from "../session/session-client.ts";
import { reportSavedFailure, savedOf } from "./data.ts";

/** What the dashboard shows of a saved template, and the specified call doesn't bring. */
export type SavedTemplate = Pick<
  CatalogueTemplate,
  "id" | "type" | "category" | "url" | "template_name" | "rating" | "image" | "page" | "used" | "date_created"
>;

const NAMES = "id,type,category,url,template_name,rating,image,page,used,date_created".split(",");

function cardsOf(userId: string) {
  const fields = NAMES.map((name) => `template_id.templates_id.${name}`).join(",");
  type Row = { template_id: { templates_id: SavedTemplate | null }[] };
  return queryOptions({
    queryKey: [...savedOf(userId).queryKey, "cards"],
    queryFn: async () => {
      const [row] = await callFor<Row[]>(
        `items/saved_templates?filter[user_id][_eq]=${userId}&fields=${fields}`,
      );
      const found = (row?.template_id ?? []).flatMap(({ templates_id }) => templates_id ?? []);
      return new Map(found.map((template) => [template.id, template]));
    },
  });
}

/** The saved templates, the last saved first; undefined until they are there. */
export function useSavedTemplates(userId: string): SavedTemplate[] | undefined {
  const list = useQuery(savedOf(userId), queryClient);
  const { data: cards, error, refetch } = useQuery(cardsOf(userId), queryClient);
  const entries = list.data?.entries;
  const isBehind = cards && entries?.some(({ templates_id }) => !cards.has(templates_id));
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  useEffect(() => {
    if (error) reportSavedFailure(error);
  }, [error]);
  if (!entries || !cards) return undefined;
  return entries.flatMap(({ templates_id }) => cards.get(templates_id) ?? []).toReversed();
}
