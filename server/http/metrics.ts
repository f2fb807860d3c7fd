import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import type { Settings } from "../config/settings.ts";
import { routeNotFound } from "../errors/errors.ts";
import type { Registry } from "../metrics/registry.ts";
import type { RequestMetrics } from "../metrics/requests.ts";
import { describeRoute } from "../request/api-description.ts";
import type { RequestContext, RequestEnv } from "../request/request.ts";
import { isListed, trustList } from "./client-address.ts";

type Access = Pick<Settings, "metricsToken" | "metricsAddresses" | "trustedProxies">;

const METRICS = describeRoute({
  tag: "server",
  summary: "Metrics in the text format of Prometheus",
  description: "With METRICS_TOKEN, or from the addresses in METRICS_ADDRESSES.",
  response: "text/plain",
  errors: [404],
});
const HEADERS = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };

/** Other clients get the same 404 as when metrics are off. */
export function metricsRoutes(registry: Registry, access: Access): Hono<RequestEnv> {
  const addresses = trustList(access.metricsAddresses);
  const proxies = trustList(access.trustedProxies);
  let reading: Promise<string> | undefined;

  function mayRead(c: RequestContext): boolean {
    const { metricsToken } = access;
    const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    if (metricsToken && given !== undefined) return isSame(given, metricsToken);
    // Behind an unknown proxy, the address could be any client's.
    const peer = c.env.incoming?.socket.remoteAddress ?? "";
    if (c.req.header("x-forwarded-for") !== undefined && !isListed(proxies, peer)) return false;
    return isListed(addresses, c.get("clientAddress"));
  }

  const routes = new Hono<RequestEnv>();
  routes.get("/metrics", METRICS, async (c) => {
    if (!mayRead(c)) throw routeNotFound(c.req.path);
    // Concurrent reads share one collection.
    reading ??= registry.text().finally(() => {
      reading = undefined;
    });
    return c.body(await reading, 200, HEADERS);
  });
  return routes;
}

/** Names each request in the metrics by the pattern of its route. */
export function nameRoutes(requests: RequestMetrics) {
  return createMiddleware<RequestEnv>(async (c, next) => {
    await next();
    const { outgoing } = c.env;
    if (outgoing) requests.name(outgoing, requests.ofMounted(routePath(c), c.req.path));
  });
}

function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
