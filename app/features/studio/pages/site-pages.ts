import { queryOptions } from "@tanstack/react-query";
import type { RecordOf } from "../../../../contract/collections/records.ts";
import { ROOT_PAGES } from "../../../../contract/site/site.ts";
import { listAllItems, readItem, updateItems } from "../../../lib/http/content-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { STUDIO_COUNTS } from "../../../shell/studio-nav.ts";

export type SitePage = RecordOf<"pages">;
export type ListedSitePage = Pick<SitePage, "id" | "title" | "footer" | "date_updated"> & {
  isEmpty: boolean;
};

const KEY = ["studio", "pages"] as const;

/** All pages; those in the footer first, in its order. */
export const sitePages = queryOptions({
  queryKey: [...KEY, "list"],
  queryFn: async () => inOrder(await listAllItems("pages", { limit: 100 })),
});

export const sitePage = (id: string) =>
  queryOptions({ queryKey: [...KEY, "one", id], queryFn: () => readItem("pages", id) });

export function inOrder(pages: readonly SitePage[]): ListedSitePage[] {
  const listed = pages.map(({ id, title, footer, date_updated, body }) => ({
    id,
    title,
    footer,
    date_updated,
    isEmpty: body === "",
  }));
  const last = Number.POSITIVE_INFINITY;
  return listed.sort(
    (a, b) => (a.footer ?? last) - (b.footer ?? last) || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
  );
}

/** Moves a link up or down in the footer; returns only the pages whose position changes. */
export function moveInFooter(
  pages: readonly ListedSitePage[],
  id: string,
  step: -1 | 1,
): { id: string; footer: number }[] {
  const linked = pages.filter(({ footer }) => footer !== null);
  const from = linked.findIndex((page) => page.id === id);
  const to = from + step;
  const [moved, other] = [linked[from], linked[to]];
  if (!moved || !other) return [];
  linked[to] = moved;
  linked[from] = other;
  return linked.flatMap((page, place) =>
    page.footer === place + 1 ? [] : [{ id: page.id, footer: place + 1 }],
  );
}

export async function storeOrder(changes: { id: string; footer: number }[]): Promise<void> {
  if (changes.length > 0) await updateItems("pages", changes);
  await readPagesAgain();
}

/** Also refetches the open page, whose revision changes with its position. */
export async function readPagesAgain(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: KEY });
  await queryClient.invalidateQueries({ queryKey: STUDIO_COUNTS });
}

/** Privacy and terms come with the software and can't be deleted. */
export function isOwnPage(id: string): boolean {
  return id !== "privacy" && id !== "terms";
}

/** Whether operators can choose its address. */
export function hasFreeAddress(id: string): boolean {
  return !ROOT_PAGES.includes(id);
}
