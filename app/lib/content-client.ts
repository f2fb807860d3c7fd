import { QueryClient } from "@tanstack/react-query";

/** The one cache of what the content API answered. The catalogue is asked for once while a tab is open. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false },
  },
});

export async function readItems<Item>(call: string): Promise<Item[]> {
  const answer = await fetch(`/${call}`);
  if (!answer.ok) throw new Error(`${call} was answered with ${answer.status}`);
  return ((await answer.json()) as { data: Item[] }).data;
}

/** All items behind a call that gives at most `limit` of them: what lies beyond is reached with `page`. */
export async function readAllItems<Item>(call: string, limit: number): Promise<Item[]> {
  const items = await readItems<Item>(call);
  for (let page = 2, last = items.length; last === limit; page++) {
    const further = await readItems<Item>(`${call}&page=${page}`);
    items.push(...further);
    last = further.length;
  }
  return items;
}
