import { randomInt } from "node:crypto";
import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { genericOAuth, twoFactor } from "better-auth/plugins";
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "../../contract/limits.ts";
import { APP_DAYS, APP_SCOPES } from "../../contract/people/apps.ts";
import type { Database } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import type { Log } from "../log/logging.ts";
import { requestLanguage } from "../request/request-language.ts";
import { hashOf } from "./access-tokens.ts";
import { type AccountMails, LINK_LIFE_SECONDS } from "./account-mails.ts";
import { APP_TOKEN } from "./apps.ts";
import { deletePerson, endOldestSessions, hasSessions, recordNewPassword } from "./changes.ts";
import { normaliseEmail } from "./email-address.ts";
import { CONNECTING_HEADER, ISSUER, type IssuerSettings } from "./issuer-settings.ts";
import { storeLanguage } from "./language.ts";
import { notePasskeyUse } from "./passkeys.ts";
import { forgetResetLinks, hashIdentifier } from "./reset-links.ts";
import { methodOf } from "./sign-in-methods.ts";

/** Set by us on every request that is passed on, and never taken from the client. */
export const ADDRESS_HEADER = "x-typecase-address";
export const SESSION_SECONDS = 60 * 60 * 24 * 30;
const SESSION_RENEWED_AFTER_SECONDS = 60 * 60 * 24;
const RECOVERY_CODES = 10;
/** Without characters that look like others. */
const RECOVERY_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

export type Auth = Awaited<ReturnType<typeof createAuth>>;

/** The accounts library on our database. Constructed after migrating: it looks at the tables. */
export async function createAuth(options: {
  database: Database;
  log: Log;
  secret: string;
  origin: string;
  /** With a mail server addresses are verified before an account can be used. */
  verifies: boolean;
  /** Beyond it a sign-in ends the session that was used longest ago. */
  maxSessions: number;
  mails: Omit<AccountMails, "emailChanged">;
  isSignUpClosed(): boolean;
  /** Only for the requests that involve the issuer: see issuer.ts. */
  issuer?: IssuerSettings;
  /** Passkeys belong to an address. Without one, their code isn't loaded: a third of a megabyte for each start. */
  hasPasskeys: boolean;
  /** Where apps may connect to accounts: their access tokens need an address that can't be read on the way. */
  hasApps?: boolean;
}) {
  const { database, log, secret, origin, verifies, maxSessions, mails, isSignUpClosed } = options;
  const { issuer, hasPasskeys, hasApps } = options;
  return betterAuth({
    appName: "typecase",
    baseURL: origin,
    basePath: "/auth",
    secret,
    trustedOrigins: [origin],
    // No transactions: the library would hash passwords inside them, and SQLite has one connection.
    // What that could leave half-made is removed by `removeExpired`.
    database: { db: database.db, type: database.dialect, transaction: false },
    telemetry: { enabled: false },
    logger: {
      level: "error",
      log: (_level, message, ...details) => {
        const cause = details.find((detail) => detail instanceof Error);
        log.error({ from: "accounts", error: cause?.message }, message);
      },
    },
    // Failures of the database leave as they came, for the one place that turns errors into answers.
    onAPIError: { throw: true },
    // Our limits run first (routes.ts): the library's own know only the address, not the account.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: "typecase",
      useSecureCookies: origin.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    user: {
      modelName: "auth_user",
      additionalFields: {
        role: { type: "string", required: false, defaultValue: "person", input: false },
        disabledAt: { type: "string", required: false, input: false },
      },
      changeEmail: { enabled: true },
      // The rows deleted one table after the other are gone by then: everything is deleted at once, with the
      // log entry.
      deleteUser: {
        enabled: true,
        beforeDelete: async ({ id }) => {
          await deletePerson(database, id, { kind: "person", id });
        },
      },
    },
    session: {
      modelName: "auth_session",
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWED_AFTER_SECONDS,
      // What needs a recent sign-in is decided in recent-password.ts.
      freshAge: 0,
      additionalFields: { signedInWith: { type: "string", required: false, input: false } },
    },
    account: {
      modelName: "auth_account",
      updateAccountOnSignIn: false,
      accountLinking: {
        allowDifferentEmails: true,
        // Without a session, accounts are connected only if both sides have verified the address (the library's default). Someone
        // who is signed in may connect any identity, so there the issuer needs to verify nothing.
        trustedProviders: (request) => (request?.headers.get(CONNECTING_HEADER) ? [ISSUER] : []),
      },
    },
    verification: {
      modelName: "auth_verification",
      storeIdentifier: { hash: async (identifier) => hashIdentifier(identifier) },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      requireEmailVerification: verifies,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_LIFE_SECONDS,
      sendResetPassword: ({ user, token }, request) => mails.reset(recipient(user, request), token),
      onExistingUserSignUp: ({ user }, request) => mails.alreadyHere(recipient(user, request)),
      onPasswordReset: async ({ user }) => {
        await forgetResetLinks(database, user.id);
        // They end right after this.
        await recordNewPassword(database.db, user.id, await hasSessions(database, user.id));
        // Opening a mailed link proves that the address belongs to the person.
        if (verifies) await markVerified(database, user.id);
      },
    },
    emailVerification: verifies
      ? {
          sendOnSignUp: true,
          sendOnSignIn: true,
          expiresIn: LINK_LIFE_SECONDS,
          sendVerificationEmail: ({ user, token }, request) => mails.verify(recipient(user, request), token),
        }
      : {},
    plugins: [
      issuer ? openIdConnect(issuer) : { id: "no-issuer" },
      hasApps ? await connectApps(origin) : { id: "no-apps" },
      twoFactor({
        twoFactorTable: "auth_two_factor",
        // Accounts that were made with an issuer have no password; handlers.ts asks them to have signed in recently.
        allowPasswordless: true,
        backupCodeOptions: { storeBackupCodes: "encrypted", customBackupCodesGenerate: makeRecoveryCodes },
      }),
      hasPasskeys ? await signInWithPasskeys(database, origin) : { id: "no-passkeys" },
    ],
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            if (context?.path === ISSUER_CALLBACK) return { data: acceptNewcomer(user, isSignUpClosed()) };
          },
          after: ({ id }, context) =>
            storeLanguage(database.db, id, requestLanguage(context?.request?.headers)),
        },
      },
      // Its tokens would open other doors than ours, and nothing here needs them.
      account: {
        create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
      session: {
        create: {
          before: async (session, context) => {
            const { disabledAt } = await database.db
              .selectFrom("auth_user")
              .select("disabledAt")
              .where("id", "=", session.userId)
              .executeTakeFirstOrThrow();
            if (disabledAt !== null)
              throw new APIError("FORBIDDEN", {
                code: "ACCOUNT_DISABLED",
                message: "This account has been disabled. Contact the operator of this site.",
              });
            const before = context?.context.session?.session.signedInWith;
            return { data: { ...session, signedInWith: methodOf(context?.path, before) } };
          },
          after: ({ userId }) => endOldestSessions(database, userId, maxSessions),
        },
      },
    },
  });
}

export const CONSENT_PAGE = "/dashboard/connect";
const ISSUER_CALLBACK = "/callback/:id";
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null, scope: null };

function openIdConnect({ discoveryUrl, clientId, clientSecret }: IssuerSettings) {
  const scopes = ["openid", "email", "profile"];
  const provider = { providerId: ISSUER, discoveryUrl, clientId, clientSecret, scopes };
  return genericOAuth({ config: [{ ...provider, requireIdTokenVerification: true }] });
}

/** A passkey takes the place of password and code, so the device must have checked who uses it. */
async function signInWithPasskeys(database: Database, origin: string) {
  const { passkey } = await import("@better-auth/passkey");
  return passkey({
    rpID: new URL(origin).hostname,
    origin,
    schema: { passkey: { modelName: "auth_passkey" } },
    advanced: { webAuthnChallengeCookie: "passkey" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: ({ verification }) => {
        requireUserVerified(verification.registrationInfo?.userVerified);
      },
    },
    authentication: {
      afterVerification: async ({ verification, clientData }) => {
        requireUserVerified(verification.authenticationInfo.userVerified);
        await notePasskeyUse(database, clientData.id);
      },
    },
  });
}

/**
 * Apps that act for people, by OAuth 2.1. Access tokens are opaque and looked up with every request, so that they end at once. The page
 * that asks for consent also asks those who aren't signed in to sign in.
 */
async function connectApps(origin: string) {
  const { mcp } = await import("@better-auth/mcp");
  const scopes = [...APP_SCOPES, "offline_access"];
  const model = (name: string) => ({ modelName: `auth_oauth_${name}` });
  return mcp({
    resource: `${origin}/mcp`,
    loginPage: CONSENT_PAGE,
    consentPage: CONSENT_PAGE,
    scopes,
    disableJwtPlugin: true,
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    grantTypes: ["authorization_code", "refresh_token"],
    clientPrivileges: () => false,
    resourcePrivileges: () => false,
    refreshTokenExpiresIn: APP_DAYS * 24 * 60 * 60,
    storeTokens: { hash: async (token) => hashOf(token) },
    prefix: { opaqueAccessToken: APP_TOKEN, refreshToken: "tcr_", clientSecret: "tcs_" },
    schema: {
      oauthClient: model("client"),
      oauthResource: model("resource"),
      oauthClientResource: model("client_resource"),
      oauthRefreshToken: model("refresh_token"),
      oauthAccessToken: model("access_token"),
      oauthConsent: model("consent"),
      oauthClientAssertion: model("client_assertion"),
    },
  });
}

type Newcomer = { email: string; emailVerified: boolean; name: string; image?: string | null | undefined };

/** An account made with the issuer: under an address that the issuer has verified, or anyone could take another's. */
function acceptNewcomer<User extends Newcomer>(user: User, isSignUpClosed: boolean): User {
  const refuse = (code: string, message: string) => new APIError("FORBIDDEN", { code, message });
  if (isSignUpClosed) throw refuse("sign_up_closed", "Sign-up is closed.");
  const email = normaliseEmail(user.email);
  if (!user.emailVerified || !email)
    throw refuse("email_not_verified", "The issuer has not verified the email address.");
  const given = user.name
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, NAME_MAX);
  const name = given || (email.split("@")[0] ?? "").slice(0, NAME_MAX);
  return { ...user, email, name, image: null };
}

function makeRecoveryCodes(): string[] {
  const part = () =>
    Array.from({ length: 5 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join("");
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`);
}

function requireUserVerified(isVerified: boolean | undefined): void {
  if (!isVerified)
    throw new APIError("UNAUTHORIZED", {
      code: "AUTHENTICATION_FAILED",
      message: "The device has not checked who uses the passkey.",
    });
}

function recipient({ id, email }: { id: string; email: string }, request: Request | undefined) {
  return { id, email, pageLanguage: requestLanguage(request?.headers) };
}

async function markVerified({ db, dialect }: Database, userId: string): Promise<void> {
  const yes = dialect === "postgres" ? true : 1;
  await db.updateTable("auth_user").set({ emailVerified: yes }).where("id", "=", userId).execute();
}
