import { createMiddleware } from "hono/factory";
import { answerError } from "../kernel/error-response.ts";
import { methodNotAllowed } from "../kernel/errors.ts";
import { plainErrorPage } from "../kernel/plain-error-page.ts";
import { isApiPath } from "../kernel/program-paths.ts";
import type { RequestEnv } from "../kernel/request.ts";

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, SEARCH, OPTIONS";

/** TRACE would send back what came, with headers that a proxy on the way has added. */
export const refuseTrace = createMiddleware<RequestEnv>(async (c, next) => {
  if (c.env.incoming?.method !== "TRACE" && c.req.method !== "TRACE") return next();
  if (isApiPath(c.req.path)) return answerError(methodNotAllowed("TRACE", METHODS));
  return plainErrorPage(405, c.req.path, { allow: METHODS });
});
