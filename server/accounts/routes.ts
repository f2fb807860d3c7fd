import { z } from "zod";
import { LIBRARY_NAME_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "../../contract/limits.ts";
import { localPath } from "../../shared/text/local-path.ts";
import { ACCOUNT_TRIES as TRIES } from "../limits/limits.ts";
import type { Limit } from "../limits/stored-limits.ts";
import { normaliseEmail } from "./email-address.ts";

export type Body = Record<string, unknown>;

/** What a limit can be about: the given e-mail (or the signed-in person) and the client's address. */
type Asker = {
  account: string;
  address: string;
  /** The name of this browser if it has signed in to the account before. */
  device?: string | undefined;
};

type Route = {
  method: "GET" | "POST";
  /** For /openapi.json. */
  summary: string;
  body?: z.ZodType<Body>;
  /** The query parameters that are passed on. */
  query?: string[];
  limits?: (asker: Asker) => Limit[];
  /** Only wrong setup links are counted, so that other people's guesses don't lock out the owner of the right one. */
  takesSetupLink?: true;
  /** The person signed in is the account that tries are counted for. */
  needsSession?: true;
  /** A browser that the account knows has tries of its own. */
  knowsDevices?: true;
  /** Takes the work of hashing a password, for which clients take turns. */
  hashes?: true;
  /** Neither the answer nor its timing reveals whether there is such an account. */
  hidesAccounts?: "always" | "with mail";
};

const email = z
  .string("must be text")
  .max(320, "is too long")
  .transform((given, context) => {
    const address = normaliseEmail(given);
    if (!address) context.addIssue({ code: "custom", message: "is not an e-mail address we can write to" });
    return address ?? "";
  });
const newPassword = z
  .string("must be text")
  .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`);
const anyPassword = z.string("must be text").min(1, "is missing").max(PASSWORD_MAX, "is too long");
const token = z
  .string("must be text")
  .min(1, "is missing")
  .max(2_000, "is too long")
  // PostgreSQL refuses some characters with an error; none of our tokens holds any.
  .regex(/^[\x21-\x7e]*$/, "is not one of ours");
const name = z
  .string("must be text")
  .trim()
  .min(1, "is missing")
  .max(NAME_MAX, `must have at most ${NAME_MAX} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  .regex(/^[^\u0000-\u001f\u007f]*$/, "must not hold control characters");
/** Set when the library is opened, and changed by operators later. */
export const libraryName = z
  .string("must be text")
  .trim()
  .min(1, "is missing")
  .max(LIBRARY_NAME_MAX, `must have at most ${LIBRARY_NAME_MAX} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  .regex(/^[^\u0000-\u001f\u007f]*$/, "must not hold control characters");
export const contactAddress = z.union([z.literal(""), email]);
/** Who opens the library: the signed-in person, or a new one, who gives the last three values. */
export const setupBody = z.object({
  token,
  libraryName,
  contactEmail: contactAddress,
  name: name.optional(),
  email: email.optional(),
  password: newPassword.optional(),
});
const rememberMe = z.boolean("must be true or false").optional();
const callbackURL = z
  .unknown()
  .transform((next) => localPath(next))
  .optional();

/**
 * Every route under /auth, by its exact path: what isn't here doesn't exist, and no other spelling of a path
 * (doubled slashes, encoded letters) leads past a limit.
 */
export const ROUTES: Record<string, Route> = {
  "/auth/sign-up/email": {
    summary: "Sign up; makes the profile",
    method: "POST",
    hashes: true,
    body: z.object({ name, email, password: newPassword, rememberMe, callbackURL }),
    limits: ({ account, address }) => [
      { about: ["sign-up", account, address], ...TRIES.signUp, afterSuccess: "keep" },
      { about: ["sign-up refused", address], ...TRIES.signUpRefusedByAddress, afterSuccess: "give back" },
      { about: ["sign-up", address], ...TRIES.signUpByAddress, afterSuccess: "keep" },
    ],
    hidesAccounts: "with mail",
  },
  "/auth/sign-in/email": {
    summary: "Sign in; sets the session cookie",
    method: "POST",
    hashes: true,
    body: z.object({ email, password: anyPassword, rememberMe, callbackURL }),
    limits: signInLimits,
    knowsDevices: true,
  },
  "/auth/sign-out": { summary: "Sign out", method: "POST" },
  "/auth/get-session": { summary: "The current session, or null", method: "GET" },
  "/auth/request-password-reset": {
    summary: "Send a link that resets the password",
    method: "POST",
    body: z.object({ email }),
    limits: (asker) => mailLimits("reset", asker),
    hidesAccounts: "always",
  },
  "/auth/reset-password": {
    summary: "Set a new password with such a link",
    method: "POST",
    hashes: true,
    body: z.object({ token, newPassword }),
    limits: ({ address }) => [
      { about: ["reset-password", address], ...TRIES.resetPasswordByAddress, afterSuccess: "give back" },
    ],
  },
  /** Ours: whether a link would still be taken. In a body, so that no log of addresses holds the token. */
  "/auth/check-reset-link": {
    summary: "Whether a reset link is still valid",
    method: "POST",
    body: z.object({ token }),
    limits: ({ address }) => [
      { about: ["check-reset-link", address], ...TRIES.resetPasswordByAddress, afterSuccess: "give back" },
    ],
  },
  /** Ours: the link that makes the first operator, looked at and used. */
  "/auth/check-setup-link": {
    summary: "What the setup link of a new library offers",
    method: "POST",
    body: z.object({ token }),
    limits: setupLimits,
    takesSetupLink: true,
  },
  "/auth/setup": {
    summary: "Open the library and make its first operator",
    method: "POST",
    hashes: true,
    body: setupBody,
    limits: setupLimits,
    takesSetupLink: true,
  },
  "/auth/send-verification-email": {
    summary: "Send a link that verifies an e-mail address",
    method: "POST",
    body: z.object({ email }),
    limits: (asker) => mailLimits("verify", asker),
  },
  "/auth/verify-email": {
    summary: "Verify an e-mail address with such a link",
    method: "GET",
    query: ["token"],
    limits: ({ address }) => [
      { about: ["verify-email", address], ...TRIES.verifyEmailByAddress, afterSuccess: "give back" },
    ],
  },
  "/auth/change-password": {
    summary: "Change the password; ends all other sessions",
    method: "POST",
    hashes: true,
    body: z
      .object({ currentPassword: anyPassword, newPassword })
      .transform((body) => ({ ...body, revokeOtherSessions: true })),
    needsSession: true,
    limits: passwordLimits,
  },
  "/auth/change-email": {
    summary: "Change the e-mail address",
    method: "POST",
    hashes: true,
    body: z.object({ newEmail: email, password: anyPassword }),
    needsSession: true,
    limits: passwordLimits,
  },
  /** Ours, not the library's: the password is shown again in an open session. */
  "/auth/confirm-password": {
    summary: "Enter the password again in an open session",
    method: "POST",
    hashes: true,
    body: z.object({ password: anyPassword }),
    needsSession: true,
    limits: passwordLimits,
  },
  "/auth/delete-user": {
    summary: "Delete the account with everything in it",
    method: "POST",
    hashes: true,
    body: z.object({ password: anyPassword }),
    needsSession: true,
    limits: passwordLimits,
  },
  "/auth/list-sessions": { summary: "List the sessions", method: "GET", needsSession: true },
  "/auth/revoke-session": {
    summary: "End one session",
    method: "POST",
    body: z.object({ token }),
    needsSession: true,
  },
  "/auth/revoke-other-sessions": { summary: "End all other sessions", method: "POST", needsSession: true },
  "/auth/revoke-sessions": { summary: "End all sessions", method: "POST", needsSession: true },
};

/** Only wrong passwords count: one that was right is given back. */
function signInLimits({ account, address, device }: Asker): Limit[] {
  if (device)
    return [{ about: ["sign-in on", account, device], ...TRIES.signInOnKnownDevice, afterSuccess: "clear" }];
  return [
    { about: ["sign-in", account, address], ...TRIES.signIn, afterSuccess: "clear" },
    { about: ["sign-in", address], ...TRIES.signInFailedByAddress, afterSuccess: "give back" },
    { about: ["sign-in from anywhere", account], ...TRIES.signInFromAnywhere, afterSuccess: "give back" },
  ];
}

function setupLimits({ address }: Asker): Limit[] {
  return [{ about: ["setup", address], ...TRIES.setupByAddress, afterSuccess: "give back" }];
}

function mailLimits(what: string, { account, address }: Asker): Limit[] {
  return [
    { about: [what, account, address], ...TRIES.mail, afterSuccess: "keep" },
    { about: [what, "from anywhere", account], ...TRIES.mailToAccount, afterSuccess: "keep" },
    { about: [what, "from", address], ...TRIES.mailByAddress, afterSuccess: "keep" },
  ];
}

function passwordLimits({ account }: Asker): Limit[] {
  return [{ about: ["password", account], ...TRIES.password, afterSuccess: "clear" }];
}
