import { ERROR_STATUS, type ErrorCode } from "../../contract/error-codes.ts";
import type { KeyScope } from "../../contract/people/api-keys.ts";
import type { WebhookEvent } from "../../contract/people/webhooks.ts";
import { type Message, textFor } from "../../contract/texts/text.ts";
import { englishOf, HttpError } from "../../shared/errors/http-error.ts";
import { messageFor } from "./messages.ts";
import { insteadOf } from "./program-paths.ts";

export { HttpError };

/** One of the content API's errors. */
export class ApiError extends HttpError<ErrorCode> {
  override name = "ApiError";

  constructor(
    code: ErrorCode,
    message: string | Message,
    extensions: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(code, ERROR_STATUS[code], message, extensions, headers);
  }
}

/** A message that begins as Directus writes it. People read only the reason. */
function after(beginning: string, reason: string | Message): string | Message {
  return typeof reason === "string"
    ? `${beginning} ${reason}`
    : { message: `${beginning} ${reason.message}`, text: reason.text };
}

/** Directus repeats the reason in the extensions; its clients show that one. */
export const invalidQuery = (reason: string) =>
  new ApiError("INVALID_QUERY", `Invalid query. ${reason}.`, { reason });

export function invalidPayload(reason: string | Message): ApiError {
  const message =
    typeof reason === "string" ? `Invalid payload. ${reason}.` : after("Invalid payload.", reason);
  return new ApiError("INVALID_PAYLOAD", message, { reason: englishOf(reason) });
}

export function forbiddenCollection(collection: string): ApiError {
  const reason = `You don't have permission to access collection "${collection}" or it does not exist. Queried in root.`;
  return new ApiError("FORBIDDEN", reason, { reason });
}

export function forbiddenField(field: string, collection: string, path: readonly string[] = []): ApiError {
  const place = path.length === 0 ? "root" : `"${path.join(".")}"`;
  const reason = `You don't have permission to access field "${field}" in collection "${collection}" or it does not exist. Queried in ${place}.`;
  return new ApiError("FORBIDDEN", reason, { reason });
}

export function forbiddenAction(action: string, collection: string): ApiError {
  const reason = `You don't have permission to perform "${action}" for collection "${collection}" or it does not exist.`;
  return new ApiError("FORBIDDEN", reason, { reason });
}

/** One wording for "not there" and "not yours". */
export const forbiddenItem = () => new ApiError("FORBIDDEN", messageFor("not_allowed"));

export function emailChangesElsewhere(): ApiError {
  const reason = `The email cannot be changed here: it is also what the person signs in with. Use POST /auth/change-email.`;
  return new ApiError("FORBIDDEN", reason, { reason, field: "email" });
}

export function failedValidation(field: string, type: string, requirement: string | Message): ApiError {
  const message = after(`Validation failed for field "${field}".`, requirement);
  return new ApiError("FAILED_VALIDATION", message, { field, path: [], type });
}

export function notUnique(collection: string, field: string, value: unknown): ApiError {
  const message = `Value "${value}" for field "${field}" in collection "${collection}" has to be unique.`;
  const text = textFor("not_unique", { value: String(value) });
  return new ApiError("RECORD_NOT_UNIQUE", { message, text }, { collection, field, value });
}

export function invalidForeignKey(collection: string, field: string, value: unknown): ApiError {
  const message = `Invalid foreign key. "${value}" in field "${field}" names nothing that exists.`;
  const text = textFor("unknown_reference", { value: String(value) });
  return new ApiError("INVALID_FOREIGN_KEY", { message, text }, { collection, field, value });
}

/** Another item refers to the one that was to be deleted. */
export function stillUsed(collection: string, field: string, value: unknown, reason: Message): ApiError {
  return new ApiError("INVALID_FOREIGN_KEY", reason, { collection, field, value, reason: reason.message });
}

/** Only people who exported a template may rate it. */
export const notExported = () => new ApiError("FORBIDDEN", messageFor("not_exported"));

export const crossOriginWrite = () => new ApiError("FORBIDDEN", messageFor("other_origin"));

export const invalidCredentials = () =>
  new ApiError("INVALID_CREDENTIALS", {
    message: "Invalid user credentials.",
    text: textFor("wrong_credentials"),
  });

/** The session that was shown has ended; the person can sign in again. */
export const sessionEnded = () => new ApiError("TOKEN_EXPIRED", messageFor("session_ended"));

/** Sent only to a client that has the token. */
export const tokenEnded = (endsAt: string) =>
  new ApiError("TOKEN_EXPIRED", `This access token ended on ${endsAt.slice(0, 10)}. Ask for a new one.`);
export const tokenRevoked = (revokedAt: string) =>
  new ApiError(
    "TOKEN_EXPIRED",
    `This access token was revoked on ${revokedAt.slice(0, 10)}. Ask for a new one.`,
  );

/** API keys of people say where a new one is made. */
export const unknownKey = () =>
  new ApiError(
    "INVALID_CREDENTIALS",
    'This API key doesn\'t exist. Check that it was copied completely, from "tc_" to its end.',
  );
/** Its app asks for another one, with a refresh token or by asking the person again. */
export const appRefused = () =>
  new ApiError("INVALID_CREDENTIALS", "This app's access has expired or was removed. Connect it again.");
export const keyExpired = (endsAt: string) =>
  new ApiError(
    "TOKEN_EXPIRED",
    `This API key expired on ${endsAt.slice(0, 10)}. Create a new one under Account, API keys.`,
  );
export const keyRevoked = (revokedAt: string) =>
  new ApiError(
    "TOKEN_EXPIRED",
    `This API key was revoked on ${revokedAt.slice(0, 10)}. Create a new one under Account, API keys.`,
  );
export const keyOwnerDisabled = () =>
  new ApiError("INVALID_CREDENTIALS", "The account that this API key belongs to is disabled.");
export const scopeMissing = (scope: KeyScope) =>
  new ApiError("FORBIDDEN", `This needs an API key with the scope "${scope}".`, { scope });
/** The key has the scope, and its owner was an operator once. */
export const scopeNeedsOperator = (scope: KeyScope) =>
  new ApiError("FORBIDDEN", `The scope "${scope}" is only for operators.`, { scope });
/** A key of this site for what is stored at another one. */
export const peopleElsewhere = (host: string) =>
  new ApiError("FORBIDDEN", `This site stores people at ${host}. Use an API key of that site.`);
export const eventNeedsOperator = (event: WebhookEvent) =>
  new ApiError("FORBIDDEN", `The event "${event}" is only for operators.`, { event });
/** No scope opens this. */
export const keyRefused = () =>
  new ApiError("FORBIDDEN", "API keys can't be used for this. Sign in instead.");

/** Proxy logs and browser histories store addresses. */
export const tokenInAddress = () =>
  invalidQuery(
    'access tokens in the address are not accepted, because logs would store them: send the token in the header "Authorization: Bearer …" and leave "access_token" out',
  );

/** For clients that expect a Directus, the message names the alternative. */
export function missingRoute(path: string): string {
  const instead = insteadOf(path);
  return `Route ${path} doesn't exist.${instead ? ` ${instead}` : ""}`;
}

export const routeNotFound = (path: string) => new ApiError("ROUTE_NOT_FOUND", missingRoute(path), { path });

export function methodNotAllowed(method: string, allowed: string): ApiError {
  return new ApiError(
    "METHOD_NOT_ALLOWED",
    `${method} is not allowed here. Allowed: ${allowed}.`,
    { allowed: allowed.split(", ") },
    { allow: allowed },
  );
}

export function contentTooLarge(limit: number): ApiError {
  return new ApiError("CONTENT_TOO_LARGE", messageFor("too_large", { limit }), {
    limit,
  });
}

export function tooManyValues(limit: number): ApiError {
  return new ApiError("CONTENT_TOO_LARGE", messageFor("too_many_values", { limit }), { limit });
}

/** Something else exists already or was changed in the meantime; `extensions` name it. */
export function conflict(message: Message, extensions: Record<string, unknown> = {}): ApiError {
  return new ApiError("CONFLICT", message, extensions);
}

export function preconditionFailed(reason: string | Message, current: unknown): ApiError {
  const message = after("Precondition failed.", reason);
  return new ApiError("PRECONDITION_FAILED", message, { reason: englishOf(reason), current });
}

export function requestsExceeded(retryAfterSeconds: number): ApiError {
  return new ApiError(
    "REQUESTS_EXCEEDED",
    messageFor("too_many_requests", { seconds: retryAfterSeconds }),
    { retry_after: retryAfterSeconds },
    { "retry-after": String(retryAfterSeconds) },
  );
}

/** A list counts as its length, and is refused as a whole. */
export function listExceeded(
  length: number,
  { max, windowMs }: { max: number; windowMs: number },
  retryAfterSeconds: number,
): ApiError {
  return new ApiError(
    "REQUESTS_EXCEEDED",
    `Too many items. A list counts as its length: at most ${max} are accepted in ${windowMs / 60_000} minutes, and this list has ${length}. Nothing was saved.`,
    { retry_after: retryAfterSeconds },
    { "retry-after": String(retryAfterSeconds) },
  );
}

export function serviceUnavailable(reason: string, retryAfterSeconds = 2): ApiError {
  return new ApiError(
    "SERVICE_UNAVAILABLE",
    `Service unavailable. ${reason}`,
    { reason },
    { "retry-after": String(retryAfterSeconds) },
  );
}

/** A content host that stores what people have gave no usable answer. */
export const hostSilent = () =>
  new ApiError("SERVICE_UNAVAILABLE", messageFor("host_silent"), {}, { "retry-after": "10" });
export const hostRefused = (reason: string) =>
  new ApiError("FORBIDDEN", messageFor("host_refused", { reason }));

/** Not 403, which means that an item doesn't exist or isn't this person's, and not 507, which is worth a retry. */
export function quotaExceeded(reason: Message, figures: Record<string, unknown>): ApiError {
  return new ApiError("QUOTA_EXCEEDED", reason, { reason: reason.message, ...figures });
}

export const insufficientStorage = (reason = "The server has no storage left.") =>
  new ApiError("INSUFFICIENT_STORAGE", `${reason} Nothing was changed. Try again later.`);

/** A problem that the operator can fix. It is printed in one line, without a stack, and the process exits with 1. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

export function startProblem(problem: string, remedy: string): StartProblem {
  return new StartProblem(`${problem} ${remedy}`.replace(/\s+/g, " "));
}

/** The message of a thrown value, which may be of any type. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error from Node or a database driver, or an empty string. */
export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
