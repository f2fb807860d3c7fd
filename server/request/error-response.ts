import type { ErrorHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import { isbot } from "isbot";
import { ERROR_STATUS, type ErrorCode } from "../../contract/error-codes.ts";
import { ApiError, HttpError } from "../errors/errors.ts";
import { isApiPath } from "../errors/program-paths.ts";
import { describeStatus, plainErrorPage } from "./plain-error-page.ts";
import type { RequestContext, RequestEnv } from "./request.ts";

export function answerError(error: HttpError): Response {
  const headers = { "cache-control": "no-store", ...error.headers };
  return Response.json(error.toBody(), { status: error.status, headers });
}

/** The only place where thrown errors become responses. */
export const answerThrown: ErrorHandler<RequestEnv> = (error, c) => {
  if (error instanceof HttpError) return answerError(error);
  if (error instanceof HTTPException) return error.getResponse();
  c.get("log").error({ err: error }, "request failed");
  return refuse(c, "INTERNAL_SERVER_ERROR", "An unexpected error occurred.");
};

/** Refuses a request of a program with JSON, and of a person with a page. */
export function refuse(c: RequestContext, code: ErrorCode, message: string): Response {
  if (isApiPath(c.req.path)) return answerError(new ApiError(code, message));
  return plainErrorPage(ERROR_STATUS[code], c.req.path);
}

/**
 * Replaces error pages for crawlers by the status and one line. Runs around all routes and middleware, so that it covers bad paths,
 * missing pages and thrown errors alike.
 */
export const answerCrawlersPlainly = createMiddleware<RequestEnv>(async (c, next) => {
  await next();
  const { status, headers } = c.res;
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  if (status < 400 || !isPage || !isbot(c.req.header("user-agent"))) return;
  const allow = headers.get("allow");
  c.res = undefined; // otherwise the headers of the page would stay
  c.res = new Response(`${status} ${describeStatus(status, c.req.path)}\n`, {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      ...(allow ? { allow } : {}),
    },
  });
});
