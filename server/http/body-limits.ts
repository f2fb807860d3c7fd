import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MAX_BODY_BYTES, MAX_RENDER_BODY_BYTES, MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import { answerError } from "../kernel/error-response.ts";
import { contentTooLarge } from "../kernel/errors.ts";

const MULTIPART_BYTES = 64 * 1024; // what surrounds the picture in an upload

function limitFor(path: string): number {
  // A document holds the same pictures as the render of it.
  if (path.startsWith("/render/") || /^\/items\/documents(\/|$)/.test(path)) return MAX_RENDER_BODY_BYTES;
  if (path === "/files" || path.startsWith("/files/")) return MAX_UPLOAD_BYTES + MULTIPART_BYTES;
  return MAX_BODY_BYTES;
}

const MOST_DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * What is still on its way is read and thrown away, within reason: closing on a client that is still sending makes most of them
 * report a broken connection and never look at the answer. Says whether all of it has come.
 */
async function discard(body: ReadableStream<Uint8Array> | null, length: number): Promise<boolean> {
  if (length > MOST_DISCARDED_BYTES) return false;
  try {
    for await (const _part of body ?? []);
    return true;
  } catch {
    return false; // the client went away
  }
}

function refuseBody(limit: number, isAllRead: boolean): Response {
  const answer = answerError(contentTooLarge(limit));
  if (!isAllRead) answer.headers.set("connection", "close"); // nothing else can come over it
  return answer;
}

/** The longest body a path takes; anything longer is refused, at the latest when that much of it has come. */
export const limitBodies: MiddlewareHandler = async (c, next) => {
  const { method, path } = c.req;
  if (method === "GET" || method === "HEAD") return next();
  const limit = limitFor(path);
  const declared = c.req.header("content-length");
  if (declared === undefined)
    return bodyLimit({ maxSize: limit, onError: () => refuseBody(limit, false) })(c, next);
  if (Number(declared) <= limit) return next();
  return refuseBody(limit, await discard(c.req.raw.body, Number(declared)));
};
