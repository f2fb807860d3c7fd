// Loaded later: with the place where a person rates.
import { queryOptions } from "@tanstack/react-query";
import { createItem, listItems, removeItem, updateItem } from "../../lib/http/content-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";

const RATING_FIELDS = ["id", "stars", "words", "hidden", "state"] as const;

export type OwnRating = {
  id: string;
  stars: number;
  words: string | null;
  hidden: string | null;
  state: "shown" | "waiting" | "refused";
};
/** A person's export of a template, with their rating. */
export type OwnExport = { lastDay: string; rating: OwnRating | null };
export type NewRating = { stars: number; words: string | null };

const keyOf = (userId: string, templateId: string) => ["own-rating", userId, templateId];

/** Null: not exported. Requested on every visit, because exports are made on other pages. */
export function ownExportOf(userId: string, templateId: string) {
  return queryOptions({
    queryKey: keyOf(userId, templateId),
    staleTime: 0,
    meta: { failure: "Own rating fetch failed" },
    queryFn: async (): Promise<OwnExport | null> => {
      const { data } = await listItems("exports", {
        filter: { templates_id: { _eq: templateId } },
        fields: [
          "date_updated",
          "ratings_id.id",
          "ratings_id.stars",
          "ratings_id.words",
          "ratings_id.hidden",
          "ratings_id.state",
        ],
        limit: 1,
      });
      const [found] = data;
      return found ? { lastDay: found.date_updated, rating: found.ratings_id } : null;
    },
  });
}

export async function saveRating(
  userId: string,
  templateId: string,
  before: OwnRating | null,
  { stars, words }: NewRating,
): Promise<OwnRating> {
  const options = { fields: RATING_FIELDS };
  const { data } = before
    ? await updateItem("ratings", before.id, { stars, words }, options)
    : await createItem("ratings", { templates_id: templateId, stars, words }, options);
  showRating(userId, templateId, data);
  return data;
}

export async function removeRating(userId: string, templateId: string, { id }: OwnRating): Promise<void> {
  await removeItem("ratings", id);
  showRating(userId, templateId, null);
}

function showRating(userId: string, templateId: string, rating: OwnRating | null): void {
  queryClient.setQueryData<OwnExport | null>(keyOf(userId, templateId), (shown) =>
    shown ? { ...shown, rating } : shown,
  );
}
