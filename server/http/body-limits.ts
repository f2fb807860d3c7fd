import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MAX_BODY_BYTES, MAX_RENDER_BODY_BYTES, MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { contentTooLarge } from "../content/errors.ts";
import { answerError } from "./errors.ts";

const MULTIPART_BYTES = 64 * 1024; // what surrounds the picture in an upload

const LIMITS: [prefix: string, bytes: number][] = [
  ["/render", MAX_RENDER_BODY_BYTES],
  ["/files", MAX_UPLOAD_BYTES + MULTIPART_BYTES],
  ["/", MAX_BODY_BYTES],
];

/** The longest body a path takes; anything longer is refused as soon as that is known. */
export function limitBodies(): MiddlewareHandler {
  const limiters = LIMITS.map(([prefix, maxSize]) => {
    return { prefix, limit: bodyLimit({ maxSize, onError: () => answerError(contentTooLarge(maxSize)) }) };
  });
  return (c, next) => {
    // Most requests are reads; asking them for their body would cost more than answering them.
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const fitting = limiters.find(({ prefix }) => c.req.path.startsWith(prefix));
    return fitting ? fitting.limit(c, next) : next();
  };
}
