import { Hono } from "hono";
import { z } from "zod";
import { KEY_SCOPES, type KeyScope } from "../../contract/people/api-keys.ts";
import { APP_DAYS, askingApp, type ListedApp, listedApp, MAX_APP_NAME } from "../../contract/people/apps.ts";
import { recordActions } from "../actions/action-log.ts";
import { PERSONAL } from "../content/request.ts";
import type { Database, Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { appRefused, forbiddenItem, keyOwnerDisabled } from "../errors/errors.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import { type Key, requirePerson, type WhoIs } from "../request/viewer.ts";
import { hashOf } from "./access-tokens.ts";
import { requireRecentPassword } from "./recent-password.ts";

/**
 * Apps that people have connected. Their tokens are made by the accounts library (oauth-routes.ts) and are worth what an API key with the
 * same scopes is, for as long as the person's consent exists.
 */

/** Begins every access token of an app; not stored. */
export const APP_TOKEN = "tca_";
const USE_NOTED_EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export const isAppToken = (token: string) => token.startsWith(APP_TOKEN);

const session = { tag: "accounts", access: "session" } as const;
const API = {
  list: describeRoute({
    ...session,
    summary: "The apps you have connected",
    response: inData(z.array(listedApp)),
  }),
  remove: describeRoute({
    ...session,
    summary: "Remove an app: its access ends at once",
    description: "Needs a recent sign-in.",
    errors: [507],
  }),
  asking: describeRoute({
    ...session,
    path: "/auth/apps/asking/{name}",
    summary: "The app that asks to be connected, by its client id",
    response: inData(askingApp),
  }),
};

/** /auth/apps: for people with a session only. */
export function appRoutes({ database, whoIs }: { database: Database; whoIs: WhoIs }): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  const { db } = database;

  app.get("/auth/apps", API.list, async (c) => {
    const userId = await requirePerson(whoIs, c.req.raw);
    const data = await withDatabase(() => listApps(db, userId));
    return c.json({ data }, 200, PERSONAL);
  });
  app.get("/auth/apps/asking/:name", API.asking, async (c) => {
    await requirePerson(whoIs, c.req.raw);
    const found = await withDatabase(() =>
      db
        .selectFrom("auth_oauth_client")
        .select("name")
        .where("clientId", "=", c.req.param("name"))
        .executeTakeFirst(),
    );
    if (!found) throw forbiddenItem();
    return c.json({ data: { name: shownName(found.name) } }, 200, PERSONAL);
  });
  app.delete("/auth/apps/:id", API.remove, async (c) => {
    const userId = await requirePerson(whoIs, c.req.raw);
    const viewer = await whoIs(c.req.raw);
    const sessionId = viewer.role === "visitor" ? null : viewer.sessionId;
    await withDatabase(() => requireRecentPassword(database, { userId, sessionId: sessionId ?? "" }));
    if (!(await withDatabase(() => removeApp(database, userId, c.req.param("id"))))) throw forbiddenItem();
    return c.body(null, 204, PERSONAL);
  });
  return app;
}

/** The person for whom an app acts, with what they have allowed. Throws why a token is not valid. */
export async function appViewer({ db }: Database, token: string, now = new Date()): Promise<Key> {
  const found = await db
    .selectFrom("auth_oauth_access_token as token")
    .innerJoin("auth_oauth_consent as consent", (join) =>
      join.onRef("consent.clientId", "=", "token.clientId").onRef("consent.userId", "=", "token.userId"),
    )
    .innerJoin("auth_user", "auth_user.id", "token.userId")
    .select(["token.scopes", "token.expiresAt", "token.revoked", "auth_user.disabledAt"])
    .select(["consent.id", "consent.userId", "consent.lastUsedAt", "consent.scopes as allowed"])
    .where("token.token", "=", hashOf(token.slice(APP_TOKEN.length)))
    .executeTakeFirst();
  if (!found || found.revoked !== null || timeOf(found.expiresAt) <= now.getTime()) throw appRefused();
  if (found.disabledAt) throw keyOwnerDisabled();
  await noteAppUse(db, found, now);
  const allowed = readScopes(found.allowed);
  const scopes = readScopes(found.scopes).filter((scope) => allowed.includes(scope));
  return { role: "key", keyId: found.id, scopes, userId: found.userId, email: null, sessionId: null };
}

async function noteAppUse(
  db: Db,
  { id, lastUsedAt }: { id: string; lastUsedAt: string | null },
  now: Date,
): Promise<void> {
  if ((lastUsedAt ?? "") >= new Date(now.getTime() - USE_NOTED_EVERY_MS).toISOString()) return;
  await db
    .updateTable("auth_oauth_consent")
    .set({ lastUsedAt: now.toISOString() })
    .where("id", "=", id)
    .execute()
    .catch(() => undefined); // as with keys, a full disk is no reason to refuse the request
}

export async function listApps(db: Db, userId: string): Promise<ListedApp[]> {
  const rows = await db
    .selectFrom("auth_oauth_consent as consent")
    .innerJoin("auth_oauth_client as client", "client.clientId", "consent.clientId")
    .select(["consent.id", "client.name", "client.redirectUris", "consent.scopes"])
    .select(["consent.createdAt", "consent.lastUsedAt"])
    .where("consent.userId", "=", userId)
    .orderBy("consent.id", "desc")
    .execute();
  return rows.map(({ id, name, redirectUris, scopes, createdAt, lastUsedAt }) => ({
    id,
    name: shownName(name),
    host: hostOf(readList(redirectUris)[0] ?? ""),
    scopes: readScopes(scopes),
    date_connected: new Date(timeOf(createdAt)).toISOString(),
    last_used: lastUsedAt,
  }));
}

function removeApp({ db }: Database, userId: string, id: string, now = new Date()): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const removed = await db
      .deleteFrom("auth_oauth_consent")
      .where("id", "=", id)
      .where("userId", "=", userId)
      .returning("clientId")
      .executeTakeFirst();
    if (!removed) return false;
    for (const table of ["auth_oauth_access_token", "auth_oauth_refresh_token"] as const)
      await db
        .deleteFrom(table)
        .where("clientId", "=", removed.clientId)
        .where("userId", "=", userId)
        .execute();
    await recordActions(db, { kind: "person", id: userId }, "app.removed", { kind: "token", ids: [id] }, now);
    return true;
  });
}

/** The person has just allowed it. */
export async function recordConnection(db: Db, userId: string, clientId: string): Promise<void> {
  const consent = await db
    .selectFrom("auth_oauth_consent")
    .select("id")
    .where("userId", "=", userId)
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  const target = { kind: "token" as const, ids: consent ? [consent.id] : [] };
  await recordActions(db, { kind: "person", id: userId }, "app.connected", target, new Date());
}

/** Everything that apps have of a person; they have to ask again. */
export async function endApps(db: Db, userId: string): Promise<void> {
  for (const table of ["auth_oauth_access_token", "auth_oauth_refresh_token", "auth_oauth_consent"] as const)
    await db.deleteFrom(table).where("userId", "=", userId).execute();
}

/** Expired tokens, consents that were not used for long, and apps that nobody has connected. */
export async function removeUnusedApps(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  now: Date,
): Promise<void> {
  const moment = (at: Date) => (dialect === "postgres" ? at : at.toISOString());
  const day = new Date(now.getTime() - DAY_MS);
  const long = new Date(now.getTime() - APP_DAYS * DAY_MS);
  await db.deleteFrom("auth_oauth_access_token").where("expiresAt", "<", moment(now)).execute();
  await db.deleteFrom("auth_oauth_refresh_token").where("expiresAt", "<", moment(now)).execute();
  await db
    .deleteFrom("auth_oauth_consent")
    .where("updatedAt", "<", moment(long))
    .where(({ or, eb }) => or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<", long.toISOString())]))
    .execute();
  await db
    .deleteFrom("auth_oauth_client")
    .where("createdAt", "<", moment(day))
    .where("clientId", "not in", ({ selectFrom }) => selectFrom("auth_oauth_consent").select("clientId"))
    .execute();
}

/** An app names itself, so its name can be anything. */
function shownName(name: string | null): string {
  const shown = (name ?? "")
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .trim()
    .slice(0, MAX_APP_NAME);
  return shown || "?";
}

export function hostOf(address: string): string {
  const url = URL.parse(address);
  return url ? url.host || url.protocol.slice(0, -1) : "";
}

function readScopes(stored: string): KeyScope[] {
  const scopes = readList(stored);
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}

/** The accounts library stores lists as JSON. */
function readList(stored: string): string[] {
  const list: unknown = JSON.parse(stored);
  return Array.isArray(list) ? list.map(String) : [];
}

/** Text in SQLite, a Date in PostgreSQL. */
function timeOf(moment: unknown): number {
  return new Date(moment as string | Date).getTime();
}
