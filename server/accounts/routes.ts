import { z } from "zod";
import { LIBRARY_NAME_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "../../contract/limits.ts";
import { PASSKEY_NAME_MAX } from "../../contract/people/sign-in.ts";
import { localPath } from "../../shared/text/local-path.ts";
import { ACCOUNT_TRIES as TRIES } from "../limits/limits.ts";
import type { Limit } from "../limits/stored-limits.ts";
import { normaliseEmail } from "./email-address.ts";

export type Body = Record<string, unknown>;

/** What a limit can be about: the given email (or the signed-in person) and the client's address. */
type Requester = {
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
  limits?: (requester: Requester) => Limit[];
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
    if (!address) context.addIssue({ code: "custom", message: "is not an email address we can write to" });
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
/** As an app shows it ("123 456") or without the space. */
const code = z
  .string("must be text")
  .transform((given) => given.replace(/[\s-]/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "must have six digits"));
/** As shown ("k3f9d-x7m2p"), whatever the case and with or without the hyphen. */
const recoveryCode = z
  .string("must be text")
  .max(40, "is too long")
  .transform((given) => given.toLowerCase().replace(/[^a-z0-9]/g, ""))
  .transform((plain) => `${plain.slice(0, 5)}-${plain.slice(5)}`);
/** What the browser's part of WebAuthn gives; the accounts library checks it. */
const credential = z.looseObject({ id: z.string("must be text").min(1).max(1_400) }, "must be an object");
const passkeyName = z
  .string("must be text")
  .trim()
  .min(1, "is missing")
  .max(PASSKEY_NAME_MAX, `must have at most ${PASSKEY_NAME_MAX} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  .regex(/^[^\u0000-\u001f\u007f]*$/, "must not hold control characters");
const id = z.string("must be text").regex(/^[\w-]{1,64}$/, "is not an id");
/** Those who have no password must have signed in recently instead. */
const ownerProof = z.object({ password: anyPassword.optional() });
const rememberMe = z.boolean("must be true or false").optional();
const callbackURL = z
  .unknown()
  .transform((next) => localPath(next))
  .optional();

/** The sign-in page, in any language. */
const signInPage = z.string("must be text").regex(/^(?:\/[\w-]{2,8})?\/login$/, "is not the sign-in page");

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
    limits: (requester) => mailLimits("reset", requester),
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
    summary: "Send a link that verifies an email address",
    method: "POST",
    body: z.object({ email }),
    limits: (requester) => mailLimits("verify", requester),
  },
  "/auth/verify-email": {
    summary: "Verify an email address with such a link",
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
    summary: "Change the email address",
    method: "POST",
    hashes: true,
    body: z.object({ newEmail: email, password: anyPassword.optional() }),
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
    body: ownerProof,
    needsSession: true,
    limits: passwordLimits,
  },
  "/auth/two-factor/enable": {
    summary: "Begin to set up two-factor sign-in; gives the secret and the recovery codes",
    method: "POST",
    hashes: true,
    body: ownerProof,
    needsSession: true,
    limits: passwordLimits,
  },
  "/auth/two-factor/verify-totp": {
    summary: "Enter a code: the second step of a sign-in, or the last of setting it up",
    method: "POST",
    body: z.object({ code }),
    limits: codeLimits,
  },
  "/auth/two-factor/verify-backup-code": {
    summary: "Sign in with a recovery code in place of the code",
    method: "POST",
    body: z.object({ code: recoveryCode }),
    limits: codeLimits,
  },
  "/auth/two-factor/generate-backup-codes": {
    summary: "Make new recovery codes; the earlier ones end",
    method: "POST",
    hashes: true,
    body: ownerProof,
    needsSession: true,
    limits: passwordLimits,
  },
  "/auth/two-factor/disable": {
    summary: "Turn two-factor sign-in off",
    method: "POST",
    hashes: true,
    body: ownerProof,
    needsSession: true,
    limits: passwordLimits,
  },
  "/auth/passkey/generate-register-options": {
    summary: "What a device needs to make a passkey",
    method: "GET",
    needsSession: true,
    limits: passkeyLimits,
  },
  "/auth/passkey/verify-registration": {
    summary: "Add the passkey that a device has made",
    method: "POST",
    body: z.object({ response: credential, name: passkeyName }),
    needsSession: true,
    limits: passkeyLimits,
  },
  "/auth/passkey/generate-authenticate-options": {
    summary: "What a device needs to sign in with a passkey",
    method: "GET",
    limits: passkeyLimits,
  },
  "/auth/passkey/verify-authentication": {
    summary: "Sign in with a passkey; sets the session cookie",
    method: "POST",
    body: z.object({ response: credential }),
    limits: passkeyLimits,
  },
  /** Ours, as are the next: the library has one route for all issuers, which takes any address to return to. */
  "/auth/sign-in/issuer": {
    summary: "Begin to sign in with the OpenID Connect provider; gives the address there",
    method: "POST",
    body: z.object({ page: signInPage, next: callbackURL }),
    limits: issuerLimits,
  },
  "/auth/callback/oidc": {
    summary: "Where the OpenID Connect provider sends people back",
    method: "GET",
    query: ["code", "state", "iss", "error"],
    limits: issuerLimits,
  },
  "/auth/connect-issuer": {
    summary: "Begin to connect the OpenID Connect provider; gives the address there",
    method: "POST",
    body: z.object({}),
    needsSession: true,
    limits: issuerLimits,
  },
  "/auth/disconnect-issuer": {
    summary: "Disconnect the OpenID Connect provider",
    method: "POST",
    body: z.object({}),
    needsSession: true,
  },
  "/auth/set-password": {
    summary: "Set a password for an account without one",
    method: "POST",
    hashes: true,
    body: z.object({ newPassword }),
    needsSession: true,
    limits: passwordLimits,
  },
  /** Ours, as is the next: the library's own would also give out the keys. */
  "/auth/passkey/rename": {
    summary: "Rename a passkey",
    method: "POST",
    body: z.object({ id, name: passkeyName }),
    needsSession: true,
  },
  "/auth/passkey/remove": {
    summary: "Remove a passkey",
    method: "POST",
    body: z.object({ id }),
    needsSession: true,
  },
  "/auth/security": { summary: "Your ways to sign in", method: "GET", needsSession: true },
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
function signInLimits({ account, address, device }: Requester): Limit[] {
  if (device)
    return [{ about: ["sign-in on", account, device], ...TRIES.signInOnKnownDevice, afterSuccess: "clear" }];
  return [
    { about: ["sign-in", account, address], ...TRIES.signIn, afterSuccess: "clear" },
    { about: ["sign-in", address], ...TRIES.signInFailedByAddress, afterSuccess: "give back" },
    { about: ["sign-in from anywhere", account], ...TRIES.signInFromAnywhere, afterSuccess: "give back" },
  ];
}

function setupLimits({ address }: Requester): Limit[] {
  return [{ about: ["setup", address], ...TRIES.setupByAddress, afterSuccess: "give back" }];
}

function mailLimits(what: string, { account, address }: Requester): Limit[] {
  return [
    { about: [what, account, address], ...TRIES.mail, afterSuccess: "keep" },
    { about: [what, "from anywhere", account], ...TRIES.mailToAccount, afterSuccess: "keep" },
    { about: [what, "from", address], ...TRIES.mailByAddress, afterSuccess: "keep" },
  ];
}

/** Guesses are also counted by the accounts library, for each account: ten wrong codes close it for 15 minutes. */
function codeLimits({ address }: Requester): Limit[] {
  return [{ about: ["code", address], ...TRIES.codeByAddress, afterSuccess: "give back" }];
}

function passkeyLimits({ address }: Requester): Limit[] {
  return [{ about: ["passkey", address], ...TRIES.passkeyByAddress, afterSuccess: "keep" }];
}

function issuerLimits({ address }: Requester): Limit[] {
  return [{ about: ["issuer", address], ...TRIES.issuerByAddress, afterSuccess: "keep" }];
}

function passwordLimits({ account }: Requester): Limit[] {
  return [{ about: ["password", account], ...TRIES.password, afterSuccess: "clear" }];
}
