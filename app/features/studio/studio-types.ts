import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecordOf } from "../../../contract/collections/records.ts";
import type { CatalogueType } from "../../../contract/page-services.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { knownTypes, useSiteTypes } from "../../lib/pages/page-data.ts";

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

/** With names in the language of the interface, so only to show them. Empty until loaded. */
export function useAllTypes(): readonly StudioType[] {
  return useShownNames(useQuery(allTypes).data ?? NONE);
}

/** Types with the names that visitors see. Those of a category without templates are as stored. */
export function useShownNames(types: readonly StudioType[]): readonly StudioType[] {
  const listed = useSiteTypes();
  return useMemo(() => types.map((type) => withShownNames(type, listed)), [types, listed]);
}

function withShownNames(type: StudioType, listed: readonly CatalogueType[]): StudioType {
  const found = listed.find(({ slug }) => slug === type.id);
  if (!found) return type;
  const { singular, plural, description } = found;
  const categories = type.categories.map((category) => {
    const shown = found.categories.find(({ slug }) => slug === category.slug);
    return shown ? { ...category, label: shown.label, description: shown.description } : category;
  });
  return { ...type, singular, plural, description, categories };
}

/** What visitors call a type. */
export function shownTypeName(id: string, stored: string): string {
  return knownTypes().find(({ slug }) => slug === id)?.plural ?? stored;
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
