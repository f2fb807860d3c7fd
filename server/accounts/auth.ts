import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../contract/limits.ts";
import type { Database } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import type { Log } from "../log/logging.ts";
import { type AccountMails, LINK_LIFE_SECONDS } from "./account-mails.ts";
import { deletePerson, endOldestSessions } from "./changes.ts";
import { forgetResetLinks, hashIdentifier } from "./reset-links.ts";

/** Set by us on every request that is passed on, and never taken from the client. */
export const ADDRESS_HEADER = "x-typecase-address";
const SESSION_SECONDS = 60 * 60 * 24 * 30;
const SESSION_RENEWED_AFTER_SECONDS = 60 * 60 * 24;

export type Auth = ReturnType<typeof createAuth>;

/** The accounts library on our database. Constructed after migrating: it looks at the tables. */
export function createAuth(options: {
  database: Database;
  log: Log;
  secret: string;
  origin: string;
  /** With a mail server addresses are verified before an account can be used. */
  verifies: boolean;
  /** Beyond it a sign-in ends the session that was used longest ago. */
  mostSessions: number;
  mails: Omit<AccountMails, "emailChanged">;
}) {
  const { database, log, secret, origin, verifies, mostSessions, mails } = options;
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
    },
    account: { modelName: "auth_account" },
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
      sendResetPassword: ({ user, token }) => mails.reset(user.email, token),
      onExistingUserSignUp: ({ user }) => mails.alreadyHere(user.email),
      onPasswordReset: async ({ user }) => {
        await forgetResetLinks(database, user.id);
        // Opening a mailed link proves that the address belongs to the person.
        if (verifies) await markVerified(database, user.id);
      },
    },
    emailVerification: verifies
      ? {
          sendOnSignUp: true,
          sendOnSignIn: true,
          expiresIn: LINK_LIFE_SECONDS,
          sendVerificationEmail: ({ user, token }) => mails.verify(user.email, token),
        }
      : {},
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
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
          },
          after: ({ userId }) => endOldestSessions(database, userId, mostSessions),
        },
      },
    },
  });
}

async function markVerified({ db, dialect }: Database, userId: string): Promise<void> {
  const yes = dialect === "postgres" ? true : 1;
  await db.updateTable("auth_user").set({ emailVerified: yes }).where("id", "=", userId).execute();
}
