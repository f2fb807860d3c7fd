import type { z } from "zod";
import { serviceUnavailable } from "../kernel/errors.ts";

const MAX_BODY_CHARACTERS = 16_384; // a name, an address and two passwords, many times over

/** A refusal in both shapes that callers of /auth know: the accounts library's own and the content API's. */
export function refuse(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { code, message, errors: [{ message, extensions: { code } }] },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
}

export const noSuchRoute = (path: string) => refuse(404, "ROUTE_NOT_FOUND", `Route ${path} doesn't exist.`);
export const crossOrigin = () =>
  refuse(403, "FORBIDDEN", "Writes from pages of another origin are not allowed.");
export const notSignedIn = () => refuse(401, "INVALID_CREDENTIALS", "Sign in first.");
export const wrongPassword = () => refuse(400, "INVALID_PASSWORD", "The current password is not right.");
export const addressTaken = () =>
  refuse(422, "EMAIL_TAKEN", "There is already an account with this e-mail address.");

export function tooManyTries(retryAfter: number): Response {
  const message = `Too many tries. Try again in ${asWords(retryAfter)}.`;
  return refuse(429, "REQUESTS_EXCEEDED", message, { "retry-after": String(retryAfter) });
}

function asWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? `${seconds} seconds` : minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** The accounts library fails by itself only when it can't reach the database, and hides that it was that. */
export const accountsAway = () => serviceUnavailable("Accounts cannot be looked up right now.");

/** The answer of the accounts library: never empty when it refuses, never kept by a cache. */
export async function finishAnswer(answer: Response): Promise<Response> {
  if (answer.status >= 500) throw accountsAway();
  if (answer.ok || (answer.status >= 300 && answer.status < 400)) {
    answer.headers.set("cache-control", "no-store");
    return answer;
  }
  const said = (await answer.json().catch(() => undefined)) as
    | { code?: string; message?: string }
    | undefined;
  const refusal = refuse(
    answer.status,
    said?.code ?? "INVALID_PAYLOAD",
    said?.message ?? "The request was refused.",
  );
  for (const cookie of answer.headers.getSetCookie()) refusal.headers.append("set-cookie", cookie);
  return refusal;
}

/** The body as its schema wants it, or what to answer instead. */
export async function readBody<Body>(request: Request, schema: z.ZodType<Body>): Promise<Body | Response> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? ""))
    return refuse(415, "INVALID_PAYLOAD", "Send JSON, with content-type application/json.");
  const text = await request.text();
  if (text.length > MAX_BODY_CHARACTERS)
    return refuse(
      413,
      "CONTENT_TOO_LARGE",
      `The request is too large: at most ${MAX_BODY_CHARACTERS} characters are accepted.`,
    );
  let json: unknown;
  try {
    json = JSON.parse(text || "{}");
  } catch {
    return refuse(400, "INVALID_PAYLOAD", "The body is not valid JSON.");
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const problem = read.error.issues[0];
  const field = problem?.path.join(".");
  return refuse(
    400,
    "FAILED_VALIDATION",
    field ? `${field}: ${problem?.message}` : "The body must be an object.",
  );
}
