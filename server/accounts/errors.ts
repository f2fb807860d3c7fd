import { z } from "zod";
import { HttpError, missingRoute, serviceUnavailable } from "../errors/errors.ts";
import { RECENT_PASSWORD_MS } from "../limits/limits.ts";
import { answerError } from "../request/error-response.ts";

/** A refusal in both shapes that callers of /auth know: the accounts library's own and the content API's. */
class AccountError extends HttpError {
  override name = "AccountError";

  override toBody() {
    return { code: this.code, message: this.message, ...super.toBody() };
  }
}

export const noSuchRoute = (path: string) =>
  new AccountError("ROUTE_NOT_FOUND", 404, missingRoute(path), { path });
export const notSignedIn = () => new AccountError("INVALID_CREDENTIALS", 401, "Sign in first.");
export const wrongPassword = () =>
  new AccountError("INVALID_PASSWORD", 400, "The current password is not right.");
/** The code is the one the accounts library refuses such a link with. */
export const deadLink = () =>
  new AccountError("INVALID_TOKEN", 400, "This link has been used, has ended or is none of ours.");
/** The code makes the browser ask for the password and retry. */
export const passwordNeeded = () =>
  new AccountError(
    "PASSWORD_NEEDED",
    403,
    `Enter your password again: for this change it must have been entered in the last ${RECENT_PASSWORD_MS / 60_000} minutes. Nothing was changed.`,
  );
export const addressTaken = () =>
  new AccountError("EMAIL_TAKEN", 422, "There is already an account with this e-mail address.");

/** The same for every address: nothing was looked up. */
export const signUpClosed = (contactEmail = "the operator of this library") =>
  new AccountError(
    "SIGN_UP_CLOSED",
    403,
    `Sign-up is closed at the moment. Ask ${contactEmail} for an account.`,
  );
/** The library would have no operator. */
export const lastOperator = () =>
  new AccountError("LAST_OPERATOR", 409, "This is the only operator. Make another person an operator first.");

/** The same for every address: nothing was looked up. */
export const noMail = (contactEmail = "its operator") =>
  new AccountError(
    "NO_MAIL",
    400,
    `This site sends no mail. Ask ${contactEmail} for a link to choose a new password.`,
  );

export const notSentAsJson = () =>
  new AccountError("INVALID_PAYLOAD", 415, "Send JSON, with content-type application/json.");
export const notJson = () => new AccountError("INVALID_PAYLOAD", 400, "The body is not valid JSON.");
export const bodyTooLong = (most: number) =>
  new AccountError(
    "CONTENT_TOO_LARGE",
    413,
    `The request is too large: at most ${most} characters are accepted.`,
  );
export const bodyMisfit = (field: string, problem: string | undefined) =>
  new AccountError("FAILED_VALIDATION", 400, field ? `${field}: ${problem}` : "The body must be an object.");

export function tooManyTries(retryAfter: number): AccountError {
  const message = `Too many tries. Try again in ${asWords(retryAfter)}.`;
  return new AccountError("REQUESTS_EXCEEDED", 429, message, {}, { "retry-after": String(retryAfter) });
}

function asWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60 ? `${seconds} seconds` : minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** The status of what the accounts library threw, such as "UNAUTHORIZED". */
export function libraryStatus(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
}

/** The accounts library fails by itself only when it can't reach the database, and hides that it was that. */
export const accountsUnavailable = () => serviceUnavailable("Accounts cannot be looked up right now.");

export const tooManyPasswords = () =>
  serviceUnavailable("Too many passwords are being checked at the moment. Try again in a few seconds.", 5);

/** The response of the accounts library: an error always has a body, and nothing is cached. */
export async function finishAnswer(answer: Response): Promise<Response> {
  if (answer.status >= 500) throw accountsUnavailable();
  if (answer.ok || (answer.status >= 300 && answer.status < 400)) {
    answer.headers.set("cache-control", "no-store");
    return answer;
  }
  const { code = "INVALID_PAYLOAD", message = "The request was refused." } = await readRefusal(answer);
  const refusal = answerError(new AccountError(code, answer.status, message));
  for (const cookie of answer.headers.getSetCookie()) refusal.headers.append("set-cookie", cookie);
  return refusal;
}

const refusalBody = z.object({ code: z.string().optional(), message: z.string().optional() });

/** The error of the accounts library; undefined if its format is unknown. */
export async function readRefusal(answer: Response): Promise<{ code?: string; message?: string }> {
  const said: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return refusalBody.safeParse(said).data ?? {};
}
