import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metrics } from "./metrics.ts";
import { createRouteNames, type RouteNames, UNKNOWN_ROUTE } from "./route-names.ts";

/** Requests by route and status, from their arrival to the last byte of the response, including the wait for a turn. */
export type RequestMetrics = RouteNames & {
  measure(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Names the route that answers a request. */
  name(outgoing: ServerResponse, route: string): void;
  /** The same for a cached response. */
  servedFromCache(outgoing: ServerResponse, route: string): void;
};

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SEARCH"]);
const GONE = "gone"; // the client left before the end

export function createRequestMetrics(
  { registry, caches }: Metrics,
  pages: readonly string[],
): RequestMetrics {
  const durations = registry.histogram(
    "typecase_http_request_seconds",
    "Requests by method, route and status, from their arrival to the last byte of the answer.",
    ["method", "route", "status"],
  );
  const routes = new WeakMap<ServerResponse, string>();
  return {
    ...createRouteNames(pages),
    measure: (incoming, outgoing) => {
      const started = performance.now();
      outgoing.once("close", () => {
        const { method = "" } = incoming;
        const status = outgoing.writableFinished ? String(outgoing.statusCode) : GONE;
        const route = routes.get(outgoing) ?? UNKNOWN_ROUTE;
        durations.observe(
          (performance.now() - started) / 1000,
          METHODS.has(method) ? method : "other",
          route,
          status,
        );
      });
    },
    name: (outgoing, route) => void routes.set(outgoing, route),
    servedFromCache: (outgoing, route) => {
      routes.set(outgoing, route);
      caches.add(1, "answers", "hit");
    },
  };
}
