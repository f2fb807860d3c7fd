import type { RequestListener } from "node:http";
import { splitLanguage } from "../../contract/site/interface-languages.ts";
import type { DayCounts } from "../catalogue/statistics/day-counts.ts";
import { SENT_AT_ONCE_BYTES } from "../limits/limits.ts";
import type { RequestMetrics } from "../metrics/requests.ts";
import { type CachedResponseParts, createCachedResponses } from "./cached-response.ts";
import { createClientTurns } from "./request-turns.ts";

type Parts = CachedResponseParts & {
  /** The mount table (app.ts). */
  app: RequestListener;
  counts: Pick<DayCounts, "countSearch">;
  trustedProxies: readonly string[];
  requests?: RequestMetrics | undefined;
};

/**
 * What happens to every request after its connection was accepted (listen.ts, pipelining.ts, unread-responses.ts) and before the mount
 * table sees it, in this order. The cached responses serve the home page about three times as often; without the turns, a client that
 * sends a hundred requests at once makes others wait for seconds.
 */
export function createFront({ app, counts, trustedProxies, requests, ...parts }: Parts): RequestListener {
  const cached = createCachedResponses({ ...parts, requests });
  const turns = createClientTurns(trustedProxies);
  return (incoming, outgoing) => {
    requests?.measure(incoming, outgoing);
    // Counted here, as most searches are answered from the cache.
    if (isSearch(incoming.method, incoming.url, incoming.headers.referer)) counts.countSearch();
    const response = cached.find(incoming);
    if (response && response.bytes <= SENT_AT_ONCE_BYTES) return response.send(outgoing);
    turns.begin(incoming, () => (response ? response.send(outgoing) : app(incoming, outgoing)));
  };
}

/**
 * Whether a request searches templates. Further pages of the results are not counted again, and neither is the data of the results
 * page: the browser has requested it from the content API before.
 */
export function isSearch(
  method: string | undefined,
  address: string | undefined,
  /** The Referer: searches of operators in the studio are not counted. */
  from = "",
): boolean {
  const [pathname = "", query = ""] = address?.split("?", 2) ?? [];
  const { path } = splitLanguage(pathname);
  if (/^https?:\/\/[^/]+(?:\/[a-z]{2})?\/studio(?:\/|$)/.test(from)) return false;
  if (method !== "GET" || (path !== "/templates" && path !== "/items/templates")) return false;
  const parameters = new URLSearchParams(query);
  if (parameters.has("page")) return false;
  return Boolean(parameters.get(path === "/templates" ? "q" : "search")?.trim());
}
