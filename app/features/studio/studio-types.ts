import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { RecordOf } from "../../../contract/collections/records.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";

/** Types as operators see them: with all categories, and also without templates. */
export type StudioType = RecordOf<"types">;
export type StudioCategory = StudioType["categories"][number];

const MAX_TYPES = 500;

export const allTypes = queryOptions({
  queryKey: ["studio", "types"],
  meta: { failure: "Type fetch failed" },
  queryFn: async () => (await listItems("types", { sort: ["sort", "id"], limit: MAX_TYPES })).data,
});

const NONE: readonly StudioType[] = [];

/** Empty until loaded. */
export function useAllTypes(): readonly StudioType[] {
  return useQuery(allTypes).data ?? NONE;
}

/** Any cached data may be outdated after a change of the catalogue. */
export async function catalogueChanged(): Promise<void> {
  await queryClient.invalidateQueries();
}

/** After publishing, everything is fetched again except the draft, which no longer exists. */
export async function draftPublished(draft: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(draft) });
}

/** "Invoice, Shops and food": type and category of a template. */
export function formatPlace(types: readonly StudioType[], place: { type: string; category: string }): string {
  const found = types.find(({ id }) => id === place.type);
  const type = found?.singular ?? place.type;
  const category = found?.categories.find(({ slug }) => slug === place.category)?.label;
  if (!type) return t`No category`;
  return category
    ? t({ message: `${type}, ${category}`, comment: "The type and the category of a template" })
    : t`${type}, no category`;
}
