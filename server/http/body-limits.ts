import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MAX_BODY_BYTES, MAX_RENDER_BODY_BYTES, MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { contentTooLarge } from "../content/errors.ts";
import { answerError } from "./errors.ts";

const MULTIPART_BYTES = 64 * 1024; // what surrounds the picture in an upload

function limitFor(path: string): number {
  // A document holds the same pictures as the render of it.
  if (path.startsWith("/render/") || /^\/items\/documents(\/|$)/.test(path)) return MAX_RENDER_BODY_BYTES;
  if (path === "/files" || path.startsWith("/files/")) return MAX_UPLOAD_BYTES + MULTIPART_BYTES;
  return MAX_BODY_BYTES;
}

function refuseBody(limit: number): Response {
  const answer = answerError(contentTooLarge(limit));
  // The rest of the body is still on its way, so nothing else can come over this connection.
  answer.headers.set("connection", "close");
  return answer;
}

/** The longest body a path takes; anything longer is refused as soon as that is known. */
export const limitBodies: MiddlewareHandler = (c, next) => {
  const { method, path } = c.req;
  if (method === "GET" || method === "HEAD") return next();
  const limit = limitFor(path);
  const declared = c.req.header("content-length");
  if (declared === undefined) return bodyLimit({ maxSize: limit, onError: () => refuseBody(limit) })(c, next);
  return Number(declared) > limit ? Promise.resolve(refuseBody(limit)) : next();
};
