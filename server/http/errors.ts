import type { ErrorHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { apiPath } from "./api-paths.ts";
import { plainErrorPage } from "./plain-error-page.ts";
import type { RequestContext, RequestEnv } from "./request.ts";

export type WireError = { message: string; extensions: { code: string } & Record<string, unknown> };

type KnownError = Error & { status: number; code: string; extensions?: Record<string, unknown> };

function isKnown(error: Error): error is KnownError {
  return (
    "status" in error && typeof error.status === "number" && "code" in error && typeof error.code === "string"
  );
}

export function answerErrors(
  status: number,
  errors: WireError[],
  headers: Record<string, string> = {},
): Response {
  return Response.json({ errors }, { status, headers: { "cache-control": "no-store", ...headers } });
}

export function answerError(
  status: number,
  code: string,
  message: string,
  more: Record<string, unknown> = {},
): Response {
  return answerErrors(status, [{ message, extensions: { ...more, code } }]);
}

export function routeNotFound(path: string): Response {
  return answerError(404, "ROUTE_NOT_FOUND", `Route ${path} doesn't exist.`, { path });
}

export function tooLarge(bytes: number): Response {
  const message = `The body is larger than the ${bytes} bytes allowed here.`;
  return answerError(413, "CONTENT_TOO_LARGE", message, { limit: bytes });
}

/** The one place where what was thrown becomes an answer. */
export const answerThrown: ErrorHandler<RequestEnv> = (error, c) => {
  if (isKnown(error)) return answerError(error.status, error.code, error.message, error.extensions);
  if (error instanceof HTTPException) return error.getResponse();
  c.get("log")?.error({ err: error }, "request failed");
  return refuse(c, 500, "INTERNAL_SERVER_ERROR", "An unexpected error occurred.");
};

/** The same refusal for a program (JSON) and for a person (a page). */
export function refuse(c: RequestContext, status: number, code: string, message: string): Response {
  if (apiPath(c.req.path)) return answerError(status, code, message);
  return plainErrorPage(status, c.req.path);
}
