import { randomBytes } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import {
  type CreatedKey,
  KEY_SCOPES,
  type KeyScope,
  type ListedKey,
  listedKey,
  MAX_KEYS,
  newKey,
  OPERATOR_SCOPES,
} from "../../contract/people/api-keys.ts";
import { recordActions } from "../actions/action-log.ts";
import { PERSONAL } from "../content/request.ts";
import type { Database, Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { newId } from "../database/ids.ts";
import {
  forbiddenItem,
  keyExpired,
  keyOwnerDisabled,
  keyRevoked,
  quotaExceeded,
  requestsExceeded,
  scopeNeedsOperator,
  unknownKey,
} from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { NEW_KEYS, REVOKED_KEY_MS } from "../limits/limits.ts";
import { lockUsage } from "../limits/quotas.ts";
import { createStoredLimits, type Limit } from "../limits/stored-limits.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import { type RequestEnv, readShape } from "../request/request.ts";
import { type Key, requireSession, type WhoIs } from "../request/viewer.ts";
import { hashOf, noteUse } from "./access-tokens.ts";
import { hasStrongSignIn } from "./sign-in-methods.ts";

/** API keys: what programs of a person send as `Authorization: Bearer tc_…`. They are access tokens with an owner. */

const KEY_PREFIX = "tc_";
/** A key, or the token of an app, which is worth as much. */
const SENT_KEY = /^bearer\s+tca?_/i;
const KEY_BYTES = 32;
const DAY_MS = 24 * 60 * 60_000;

const session = { tag: "accounts", access: "session" } as const;
const API = {
  list: describeRoute({ ...session, summary: "Your API keys", response: inData(z.array(listedKey)) }),
  create: describeRoute({
    ...session,
    summary: "Create an API key",
    description: `\`days\` until it expires. The key is in this response only. At most ${MAX_KEYS} keys.`,
    body: newKey,
    response: inData(listedKey.extend({ key: z.string() })),
    errors: [409, 429, 507],
  }),
  revoke: describeRoute({ ...session, summary: "Revoke an API key, at once", errors: [507] }),
};

/** A request with a key is refused before anything else if the key is invalid; rates are counted by key. */
export function identifyKeys(whoIs: WhoIs): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    if (SENT_KEY.test(c.req.header("authorization") ?? "")) {
      const viewer = await whoIs(c.req.raw);
      if (viewer.role === "key") c.set("apiKey", viewer.keyId);
    }
    await next();
  };
}

export const isKey = (token: string) => token.startsWith(KEY_PREFIX);

/** /auth/keys: for people with a session only, so that no key can make or read others. */
export function keyRoutes({ database, whoIs }: { database: Database; whoIs: WhoIs }): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const limits = createStoredLimits(database);

  app.get("/auth/keys", API.list, async (c) => {
    const { userId } = await requireSession(whoIs, c.req.raw);
    const data = await withDatabase(() => listKeys(database, userId));
    return c.json({ data }, 200, PERSONAL);
  });
  app.post("/auth/keys", API.create, async (c) => {
    const viewer = await requireSession(whoIs, c.req.raw);
    const given = await readShape(c, newKey);
    const reserved = given.scopes.find((scope) => OPERATOR_SCOPES.includes(scope));
    if (reserved && viewer.role !== "operator") throw scopeNeedsOperator(reserved);
    const limit: Limit = { about: ["new API keys", viewer.userId], ...NEW_KEYS, afterSuccess: "keep" };
    const exceeded = await withDatabase(() => limits.take([limit]));
    if (exceeded) throw requestsExceeded(exceeded.retryAfter);
    const data = await withDatabase(() => createKey(database, viewer.userId, given));
    return c.json({ data }, 200, PERSONAL);
  });
  app.delete("/auth/keys/:id", API.revoke, async (c) => {
    const { userId } = await requireSession(whoIs, c.req.raw);
    if (!(await withDatabase(() => revokeKey(database, userId, c.req.param("id"))))) throw forbiddenItem();
    return c.body(null, 204, PERSONAL);
  });
  return app;
}

type KeyParts = {
  database: Database;
  /** Whether operators need a second factor. */
  requiresTwoFactor: boolean;
};

/** The owner of a key, with the scopes they may still use. Throws why a key is not valid. */
export async function keyViewer(
  { database: { db }, requiresTwoFactor }: KeyParts,
  key: string,
  now = new Date(),
): Promise<Key> {
  const found = await db
    .selectFrom("access_tokens")
    .innerJoin("auth_user", "auth_user.id", "access_tokens.user_id")
    .select(["access_tokens.id", "scope", "ends_at", "last_used_at", "revoked_at"])
    .select(["auth_user.id as userId", "auth_user.role", "auth_user.disabledAt"])
    .where("hash", "=", hashOf(key))
    .executeTakeFirst();
  if (!found) throw unknownKey();
  if (found.revoked_at) throw keyRevoked(found.revoked_at);
  if (found.ends_at <= now.toISOString()) throw keyExpired(found.ends_at);
  if (found.disabledAt) throw keyOwnerDisabled();
  await noteUse(db, found, now);
  const stored = readScopes(found.scope);
  const isOperator =
    stored.some((scope) => OPERATOR_SCOPES.includes(scope)) &&
    found.role === "operator" &&
    (!requiresTwoFactor || (await hasStrongSignIn(db, found.userId)));
  const scopes = stored.filter((scope) => isOperator || !OPERATOR_SCOPES.includes(scope));
  return { role: "key", keyId: found.id, scopes, userId: found.userId, email: null, sessionId: null };
}

async function createKey(
  { db, dialect }: Database,
  userId: string,
  { name, scopes, days }: z.output<typeof newKey>,
  now = new Date(),
): Promise<CreatedKey> {
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  const id = newId(now.getTime());
  return db.transaction().execute(async (db) => {
    await lockUsage(db, dialect, userId);
    if ((await keysOf(db, userId)).length >= MAX_KEYS)
      throw quotaExceeded(messageFor("too_many_keys", { max: MAX_KEYS }), { allowed: MAX_KEYS });
    await db
      .insertInto("access_tokens")
      .values({
        id,
        name,
        scope: KEY_SCOPES.filter((scope) => scopes.includes(scope)).join(" "),
        hash: hashOf(key),
        hint: `${key.slice(0, 7)}…${key.slice(-3)}`,
        user_id: userId,
        created_at: now.toISOString(),
        created_by: userId,
        ends_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
        last_used_at: null,
        revoked_at: null,
      })
      .execute();
    const actor = { kind: "person", id: userId } as const;
    await recordActions(db, actor, "token.created", { kind: "token", ids: [id] }, now);
    const created = (await keysOf(db, userId)).find((each) => each.id === id);
    if (!created) throw forbiddenItem();
    return { ...created, key };
  });
}

const listKeys = ({ db }: Database, userId: string): Promise<ListedKey[]> => keysOf(db, userId);

/** The newest first, without those that were revoked. */
async function keysOf(db: Db, userId: string): Promise<ListedKey[]> {
  const rows = await db
    .selectFrom("access_tokens")
    .select(["id", "name", "hint", "scope", "created_at", "ends_at", "last_used_at"])
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ hint, scope, created_at, ends_at, last_used_at, ...row }) => ({
    ...row,
    hint: hint ?? "",
    scopes: readScopes(scope),
    date_created: created_at,
    date_expires: ends_at,
    last_used: last_used_at,
  }));
}

/** Scopes that another version had are left out. */
function readScopes(stored: string): KeyScope[] {
  return KEY_SCOPES.filter((scope) => stored.split(" ").includes(scope));
}

function revokeKey({ db }: Database, userId: string, id: string, now = new Date()): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const revoked = await db
      .updateTable("access_tokens")
      .set({ revoked_at: now.toISOString() })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("revoked_at", "is", null)
      .returning("id")
      .execute();
    const target = { kind: "token" as const, ids: revoked.map(({ id }) => id) };
    await recordActions(db, { kind: "person", id: userId }, "token.revoked", target, now);
    return revoked.length > 0;
  });
}

export async function deleteOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("access_tokens")
    .where("user_id", "is not", null)
    .where("revoked_at", "<", new Date(now.getTime() - REVOKED_KEY_MS).toISOString())
    .execute();
}
