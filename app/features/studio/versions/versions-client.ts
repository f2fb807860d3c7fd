import { queryOptions } from "@tanstack/react-query";
import type { RenderedPage } from "../../../../contract/rendering/render.ts";
import type { VersionChanges, VersionHistory } from "../../../../contract/templates/template-versions.ts";
import { readItem } from "../../../lib/http/content-client.ts";
import { call } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { catalogueChanged } from "../studio-types.ts";

async function read<Data>(path: string): Promise<Data> {
  const answer = await call(`template-versions/${path}`);
  return ((await answer.json()) as { data: Data }).data;
}

export const historyOf = (template: string) =>
  queryOptions({
    queryKey: ["template-history", template],
    queryFn: () => read<VersionHistory>(`of/${template}`),
    staleTime: 0,
    meta: { failure: "History failed" },
  });

/** Versions never change, so their data is never stale. */
export const sourceOf = (version: string) =>
  queryOptions({
    queryKey: ["template-version", version, "source"],
    queryFn: async () => (await readItem("template_versions", version, { fields: ["content"] })).content,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const pagesOf = (version: string) =>
  queryOptions({
    queryKey: ["template-version", version, "pages"],
    queryFn: async () => {
      const answer = await call(`template-versions/${version}/pages.json`);
      return ((await answer.json()) as { pages: RenderedPage[] }).pages;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const changesOf = (before: string, after: string) =>
  queryOptions({
    queryKey: ["template-version", before, after],
    queryFn: () => read<VersionChanges>(`${before}/changes/${after}`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const thumbnailOf = (version: string) => `/template-versions/${version}/thumbnail.webp`;
export const differenceOf = (before: string, after: string, page: number) =>
  `/template-versions/${before}/changes/${after}/page/${page}.webp`;

/** Restores a version; resolves to the number of the new version. */
export async function restoreVersion(template: string, version: string, base: number): Promise<number> {
  const answer = await call(`template-versions/${version}/restore`, { method: "POST", json: { base } });
  const { data } = (await answer.json()) as { data: { number: number } };
  await reread(template);
  return data.number;
}

export async function takeOver(template: string): Promise<void> {
  await call(`template-versions/of/${template}/take-over`, { method: "POST", json: {} });
  await reread(template);
}

async function reread(template: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["template-history", template] });
  await catalogueChanged();
}
