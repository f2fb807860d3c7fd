import { createMiddleware } from "hono/factory";
import { BARE_POLICY } from "./content-policy.ts";
import type { RequestEnv } from "./request.ts";

const ALWAYS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
};

const HSTS = "max-age=31536000";

/** On every answer, errors included. A handler that sets a policy of its own keeps it. */
export function secureAnswers(publicUrl: string | undefined) {
  const https = publicUrl?.startsWith("https:") ?? false;
  return createMiddleware<RequestEnv>(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(ALWAYS)) c.header(name, value);
    if (https) c.header("strict-transport-security", HSTS);
    if (!c.res.headers.has("content-security-policy")) c.header("content-security-policy", BARE_POLICY);
  });
}
