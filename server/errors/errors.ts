import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorEntry } from "../../contract/error-codes.ts";
import { insteadOf } from "./program-paths.ts";

/** A request that can't be answered, with the status, code, message and headers of the response. */
export class HttpError<Code extends string = string> extends Error {
  override name = "HttpError";
  readonly code: Code;
  readonly status: number;
  readonly extensions: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: Code,
    status: number,
    message: string,
    extensions: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.extensions = extensions;
    this.headers = headers;
  }

  toErrors(): ErrorEntry[] {
    return [{ message: this.message, extensions: { ...this.extensions, code: this.code } }];
  }

  toBody(): ErrorBody {
    return { errors: this.toErrors() };
  }
}

/** One of the content API's errors. */
export class ApiError extends HttpError<ErrorCode> {
  override name = "ApiError";

  constructor(
    code: ErrorCode,
    message: string,
    extensions: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(code, ERROR_STATUS[code], message, extensions, headers);
  }
}

/** Directus repeats the reason in the extensions; its clients show that one. */
function withReason(code: ErrorCode, prefix: string, reason: string, extensions = {}): ApiError {
  return new ApiError(code, `${prefix}${reason}.`, { reason, ...extensions });
}

export const invalidQuery = (reason: string) => withReason("INVALID_QUERY", "Invalid query. ", reason);
export const invalidPayload = (reason: string) => withReason("INVALID_PAYLOAD", "Invalid payload. ", reason);

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
export const forbiddenItem = () => new ApiError("FORBIDDEN", "You don't have permission to access this.");

export function emailChangesElsewhere(): ApiError {
  const reason = `The e-mail cannot be changed here: it is also what the person signs in with. Use POST /auth/change-email.`;
  return new ApiError("FORBIDDEN", reason, { reason, field: "email" });
}

export function failedValidation(field: string, type: string, requirement: string): ApiError {
  return new ApiError("FAILED_VALIDATION", `Validation failed for field "${field}". ${requirement}`, {
    field,
    path: [],
    type,
  });
}

export function notUnique(collection: string, field: string, value: unknown): ApiError {
  return new ApiError(
    "RECORD_NOT_UNIQUE",
    `Value "${value}" for field "${field}" in collection "${collection}" has to be unique.`,
    { collection, field, value },
  );
}

export function invalidForeignKey(collection: string, field: string, value: unknown): ApiError {
  return new ApiError(
    "INVALID_FOREIGN_KEY",
    `Invalid foreign key. "${value}" in field "${field}" names nothing that exists.`,
    {
      collection,
      field,
      value,
    },
  );
}

/** Another item refers to the one that was to be deleted. */
export function stillUsed(collection: string, field: string, value: unknown, reason: string): ApiError {
  return new ApiError("INVALID_FOREIGN_KEY", reason, { collection, field, value, reason });
}

/** Only people who exported a template may rate it. */
export const notExported = () =>
  new ApiError("FORBIDDEN", "You can rate a template after you have exported a document made with it.");

export const crossOriginWrite = () =>
  new ApiError("FORBIDDEN", "Writes from pages of another origin are not allowed.");

export const invalidCredentials = () => new ApiError("INVALID_CREDENTIALS", "Invalid user credentials.");

/** The session that was shown has ended; the person can sign in again. */
export const sessionEnded = () => new ApiError("TOKEN_EXPIRED", "Your session has ended. Sign in again.");

/** Sent only to a client that has the token. */
export const tokenEnded = (endsAt: string) =>
  new ApiError("TOKEN_EXPIRED", `This access token ended on ${endsAt.slice(0, 10)}. Ask for a new one.`);
export const tokenRevoked = (revokedAt: string) =>
  new ApiError(
    "TOKEN_EXPIRED",
    `This access token was revoked on ${revokedAt.slice(0, 10)}. Ask for a new one.`,
  );

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
  return new ApiError("CONTENT_TOO_LARGE", `The request is too large: at most ${limit} bytes are accepted.`, {
    limit,
  });
}

export function tooManyValues(limit: number): ApiError {
  return new ApiError(
    "CONTENT_TOO_LARGE",
    `The request holds too many values: at most ${limit} are accepted, counting each text, number, list and object.`,
    { limit },
  );
}

/** Something else exists already or was changed in the meantime; `extensions` name it. */
export function conflict(message: string, extensions: Record<string, unknown> = {}): ApiError {
  return new ApiError("CONFLICT", message, extensions);
}

export function preconditionFailed(reason: string, current: unknown): ApiError {
  return new ApiError("PRECONDITION_FAILED", `Precondition failed. ${reason}`, { reason, current });
}

export function requestsExceeded(retryAfterSeconds: number): ApiError {
  return new ApiError(
    "REQUESTS_EXCEEDED",
    `Too many requests. Try again in ${retryAfterSeconds} s.`,
    { retry_after: retryAfterSeconds },
    { "retry-after": String(retryAfterSeconds) },
  );
}

/** A list counts as its length, and is refused as a whole. */
export function listExceeded(
  length: number,
  { most, windowMs }: { most: number; windowMs: number },
  retryAfterSeconds: number,
): ApiError {
  return new ApiError(
    "REQUESTS_EXCEEDED",
    `Too many items. A list counts as its length: at most ${most} are accepted in ${windowMs / 60_000} minutes, and this list has ${length}. Nothing was saved.`,
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

/** Not 403, which means that an item doesn't exist or isn't this person's, and not 507, which is worth a retry. */
export function quotaExceeded(
  kind: "documents" | "pictures" | "drafts" | "senders",
  reason: string,
  figures: Record<string, unknown>,
): ApiError {
  const message = `${reason}. Nothing was changed or lost. Delete some ${kind} and try again.`;
  return new ApiError("QUOTA_EXCEEDED", message, { reason, ...figures });
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
