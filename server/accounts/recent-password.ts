import type { Database } from "../database/connect.ts";
import { RECENT_PASSWORD_MS } from "../limits/limits.ts";
import { passwordNeeded, signInAgain } from "./errors.ts";

/** The person and the session of a request. */
export type Signed = { userId: string; sessionId: string };

/**
 * What makes operators, gets into accounts or changes how to sign in needs more than an open session: a password that was entered in this
 * session a short while ago, when it began or since.
 */
export async function requireRecentPassword(
  database: Database,
  { userId, sessionId }: Signed,
  now = new Date(),
): Promise<void> {
  const session = await database.db
    .selectFrom("auth_session")
    .select(["createdAt", "passwordAt"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
  // Text in SQLite, a Date in PostgreSQL.
  const began = session ? new Date(session.createdAt as string | Date).getTime() : 0;
  const entered = session?.passwordAt ? new Date(session.passwordAt).getTime() : 0;
  const age = now.getTime() - Math.max(began, entered);
  // An age below zero: the clock was put back, and nothing is known.
  if (age >= 0 && age <= RECENT_PASSWORD_MS) return;
  throw (await hasPassword(database, userId)) ? passwordNeeded() : signInAgain();
}

/** An account that was made with an issuer has none at first. */
export async function hasPassword({ db }: Pick<Database, "db">, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom("auth_account")
    .select("id")
    .where("userId", "=", userId)
    .where("password", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The right password was entered in this session. */
export async function notePassword({ db }: Database, sessionId: string, now = new Date()): Promise<void> {
  await db
    .updateTable("auth_session")
    .set({ passwordAt: now.toISOString() })
    .where("id", "=", sessionId)
    .execute();
}
