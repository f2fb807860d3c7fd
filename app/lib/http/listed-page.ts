import { call } from "./http-client.ts";

/** Lists that the server gives a page at a time. */
export type Paging = { page: number; pages: number; from: number; to: number; total: number };

/** Which items a page holds, with `size` on each; a page beyond the last is the last. */
export function pageOf(total: number, wanted: number, size: number): Paging {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  return { page, pages, from: (page - 1) * size + 1, to: Math.min(page * size, total), total };
}

/** A page of a list kept on the server. It says itself which page it is: the one asked for next may still be on its way. */
export type ListedPage<Item> = { items: Item[]; paging: Paging };

/** The page asked for, or the last one where the list has become shorter than that. */
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

/** The number of a page as an address says it; the first where it says nothing that counts. */
export function readPageNumber(said: string | null): number {
  const number = Math.floor(Number(said));
  return number >= 1 && Number.isSafeInteger(number) ? number : 1;
}
