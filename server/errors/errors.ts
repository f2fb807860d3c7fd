import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorEntry } from "../../contract/error-codes.ts";
import { insteadOf } from "./program-paths.ts";

/** What a request did wrong, or what stands in its way, with the status, code, words and headers its answer carries. */
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

/** Something else leads to what was to be deleted. */
export function stillUsed(collection: string, field: string, value: unknown, reason: string): ApiError {
  return new ApiError("INVALID_FOREIGN_KEY", reason, { collection, field, value, reason });
}

/** Only who has used a template may say how it was. */
export const notExported = () =>
  new ApiError("FORBIDDEN", "Only who has exported this template while signed in may rate it.");

export const crossOriginWrite = () =>
  new ApiError("FORBIDDEN", "Writes from pages of another origin are not allowed.");

export const invalidCredentials = () => new ApiError("INVALID_CREDENTIALS", "Invalid user credentials.");

/** The session that was shown has ended; the person can sign in again. */
export const sessionEnded = () => new ApiError("TOKEN_EXPIRED", "Your session has ended. Sign in again.");

/** Only whoever holds the token learns this. */
export const tokenEnded = (endsAt: string) =>
  new ApiError("TOKEN_EXPIRED", `This access token ended on ${endsAt.slice(0, 10)}. Ask for a new one.`);
export const tokenRevoked = (revokedAt: string) =>
  new ApiError(
    "TOKEN_EXPIRED",
    `This access token was revoked on ${revokedAt.slice(0, 10)}. Ask for a new one.`,
  );

/** Logs of proxies and the history of browsers keep addresses. */
export const tokenInAddress = () =>
  invalidQuery(
    'an access token is not taken from the address, where logs would keep it: send it in the header "Authorization: Bearer …" and leave "access_token" out',
  );

/** Whoever expects a Directus is told what there is instead. */
export function missingRoute(path: string): string {
  const instead = insteadOf(path);
  return `Route ${path} doesn't exist.${instead ? ` ${instead}` : ""}`;
}

export const routeNotFound = (path: string) => new ApiError("ROUTE_NOT_FOUND", missingRoute(path), { path });

export function methodNotAllowed(method: string, allowed: string): ApiError {
  return new ApiError(
    "METHOD_NOT_ALLOWED",
    `${method} is not allowed here; there are ${allowed}.`,
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

/** Something else is there already, or has come in between; `extensions` name it. */
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

/** A list counts as its length. It is refused as a whole, so that its sender knows what was kept: nothing. */
export function listExceeded(
  length: number,
  { most, windowMs }: { most: number; windowMs: number },
  retryAfterSeconds: number,
): ApiError {
  return new ApiError(
    "REQUESTS_EXCEEDED",
    `Too many at once. A list counts as its length: at most ${most} are taken in ${windowMs / 60_000} minutes, these were ${length}. Nothing was kept.`,
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

/** Not 403, which says that something is not there or not this person's, and not 507, which is worth trying again. */
export function quotaExceeded(
  kind: "documents" | "pictures" | "drafts" | "senders",
  reason: string,
  figures: Record<string, unknown>,
): ApiError {
  const message = `${reason}. Nothing was changed and nothing is lost; delete some ${kind} to make room.`;
  return new ApiError("QUOTA_EXCEEDED", message, { reason, ...figures });
}

export const insufficientStorage = (reason = "The server has no room left.") =>
  new ApiError("INSUFFICIENT_STORAGE", `${reason} Nothing was changed; try again later.`);
/** Something the operator can mend. Told in one line, without a stack, and the process ends with 1. */
export class StartProblem extends Error {
  override name = "StartProblem";
}

export function startProblem(problem: string, remedy: string): StartProblem {
  return new StartProblem(`${problem} ${remedy}`.replace(/\s+/g, " "));
}

/** What was thrown, in its own words; anything can be thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code that Node and the databases' drivers give their errors; empty when there is none. */
export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  return typeof code === "string" ? code : "";
}
