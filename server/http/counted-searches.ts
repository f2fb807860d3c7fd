import type { RequestListener } from "node:http";
import type { DayCounts } from "../catalogue/statistics/day-counts.ts";

/**
 * Whether an address asks for templates by words. The further pages of a list of finds are no search of their own, and neither is the
 * data of that page: a browser has asked the content API before.
 */
export function isSearch(
  method: string | undefined,
  address: string | undefined,
  /** The page that it is asked from: who keeps the library and looks for a template in the studio is nobody who needs one. */
  from = "",
): boolean {
  const [path, query = ""] = address?.split("?", 2) ?? [];
  if (/^https?:\/\/[^/]+\/studio(?:\/|$)/.test(from)) return false;
  if (method !== "GET" || (path !== "/templates" && path !== "/items/templates")) return false;
  const parameters = new URLSearchParams(query);
  if (parameters.has("page")) return false;
  return Boolean(parameters.get(path === "/templates" ? "q" : "search")?.trim());
}

/** Before everything else, as most answers are already made and sent before anybody looks at what was asked. */
export function countSearches(
  answer: RequestListener,
  counts: Pick<DayCounts, "countSearch">,
): RequestListener {
  return (incoming, outgoing) => {
    if (isSearch(incoming.method, incoming.url, incoming.headers.referer)) counts.countSearch();
    answer(incoming, outgoing);
  };
}
