import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Answer, CARD_FIELDS, under } from "../../../contract/collections/records.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { type Pending, pendingOf } from "../../ui/pending.tsx";
import { reportSavedFailure, savedOf } from "./saved-templates.ts";

const SHOWN_FIELDS = [...CARD_FIELDS, "state"] as const;
/** A saved template. One that is hidden has no page any more, and can only be removed. */
export type SavedTemplate = Answer<"templates", (typeof SHOWN_FIELDS)[number]>;

/** Card fields of saved templates that the specified call doesn't return. */
function cardsOf(userId: string) {
  return queryOptions({
    queryKey: [...savedOf(userId).queryKey, "cards"],
    queryFn: async () => {
      const { data } = await listItems("saved_templates", {
        filter: { user_id: { _eq: userId } },
        fields: under("template_id.templates_id", SHOWN_FIELDS),
      });
      const found = (data[0]?.template_id ?? []).flatMap(({ templates_id }) => templates_id ?? []);
      return new Map(found.map((template) => [template.id, template]));
    },
  });
}

/** The saved templates, the last saved first; undefined until they are there. */
export function useSavedTemplates(userId: string): Pending & { saved: SavedTemplate[] | undefined } {
  const list = useQuery(savedOf(userId));
  const query = useQuery(cardsOf(userId));
  const { data: cards, error, refetch } = query;
  const entries = list.data?.entries;
  const isBehind = cards && entries?.some(({ templates_id }) => templates_id && !cards.has(templates_id));
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, refetch]);
  useEffect(() => {
    if (error) reportSavedFailure(error);
  }, [error]);
  const saved =
    cards && entries?.flatMap(({ templates_id }) => cards.get(templates_id ?? "") ?? []).toReversed();
  return { ...pendingOf(list, query), saved };
}
