import { createHash, randomBytes } from "node:crypto";
import { type Actor, recordActions } from "../actions/action-log.ts";
import type { Database } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { LINK_LIFE_SECONDS } from "./account-mails.ts";
import { normaliseEmail } from "./email-address.ts";

/**
 * The key under which the accounts library stores a link. Hashed, so that no link can be made from a copy of
 * the database; a token has at least 144 random bits, so it can't be guessed.
 */
export function hashIdentifier(identifier: string): string {
  return createHash("sha256").update(identifier).digest("base64url");
}

/** The same kind of entry that a person's own asking makes; the accounts library finds it by the token. */
export async function makeResetToken(
  { db, dialect }: Database,
  userId: string,
  actor: Actor,
): Promise<string | undefined> {
  const token = randomBytes(24).toString("base64url");
  const now = new Date();
  const moment = (at: Date) => (dialect === "postgres" ? at : at.toISOString());
  return db.transaction().execute(async (db) => {
    const found = await db.selectFrom("auth_user").select("id").where("id", "=", userId).executeTakeFirst();
    if (!found) return undefined;
    await db
      .insertInto("auth_verification")
      .values({
        id: newId(),
        identifier: hashIdentifier(`reset-password:${token}`),
        value: userId,
        expiresAt: moment(new Date(now.getTime() + LINK_LIFE_SECONDS * 1000)),
        createdAt: moment(now),
        updatedAt: moment(now),
      })
      .execute();
    await recordActions(db, actor, "reset-link.made", { kind: "person", ids: [userId] }, now);
    return token;
  });
}

/** A link for an operator to pass on, by the account's address; undefined if there is no such account. */
export async function makeResetLink(
  database: Database,
  email: string,
  actor: Actor,
  site: string,
): Promise<string | undefined> {
  const account = await database.db
    .selectFrom("auth_user")
    .select("id")
    .where("email", "=", normaliseEmail(email) ?? "")
    .executeTakeFirst();
  const token = account && (await makeResetToken(database, account.id, actor));
  return token && resetLink(site, token);
}

export function resetLink(site: string, token: string): string {
  return `${site}/reset-password?token=${encodeURIComponent(token)}`;
}

/** Whether a new password could be chosen with this link. Looking at it does not use it up. */
export async function isResetLinkAlive({ db }: Database, token: string, now = new Date()): Promise<boolean> {
  const found = await db
    .selectFrom("auth_verification")
    .select("expiresAt")
    .where("identifier", "=", hashIdentifier(`reset-password:${token}`))
    .executeTakeFirst();
  // Text in SQLite, a Date in PostgreSQL.
  return found !== undefined && new Date(found.expiresAt as string | Date) > now;
}

/**
 * An earlier link must not undo a change of password or address. What else is stored under a person's id is a sign-in
 * that waits for its code, after a password that is no longer right.
 */
export async function forgetResetLinks({ db }: Pick<Database, "db">, userId: string): Promise<void> {
  await db.deleteFrom("auth_verification").where("value", "=", userId).execute();
}
