import { createMiddleware } from "hono/factory";
import { methodNotAllowed } from "../errors/errors.ts";
import { isApiPath } from "../errors/program-paths.ts";
import { answerError } from "../request/error-response.ts";
import { plainErrorPage } from "../request/plain-error-page.ts";
import type { RequestEnv } from "../request/request.ts";

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, SEARCH, OPTIONS";

/** TRACE would send back what came, with headers that a proxy on the way has added. */
export const refuseTrace = createMiddleware<RequestEnv>(async (c, next) => {
  if (c.env.incoming?.method !== "TRACE" && c.req.method !== "TRACE") return next();
  if (isApiPath(c.req.path)) return answerError(methodNotAllowed("TRACE", METHODS));
  return plainErrorPage(405, c.req.path, { allow: METHODS });
});
