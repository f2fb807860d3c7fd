import { call } from "./http-client.ts";

/** Lists that the server gives a page at a time. */
export type Paging = { page: number; pages: number; from: number; to: number; total: number };

/** Which items a page holds, with `size` on each; a page beyond the last is the last. */
export function pageOf(total: number, wanted: number, size: number): Paging {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  return { page, pages, from: (page - 1) * size + 1, to: Math.min(page * size, total), total };
}

/** A page of a list. It carries its own page number, because the requested one may still be loading. */
export type ListedPage<Item> = { items: Item[]; paging: Paging };

/** The requested page, or the last one if the list is shorter. */
export async function fetchListedPage<Item>(
  addressOf: (page: number) => string,
  wanted: number,
  size: number,
): Promise<ListedPage<Item>> {
  const answer = await call(addressOf(wanted));
  const { data, meta }: { data: Item[]; meta: { filter_count: number } } = await answer.json();
  const paging = pageOf(meta.filter_count, wanted, size);
  if (paging.page < wanted) return fetchListedPage(addressOf, paging.page, size);
  return { items: data, paging };
}

/** The page number in an address; 1 if it is missing or invalid. */
export function readPageNumber(text: string | null): number {
  const number = Math.floor(Number(text));
  return number >= 1 && Number.isSafeInteger(number) ? number : 1;
}
