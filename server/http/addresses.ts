import { createMiddleware } from "hono/factory";
import { refuse } from "../kernel/error-response.ts";
import type { RequestEnv } from "../kernel/request.ts";

const LONGEST_PATH = 4096; // far beyond any path of ours; what is longer is only ever a probe

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Paths that no route could mean are turned away before one tries to make sense of them. */
export const refuseBadAddresses = createMiddleware<RequestEnv>(async (c, next) => {
  const { pathname } = new URL(c.req.url);
  const path = decode(pathname);
  if (path === undefined) return refuse(c, "INVALID_QUERY", "The path can't be decoded.");
  // A doubled slash would be another name for the same page, and a way round limits that go by path; nothing of ours
  // has NUL in its name.
  if (pathname.includes("//") || path.includes("\0") || pathname.length > LONGEST_PATH)
    return refuse(c, "ROUTE_NOT_FOUND", "There is no such path.");
  return next();
});
