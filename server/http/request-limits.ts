import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import {
  MAX_BODY_BYTES,
  MAX_BODY_VALUES,
  MAX_DRAFT_BODY_BYTES,
  MAX_DRAFT_BODY_VALUES,
  MAX_RENDER_BODY_BYTES,
  MAX_RENDER_BODY_VALUES,
  MAX_UPLOAD_BYTES,
} from "../../contract/limits.ts";
import { MAX_JOB_BODY_BYTES, MAX_JOB_BODY_VALUES } from "../../contract/rendering/jobs.ts";
import type { Collection } from "../content/collection.ts";
import { contentTooLarge, HttpError, methodNotAllowed } from "../errors/errors.ts";
import { isApiPath } from "../errors/program-paths.ts";
import type { ByteBudget, Hold } from "../limits/byte-budget.ts";
import { BODY_STEP_BYTES, LONGEST_PATH, MAX_DISCARDED_BYTES, MULTIPART_BYTES } from "../limits/limits.ts";
import { addressGroup } from "../limits/rate-limit.ts";
import { answerError, refuse } from "../request/error-response.ts";
import { plainErrorPage } from "../request/plain-error-page.ts";
import type { RequestEnv } from "../request/request.ts";

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const CONTROL = /\p{Cc}/u;

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, SEARCH, OPTIONS";

/** TRACE would send back the request, with headers that a proxy on the way has added. */
export const refuseTrace = createMiddleware<RequestEnv>(async (c, next) => {
  if (c.env.incoming?.method !== "TRACE" && c.req.method !== "TRACE") return next();
  if (isApiPath(c.req.path)) return answerError(methodNotAllowed("TRACE", METHODS));
  return plainErrorPage(405, c.req.path, { allow: METHODS });
});

/** Refuses paths that no route can have. */
export const refuseBadPaths = createMiddleware<RequestEnv>(async (c, next) => {
  const { pathname } = new URL(c.req.url);
  const path = decode(pathname);
  if (path === undefined) return refuse(c, "INVALID_QUERY", "The path can't be decoded.");
  // A doubled slash would be another name for the same page and would bypass limits by path; no path of ours has a control character,
  // and the router of the pages fails on some.
  if (pathname.includes("//") || CONTROL.test(path) || pathname.length > LONGEST_PATH)
    return refuse(c, "ROUTE_NOT_FOUND", "There is no such path.");
  return next();
});

type BodyLimit = { bytes: number; values: number };

function limitFor(path: string, collections: readonly Collection[]): BodyLimit {
  if (path === "/render/jobs") return { bytes: MAX_JOB_BODY_BYTES, values: MAX_JOB_BODY_VALUES };
  if (path === "/mcp" || path.startsWith("/render/"))
    return { bytes: MAX_RENDER_BODY_BYTES, values: MAX_RENDER_BODY_VALUES };
  if (path.startsWith("/drafts")) return { bytes: MAX_DRAFT_BODY_BYTES, values: MAX_DRAFT_BODY_VALUES };
  if (path === "/files" || path.startsWith("/files/"))
    return { bytes: MAX_UPLOAD_BYTES + MULTIPART_BYTES, values: MAX_BODY_VALUES };
  const [, name] = /^\/items\/([^/]+)/.exec(path) ?? [];
  const { maxBodyBytes: bytes = MAX_BODY_BYTES, maxBodyValues: values = MAX_BODY_VALUES } =
    collections.find((each) => each.name === name) ?? {};
  return { bytes, values };
}

/**
 * Reads and discards the rest of a body, up to a limit: most clients that are cut off while sending report a broken connection and never
 * read the response. Returns whether all of it was read.
 */
async function discard(body: ReadableStream<Uint8Array> | null, length: number): Promise<boolean> {
  if (length > MAX_DISCARDED_BYTES) return false;
  try {
    for await (const _part of body ?? []);
    return true;
  } catch {
    return false; // the client went away
  }
}

function refuseBody(error: HttpError, isAllRead: boolean): Response {
  const answer = answerError(error);
  if (!isAllRead) answer.headers.set("connection", "close"); // the connection can't be reused
  return answer;
}

/**
 * Refuses bodies that are longer than their path allows, at the latest when the limit is reached. Memory for large bodies is taken from a
 * budget before they are read, and released after the response. The number of values is limited where the body is parsed
 * (request/request.ts).
 */
export function limitBodies(
  collections: readonly Collection[],
  budget: ByteBudget,
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const { method, path } = c.req;
    if (method === "GET" || method === "HEAD") return next();
    const { bytes: limit, values } = limitFor(path, collections);
    c.set("maxValues", values);
    const declared = c.req.header("content-length");
    if (Number(declared) > limit)
      return refuseBody(contentTooLarge(limit), await discard(c.req.raw.body, Number(declared)));
    if (Number(declared) <= budget.freeBytes) return next();
    const holds: Hold[] = [];
    const take = async (bytes: number) =>
      void holds.push(await budget.take(addressGroup(c.get("clientAddress") ?? ""), bytes, c.req.raw));
    try {
      if (declared !== undefined) await take(Number(declared));
      else if (c.req.raw.body)
        c.req.raw = await receive(c.req.raw, c.req.raw.body, limit, take, budget.freeBytes);
    } catch (error) {
      for (const hold of holds) hold.release();
      if (error instanceof HttpError) return refuseBody(error, false);
      throw error;
    }
    try {
      await next();
    } finally {
      for (const hold of holds) hold.release();
    }
  };
}

/** Reads a body of unknown length, and takes memory from the budget as it grows. */
async function receive(
  request: Request,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  take: (bytes: number) => Promise<unknown>,
  freeBytes: number,
): Promise<Request> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let taken = freeBytes;
  // Not cancelled when it is refused: that would close the connection before the response.
  const reader = body.getReader();
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    parts.push(value);
    length += value.length;
    if (length > limit) throw contentTooLarge(limit);
    if (length <= taken) continue;
    await take(BODY_STEP_BYTES);
    taken += BODY_STEP_BYTES;
  }
  return new Request(request, { body: new Blob(parts) });
}
