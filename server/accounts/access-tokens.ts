import { createHash, randomBytes } from "node:crypto";
import { type Actor, recordActions } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { invalidCredentials, tokenEnded, tokenRevoked } from "../errors/errors.ts";
import { SCOPES, type Scope, type Token, tokenViewer } from "../request/viewer.ts";

/** Makes a token recognisable for people who find it and for repository scanners. */
const PREFIX = "typecase_";
/** How exactly it is known when a token was last used: a write for every request would be too dear. */
const USE_NOTED_EVERY_MS = 60 * 60_000;

type NewToken = { name: string; scope: Scope; endsAt: Date };

/** Makes a token; it is shown this once, and only its hash is stored. Undefined: another valid token has the name. */
export async function createToken(
  { db }: Database,
  { name, scope, endsAt }: NewToken,
  actor: Actor,
  now = new Date(),
): Promise<{ id: string; token: string } | undefined> {
  const id = newId(now.getTime());
  const token = PREFIX + randomBytes(32).toString("base64url");
  return db.transaction().execute(async (db) => {
    const namesake = await db
      .selectFrom("access_tokens")
      .select("id")
      .where("name", "=", name)
      .where("user_id", "is", null)
      .where("revoked_at", "is", null)
      .where("ends_at", ">", now.toISOString())
      .executeTakeFirst();
    if (namesake) return undefined;
    await db
      .insertInto("access_tokens")
      .values({
        id,
        name,
        scope,
        hash: hashOf(token),
        user_id: null,
        created_at: now.toISOString(),
        created_by: actor.id,
        ends_at: endsAt.toISOString(),
        last_used_at: null,
        revoked_at: null,
      })
      .execute();
    await recordActions(db, actor, "token.created", { kind: "token", ids: [id] }, now);
    return { id, token };
  });
}

export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number];

export function listTokens({ db }: Database) {
  return db
    .selectFrom("access_tokens")
    .select(["id", "name", "scope", "created_at", "ends_at", "last_used_at", "revoked_at"])
    .where("user_id", "is", null)
    .orderBy("created_at")
    .execute();
}

/** Ends the tokens with this name or id, at once. False: there is none that was not revoked already. */
export async function revokeToken(
  { db }: Database,
  nameOrId: string,
  actor: Actor,
  now = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const revoked = await db
      .updateTable("access_tokens")
      .set({ revoked_at: now.toISOString() })
      .where((eb) => eb.or([eb("name", "=", nameOrId), eb("id", "=", nameOrId)]))
      .where("user_id", "is", null)
      .where("revoked_at", "is", null)
      .returning("id")
      .execute();
    await recordActions(db, actor, "token.revoked", { kind: "token", ids: revoked.map(({ id }) => id) }, now);
    return revoked.length > 0;
  });
}

/** Who shows this token. Throws when it is none of ours, or no longer. */
export async function holderOf({ db }: Database, token: string, now = new Date()): Promise<Token> {
  const found = await db
    .selectFrom("access_tokens")
    .select(["id", "scope", "ends_at", "last_used_at", "revoked_at"])
    .where("hash", "=", hashOf(token))
    .where("user_id", "is", null)
    .executeTakeFirst();
  const scope = SCOPES.find((each) => each === found?.scope);
  if (!found || !scope) throw invalidCredentials();
  if (found.revoked_at) throw tokenRevoked(found.revoked_at);
  if (found.ends_at <= now.toISOString()) throw tokenEnded(found.ends_at);
  await noteUse(db, found, now);
  return tokenViewer(found.id, scope);
}

export async function noteUse(
  db: Db,
  { id, last_used_at }: { id: string; last_used_at: string | null },
  now: Date,
): Promise<void> {
  if ((last_used_at ?? "") >= new Date(now.getTime() - USE_NOTED_EVERY_MS).toISOString()) return;
  await db
    .updateTable("access_tokens")
    .set({ last_used_at: now.toISOString() })
    .where("id", "=", id)
    .execute()
    .catch(() => undefined); // a full disk, for example, is no reason to refuse the request
}

/** Without a salt: a token is random and long, so there is nothing to guess. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
