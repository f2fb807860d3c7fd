import { setImmediate as nextTurn } from "node:timers/promises";
import { type Actor, recordActions, recordOwnAction } from "../actions/action-log.ts";
import { leaveTemplates } from "../catalogue/template-authors.ts";
import { takeBackRatings } from "../catalogue/template-ratings.ts";
import type { Database, Db } from "../database/connect.ts";
import { deleteOldKeys } from "./api-keys.ts";
import { removeUnusedApps } from "./apps.ts";
import { lastOperator } from "./errors.ts";

/**
 * Changes the address at once, for servers without mail. A trigger changes the profile's with it. False:
 * another person has it.
 */
export async function changeEmail(
  { db, dialect }: Database,
  userId: string,
  email: string,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const taken = await db
      .selectFrom("auth_user")
      .select("id")
      .where("email", "=", email)
      .where("id", "<>", userId)
      .executeTakeFirst();
    if (taken) return false;
    await db
      .updateTable("auth_user")
      .set({ email, emailVerified: dialect === "postgres" ? false : 0 })
      .where("id", "=", userId)
      .execute();
    return true;
  });
}

/** The account and, by references, everything of the person. False: there is no such account. */
export async function deletePerson(
  { db, dialect }: Database,
  userId: string,
  actor: Actor,
  now = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    await requireAnotherOperator({ db, dialect }, userId);
    await takeBackRatings(db, userId);
    await leaveTemplates({ db, dialect }, userId);
    await leaveTranslations(db, userId);
    await db.deleteFrom("made_files").where("client", "=", userId).execute();
    const deleted = await db.deleteFrom("auth_user").where("id", "=", userId).returning("id").execute();
    const ids = deleted.map(({ id }) => id);
    await recordActions(db, actor, "person.deleted", { kind: "person", ids }, now);
    return ids.length > 0;
  });
}

/** Accepted translations stay, without their author and the comment. */
async function leaveTranslations(db: Db, userId: string): Promise<void> {
  const own = db.deleteFrom("translations").where("user_id", "=", userId);
  await own.where("state", "<>", "accepted").execute();
  await db.updateTable("translations").set({ comment: null }).where("user_id", "=", userId).execute();
}

/**
 * In the transaction that removes this account from the operators: rejects it if no other operator can sign
 * in. Of two operators who remove each other at once, the second waits and is rejected.
 */
export async function requireAnotherOperator(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  userId: string,
): Promise<void> {
  const query = db
    .selectFrom("auth_user")
    .select(["id", "disabledAt"])
    .where("role", "=", "operator")
    .orderBy("id");
  const operators = await (dialect === "postgres" ? query.forUpdate() : query).execute();
  const isOne = operators.some(({ id }) => id === userId);
  if (isOne && !operators.some(({ id, disabledAt }) => id !== userId && disabledAt === null))
    throw lastOperator();
}

export async function endSession({ db }: Database, sessionId: string): Promise<void> {
  await db.deleteFrom("auth_session").where("id", "=", sessionId).execute();
}

export async function sessionIds({ db }: Pick<Database, "db">, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("auth_session").select("id").where("userId", "=", userId).execute();
  return rows.map(({ id }) => id);
}

/** Whether there are sessions besides this one. */
export async function hasSessions(
  { db }: Pick<Database, "db">,
  userId: string,
  besides = "",
): Promise<boolean> {
  const query = db.selectFrom("auth_session").select("id").where("userId", "=", userId);
  return (await query.where("id", "!=", besides).executeTakeFirst()) !== undefined;
}

export async function recordNewPassword(db: Db, userId: string, endedSessions: boolean): Promise<void> {
  await recordOwnAction(db, userId, "password.changed");
  if (endedSessions) await recordOwnAction(db, userId, "sessions.ended");
}

/** Leaves the sessions that were used last. Signing in never fails for want of room. */
export async function endOldestSessions({ db }: Database, userId: string, max: number): Promise<void> {
  await db
    .deleteFrom("auth_session")
    .where("userId", "=", userId)
    .where("id", "not in", ({ selectFrom }) =>
      selectFrom("auth_session")
        .select("id")
        .where("userId", "=", userId)
        .orderBy("updatedAt", "desc")
        .orderBy("id", "desc")
        .limit(max),
    )
    .execute();
}

const HALF_MADE_AFTER_MS = 10 * 60_000; // far longer than the two statements of a sign-up are apart

/**
 * Removes expired rows, and accounts without a password that a crash during sign-up or deletion left. With a
 * million accounts that takes seconds, in which a server on SQLite could not answer, so large tables are
 * processed in pieces.
 */
export async function removeExpired(
  { db, dialect }: Database,
  now = new Date(),
  signal?: AbortSignal,
): Promise<void> {
  const moment = (at: Date) => (dialect === "postgres" ? at : at.toISOString());
  await db.deleteFrom("auth_verification").where("expiresAt", "<", moment(now)).execute();
  await deleteOldKeys(db, now);
  await removeUnusedApps({ db, dialect }, now);
  await db.deleteFrom("made_files").where("expires", "<", now.toISOString()).execute();
  await db.deleteFrom("auth_rate_limit").where("resets", "<", now.getTime()).execute();
  for await (const { after, upTo } of piecesOf(db, "auth_session", signal))
    await db
      .deleteFrom("auth_session")
      .where("id", ">", after)
      .where("id", "<=", upTo)
      .where("expiresAt", "<", moment(now))
      .execute();
  for await (const { after, upTo } of piecesOf(db, "auth_user", signal))
    await db
      .deleteFrom("auth_user")
      .where("id", ">", after)
      .where("id", "<=", upTo)
      .where("createdAt", "<", moment(new Date(now.getTime() - HALF_MADE_AFTER_MS)))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("auth_account")
              .select("auth_account.id")
              .whereRef("auth_account.userId", "=", "auth_user.id"),
          ),
        ),
      )
      .execute();
}

const ROWS_A_PIECE = 1_000;

/** The ids of a table in ranges, with a turn of the event loop before each. */
async function* piecesOf(
  db: Database["db"],
  table: "auth_session" | "auth_user",
  signal: AbortSignal | undefined,
): AsyncGenerator<{ after: string; upTo: string }> {
  for (let after = ""; ; ) {
    await nextTurn();
    if (signal?.aborted) return;
    const ids = await db
      .selectFrom(table)
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_A_PIECE)
      .execute();
    const upTo = ids.at(-1)?.id;
    if (upTo === undefined) return;
    yield { after, upTo };
    if (ids.length < ROWS_A_PIECE) return;
    after = upTo;
  }
}
