import { createMiddleware } from "hono/factory";
import type { Settings } from "../config/settings.ts";
import { crossOriginWrite } from "../errors/errors.ts";
import type { RequestEnv } from "../request/request.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS", "SEARCH"]);

/**
 * Whether a page of another site made the browser send this. A browser names the origin of a write in `Origin` or at least in
 * `Sec-Fetch-Site`; programs don't, and don't send cookies by accident. Our origin is the public address if one is set, else the host
 * of the request.
 */
export function isCrossOrigin(
  request: Request,
  { publicUrl, corsOrigins }: Pick<Settings, "publicUrl" | "corsOrigins">,
): boolean {
  const origin = request.headers.get("origin");
  if (origin === null) {
    const site = request.headers.get("sec-fetch-site");
    return site !== null && site !== "same-origin" && site !== "none";
  }
  if (corsOrigins.includes(origin)) return false;
  if (publicUrl) return origin !== publicUrl;
  const host = request.headers.get("host") ?? new URL(request.url).host;
  return URL.parse(origin)?.host !== host;
}

/** Refuses writes from other sites, before every route, and sends CORS headers to the configured origins. */
export function guardOrigins(settings: Pick<Settings, "publicUrl" | "corsOrigins">) {
  return createMiddleware<RequestEnv>(async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && isCrossOrigin(c.req.raw, settings)) throw crossOriginWrite();
    const origin = c.req.header("origin");
    return origin !== undefined && settings.corsOrigins.includes(origin) ? answerListed(origin) : next();

    async function answerListed(allowed: string) {
      const preflight = c.req.method === "OPTIONS" && c.req.header("access-control-request-method");
      if (preflight) c.res = new Response(null, { status: 204 });
      else await next();
      c.header("access-control-allow-origin", allowed);
      c.header("access-control-allow-credentials", "true");
      c.header("access-control-expose-headers", "etag, x-request-id, retry-after, content-disposition");
      c.header("vary", "origin", { append: true });
      if (!preflight) return;
      c.header("access-control-allow-methods", "GET, HEAD, POST, PATCH, DELETE, SEARCH");
      c.header(
        "access-control-allow-headers",
        "authorization, content-type, if-match, if-none-match, idempotency-key",
      );
      c.header("access-control-max-age", "600");
    }
  });
}
