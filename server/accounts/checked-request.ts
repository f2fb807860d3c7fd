import type { Viewer } from "../request/viewer.ts";
import type { Body } from "./routes.ts";

/** A request that was checked and counted, with the request that is passed on to the accounts library. */
export type CheckedRequest = { path: string; body: Body; viewer: Viewer; request: Request };

export type Handler = (checked: CheckedRequest) => Promise<Response>;

export function userOf({ viewer }: CheckedRequest): string {
  return viewer.role === "visitor" ? "" : (viewer.userId ?? "");
}

export function sessionOf({ viewer }: CheckedRequest): string {
  return viewer.role === "visitor" ? "" : (viewer.sessionId ?? "");
}

export function signedOf(checked: CheckedRequest): { userId: string; sessionId: string } {
  return { userId: userOf(checked), sessionId: sessionOf(checked) };
}

/** The same request to the accounts library with another body, and perhaps at another path. */
export function requestWith(request: Request, body: Body, path = new URL(request.url).pathname): Request {
  return new Request(new URL(path, request.url), {
    method: "POST",
    headers: request.headers,
    body: JSON.stringify(body),
  });
}
