import type { RequestListener, ServerResponse } from "node:http";
import type { Metrics } from "./metrics.ts";
import { createRouteNames, type RouteNames, UNKNOWN_ROUTE } from "./route-names.ts";

/** Requests by route and status, from the moment they came to the last byte of their answer, waiting for a turn included. */
export type RequestMetrics = RouteNames & {
  measure(listener: RequestListener): RequestListener;
  /** Says what answers a request. */
  name(outgoing: ServerResponse, route: string): void;
  /** The same for an answer that was already made. */
  servedFromCache(outgoing: ServerResponse, route: string): void;
};

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SEARCH"]);
const GONE = "gone"; // the client, before the end

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
    measure: (listener) => (incoming, outgoing) => {
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
      listener(incoming, outgoing);
    },
    name: (outgoing, route) => void routes.set(outgoing, route),
    servedFromCache: (outgoing, route) => {
      routes.set(outgoing, route);
      caches.add(1, "answers", "hit");
    },
  };
}
