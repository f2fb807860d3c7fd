import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { ERROR_STATUS, type ErrorCode } from "../../contract/error-codes.ts";
import { ApiError, HttpError } from "./errors.ts";
import { plainErrorPage } from "./plain-error-page.ts";
import type { RequestContext, RequestEnv } from "./request.ts";

// First segments that belong to programs: under them an unknown path is answered in JSON, never with a page.
const API_SEGMENTS = new Set([
  "assets",
  "auth",
  "builds",
  "files",
  "health",
  "icons",
  "items",
  "metrics",
  "openapi.json",
  "ready",
  "render",
  "shares",
]);

export function isApiPath(path: string): boolean {
  return API_SEGMENTS.has(path.split("/", 2)[1] ?? "");
}

export function answerError(error: HttpError): Response {
  const headers = { "cache-control": "no-store", ...error.headers };
  return Response.json(error.toBody(), { status: error.status, headers });
}

/** The one place where what was thrown becomes an answer. */
export const answerThrown: ErrorHandler<RequestEnv> = (error, c) => {
  if (error instanceof HttpError) return answerError(error);
  if (error instanceof HTTPException) return error.getResponse();
  c.get("log").error({ err: error }, "request failed");
  return refuse(c, "INTERNAL_SERVER_ERROR", "An unexpected error occurred.");
};

/** The same refusal for a program (JSON) and for a person (a page). */
export function refuse(c: RequestContext, code: ErrorCode, message: string): Response {
  if (isApiPath(c.req.path)) return answerError(new ApiError(code, message));
  return plainErrorPage(ERROR_STATUS[code], c.req.path);
}
