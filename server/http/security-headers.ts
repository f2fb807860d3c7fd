import { createMiddleware } from "hono/factory";
import { BARE_POLICY } from "../pages/content-policy.ts";
import type { RequestEnv } from "../request/request.ts";

const ALWAYS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
};

const HSTS = "max-age=31536000";

/** The headers of every response. A header that a handler set itself is not replaced. */
export function securityHeaders(publicUrl: string | undefined): Record<string, string> {
  const https = publicUrl?.startsWith("https:") ?? false;
  return {
    ...ALWAYS,
    ...(https ? { "strict-transport-security": HSTS } : {}),
    "content-security-policy": BARE_POLICY,
  };
}

/** Adds the headers to every response, errors included. */
export function addSecurityHeaders(publicUrl: string | undefined) {
  const headers = Object.entries(securityHeaders(publicUrl));
  return createMiddleware<RequestEnv>(async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.header(name, value);
  });
}

/** JSON is always UTF-8; the character set is named for clients that look for one. */
export const nameCharset = createMiddleware<RequestEnv>(async (c, next) => {
  await next();
  if (c.res.headers.get("content-type") === "application/json")
    c.header("content-type", "application/json; charset=utf-8");
});
