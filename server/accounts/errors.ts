import { z } from "zod";
import { MOST_PASSKEYS } from "../../contract/people/sign-in.ts";
import { type Message, textFor } from "../../contract/texts/text.ts";
import { HttpError, missingRoute, serviceUnavailable } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
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
export const notSignedIn = () => new AccountError("INVALID_CREDENTIALS", 401, messageFor("sign_in_first"));
export const wrongPassword = () => new AccountError("INVALID_PASSWORD", 400, messageFor("wrong_password"));
/** The code is the one the accounts library refuses such a link with. */
export const deadLink = () => new AccountError("INVALID_TOKEN", 400, messageFor("dead_link"));
/** The code makes the browser ask for the password and retry. */
export const passwordNeeded = () =>
  new AccountError(
    "PASSWORD_NEEDED",
    403,
    messageFor("password_needed", { minutes: RECENT_PASSWORD_MS / 60_000 }),
  );
/** For accounts without a password to enter. */
export const signInAgain = () => new AccountError("SESSION_EXPIRED", 403, messageFor("session_expired"));
/** The device's answer is not for this site, not from its owner, or too late. */
export const passkeyRefused = () => new AccountError("PASSKEY_REFUSED", 400, messageFor("passkey_refused"));
export const tooManyPasskeys = () =>
  new AccountError("TOO_MANY_PASSKEYS", 409, messageFor("too_many_passkeys", { limit: MOST_PASSKEYS }));
export const noSuchPasskey = () => new AccountError("PASSKEY_NOT_FOUND", 404, "There is no such passkey.");
/** Passkeys belong to an address, and the site has none of its own. */
export const noPasskeys = () =>
  new AccountError("NO_PASSKEYS", 400, "This site has no PUBLIC_URL, so it can't have passkeys.");
export const noIssuer = () => new AccountError("NO_ISSUER", 404, "This site has no OpenID Connect provider.");
export const issuerAway = (name: string) =>
  new AccountError("ISSUER_AWAY", 503, messageFor("issuer_away", { name }));
export const signUpWithIssuer = (name: string) =>
  new AccountError("SIGN_UP_CLOSED", 403, messageFor("sign_up_with_issuer", { name }));
/** Without it there would be no way to sign in. */
export const onlyWayIn = () => new AccountError("ONLY_WAY_IN", 409, messageFor("only_way_in"));
export const hasPasswordAlready = () =>
  new AccountError("HAS_PASSWORD", 409, "The account has a password; change it with /auth/change-password.");
export const addressTaken = () => new AccountError("EMAIL_TAKEN", 422, messageFor("address_taken"));

/** The same for every address: nothing was looked up. */
export const signUpClosed = (contactEmail?: string) =>
  new AccountError(
    "SIGN_UP_CLOSED",
    403,
    contactEmail === undefined
      ? messageFor("sign_up_closed")
      : messageFor("sign_up_closed_ask", { email: contactEmail }),
  );
/** The library would have no operator. */
export const lastOperator = () => new AccountError("LAST_OPERATOR", 409, messageFor("last_operator"));

/** The same for every address: nothing was looked up. */
export const noMail = (contactEmail?: string) =>
  new AccountError(
    "NO_MAIL",
    400,
    contactEmail === undefined ? messageFor("no_mail") : messageFor("no_mail_ask", { email: contactEmail }),
  );

export const notSentAsJson = () =>
  new AccountError("INVALID_PAYLOAD", 415, "Send JSON, with content-type application/json.");
export const notJson = () => new AccountError("INVALID_PAYLOAD", 400, "The body is not valid JSON.");
export const bodyTooLong = (max: number) =>
  new AccountError(
    "CONTENT_TOO_LARGE",
    413,
    `The request is too large: at most ${max} characters are accepted.`,
  );
export const bodyMisfit = (field: string, problem: string | undefined) =>
  new AccountError("FAILED_VALIDATION", 400, field ? `${field}: ${problem}` : "The body must be an object.");

export function tooManyTries(retryAfter: number): AccountError {
  const message =
    retryAfter < 60
      ? messageFor("too_many_tries_seconds", { seconds: retryAfter })
      : messageFor("too_many_tries_minutes", { minutes: Math.ceil(retryAfter / 60) });
  return new AccountError("REQUESTS_EXCEEDED", 429, message, {}, { "retry-after": String(retryAfter) });
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
  const refusal = answerError(new AccountError(code, answer.status, translatable(code, message)));
  for (const cookie of answer.headers.getSetCookie()) refusal.headers.append("set-cookie", cookie);
  return refusal;
}

/** Programs get the message of the accounts library; the texts for people are named after its codes. */
function translatable(code: string, message: string): string | Message {
  const key = LIBRARY_TEXTS.find((each) => each === code.toLowerCase());
  return key ? { message, text: textFor(key) } : message;
}

const LIBRARY_TEXTS = [
  "account_disabled",
  "account_temporarily_locked",
  "email_not_verified",
  "invalid_backup_code",
  "invalid_code",
  "invalid_email",
  "invalid_email_or_password",
  "invalid_password",
  "invalid_token",
  "invalid_two_factor_cookie",
  "password_too_long",
  "password_too_short",
  "session_expired",
  "too_many_attempts_request_new_code",
  "user_already_exists_use_another_email",
] as const;

const refusalBody = z.object({ code: z.string().optional(), message: z.string().optional() });

/** The error of the accounts library; undefined if its format is unknown. */
export async function readRefusal(answer: Response): Promise<{ code?: string; message?: string }> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return refusalBody.safeParse(body).data ?? {};
}
