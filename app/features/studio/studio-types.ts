import { queryOptions, useQuery } from "@tanstack/react-query";
import type { RecordOf } from "../../../contract/collections/records.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";

/** Types as operators keep them: empty ones too, with all their categories. Pages know only what holds something. */
export type StudioType = RecordOf<"types">;
export type StudioCategory = StudioType["categories"][number];

const MOST_TYPES = 500;

export const allTypes = queryOptions({
  queryKey: ["studio", "types"],
  meta: { failure: "Type fetch failed" },
  queryFn: async () => (await listItems("types", { sort: ["sort", "id"], limit: MOST_TYPES })).data,
});

const NONE: readonly StudioType[] = [];

/** Empty until they have come. */
export function useAllTypes(): readonly StudioType[] {
  return useQuery(allTypes).data ?? NONE;
}

/** Everything that was read may be another after a change of the catalogue, here and on the pages that visitors see. */
export async function catalogueChanged(): Promise<void> {
  await queryClient.invalidateQueries();
}

/** A draft has become a template: everything is read again but the draft, which is gone. */
export async function draftPublished(draft: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes(draft) });
}

/** "Invoice, shops and food": what a template is, and where it stands. */
export function formatPlace(
  types: readonly StudioType[],
  { type, category }: { type: string; category: string },
): string {
  const found = types.find(({ id }) => id === type);
  const label = found?.categories.find(({ slug }) => slug === category)?.label;
  return [found?.singular ?? type, label ? label.charAt(0).toLowerCase() + label.slice(1) : "in no category"]
    .filter(Boolean)
    .join(", ");
}
