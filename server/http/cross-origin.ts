import { createMiddleware } from "hono/factory";
import { ApiError } from "../kernel/errors.ts";
import type { RequestEnv } from "../kernel/request.ts";
import type { Settings } from "../kernel/settings.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS", "SEARCH"]);

/** Ours is the public address when one is set; else the host the request itself was sent to. */
function isOwn(origin: string, host: string | undefined, publicUrl: string | undefined): boolean {
  if (publicUrl) return origin === publicUrl;
  return host !== undefined && URL.parse(origin)?.host === host;
}

/**
 * A page of another site can make a browser send a write with the person's cookies, whatever the content type.
 * Browsers then say where it came from; programs say nothing and carry no cookies by accident.
 */
export function guardOrigins({ publicUrl, corsOrigins }: Pick<Settings, "publicUrl" | "corsOrigins">) {
  const listed = new Set(corsOrigins);
  return createMiddleware<RequestEnv>(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin === undefined) return next();
    if (listed.has(origin)) return answerListed(origin);
    if (!SAFE_METHODS.has(c.req.method) && !isOwn(origin, c.req.header("host"), publicUrl))
      throw new ApiError("FORBIDDEN", "Writes from pages of another origin are not allowed.");
    return next();

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
