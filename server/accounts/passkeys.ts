import { type ListedPasskey, MOST_PASSKEYS, PASSKEY_NAME_MAX } from "../../contract/people/sign-in.ts";
import { recordOwnAction } from "../actions/action-log.ts";
import type { Database } from "../database/connect.ts";
import { tooManyPasskeys } from "./errors.ts";

/** The passkeys of a person, the newest last; without their keys, which nobody needs to see. */
export async function listPasskeys({ db }: Pick<Database, "db">, userId: string): Promise<ListedPasskey[]> {
  const rows = await db
    .selectFrom("auth_passkey")
    .select(["id", "name", "createdAt", "lastUsedAt", "backedUp"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({
    id,
    name: name ?? "",
    // Text in SQLite, a Date in PostgreSQL.
    added: new Date(createdAt as string | Date).toISOString(),
    lastUsed: lastUsedAt,
    isSynced: Boolean(backedUp),
  }));
}

export async function requireRoomForPasskey(database: Database, userId: string): Promise<void> {
  if ((await listPasskeys(database, userId)).length >= MOST_PASSKEYS) throw tooManyPasskeys();
}

/** False: the person has no such passkey. */
export async function renamePasskey(
  { db }: Database,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const changed = await db
      .updateTable("auth_passkey")
      .set({ name: name.slice(0, PASSKEY_NAME_MAX) })
      .where("id", "=", id)
      .where("userId", "=", userId)
      .returning("id")
      .executeTakeFirst();
    if (changed) await recordOwnAction(db, userId, "passkey.renamed");
    return changed !== undefined;
  });
}

/** False: the person has no such passkey. */
export async function removePasskey({ db }: Database, userId: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const removed = await db
      .deleteFrom("auth_passkey")
      .where("id", "=", id)
      .where("userId", "=", userId)
      .returning("id")
      .executeTakeFirst();
    if (removed) await recordOwnAction(db, userId, "passkey.removed");
    return removed !== undefined;
  });
}

export async function notePasskeyUse(
  { db }: Pick<Database, "db">,
  credential: string,
  now = new Date(),
): Promise<void> {
  await db
    .updateTable("auth_passkey")
    .set({ lastUsedAt: now.toISOString() })
    .where("credentialID", "=", credential)
    .execute();
}
