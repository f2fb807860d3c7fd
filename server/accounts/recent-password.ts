import type { Database } from "../database/connect.ts";
import { RECENT_PASSWORD_MS } from "../limits/limits.ts";
import type { Operator } from "../request/viewer.ts";
import { passwordNeeded } from "./errors.ts";

/**
 * What makes operators or gets into accounts needs more than an open session: a password that was entered in this
 * session a short while ago, when it began or since.
 */
export async function requireRecentPassword(
  { db }: Database,
  { sessionId }: Operator,
  now = new Date(),
): Promise<void> {
  const session = await db
    .selectFrom("auth_session")
    .select(["createdAt", "passwordAt"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
  // Text in SQLite, a Date in PostgreSQL.
  const began = session ? new Date(session.createdAt as string | Date).getTime() : 0;
  const entered = session?.passwordAt ? new Date(session.passwordAt).getTime() : 0;
  const age = now.getTime() - Math.max(began, entered);
  // An age below zero: the clock was put back, and nothing is known.
  if (age < 0 || age > RECENT_PASSWORD_MS) throw passwordNeeded();
}

/** The right password was entered in this session. */
export async function notePassword({ db }: Database, sessionId: string, now = new Date()): Promise<void> {
  await db
    .updateTable("auth_session")
    .set({ passwordAt: now.toISOString() })
    .where("id", "=", sessionId)
    .execute();
}
