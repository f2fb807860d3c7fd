import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Database } from "../database/connect.ts";
import { invalidCredentials, sessionEnded } from "../errors/errors.ts";
import { SESSION_SECONDS } from "./auth.ts";

/**
 * The tokens of clients of Directus that sign in: a session as a bearer token for some minutes, and a longer-lived one that is exchanged
 * for the next. Both end with their session, which is listed and ended like any other.
 */
export type SessionTokens = { access_token: string; refresh_token: string; expires: number };

/** Signs a text with the site's key; different for each purpose. */
export type Sign = (purpose: string, text: string) => string;

export const ACCESS_TOKEN_MS = 15 * 60_000; // as in Directus
const ACCESS_PREFIX = "session_";
const ACCESS = "access token of a session";
const REFRESH = "refresh token of a session";

export function isSessionToken(token: string): boolean {
  return token.startsWith(ACCESS_PREFIX);
}

type Session = { id: string; token: string };

export function makeSessionTokens(sign: Sign, { id, token }: Session, now = new Date()): SessionTokens {
  const claim = `${id}.${(now.getTime() + ACCESS_TOKEN_MS).toString(36)}`;
  return {
    access_token: `${ACCESS_PREFIX}${claim}.${sign(ACCESS, claim)}`,
    refresh_token: `${token}.${sign(REFRESH, token)}`,
    expires: ACCESS_TOKEN_MS,
  };
}

/** The session that the token was made for, and its person. Throws when the token or the session has ended. */
export async function findTokenSession({ db }: Database, sign: Sign, token: string, now = new Date()) {
  const [id = "", expires = "", signature = ""] = token.slice(ACCESS_PREFIX.length).split(".");
  if (!isSame(signature, sign(ACCESS, `${id}.${expires}`))) throw invalidCredentials();
  if (Number.parseInt(expires, 36) <= now.getTime()) throw sessionEnded();
  const session = await db.selectFrom("auth_session").selectAll().where("id", "=", id).executeTakeFirst();
  if (!session || isPast(session.expiresAt, now)) throw sessionEnded();
  const user = await db
    .selectFrom("auth_user")
    .selectAll()
    .where("id", "=", session.userId)
    .executeTakeFirst();
  if (!user || user.disabledAt) throw sessionEnded();
  return { user, session };
}

/** The session's token inside a refresh token. Throws when the site's key didn't sign it. */
export function readRefreshToken(sign: Sign, refreshToken: string): string {
  const at = refreshToken.lastIndexOf(".");
  const token = refreshToken.slice(0, Math.max(at, 0));
  if (!isSame(refreshToken.slice(at + 1), sign(REFRESH, token))) throw invalidCredentials();
  return token;
}

/** Each refresh token is valid once: the session continues under another. */
export async function continueSession(
  { db, dialect }: Database,
  token: string,
  now = new Date(),
): Promise<Session> {
  const moment = (at: Date) => (dialect === "postgres" ? at : at.toISOString());
  const next = randomBytes(24).toString("base64url");
  const continued = await db
    .updateTable("auth_session")
    .set({
      token: next,
      updatedAt: moment(now),
      expiresAt: moment(new Date(now.getTime() + SESSION_SECONDS * 1_000)),
    })
    .where("token", "=", token)
    .where("expiresAt", ">", moment(now))
    .where("userId", "in", ({ selectFrom }) =>
      selectFrom("auth_user").select("id").where("disabledAt", "is", null),
    )
    .returning("id")
    .executeTakeFirst();
  if (!continued) throw invalidCredentials();
  return { id: continued.id, token: next };
}

export async function endSessionOf({ db }: Database, token: string): Promise<void> {
  await db.deleteFrom("auth_session").where("token", "=", token).execute();
}

export async function findSession({ db }: Database, token: string): Promise<Session> {
  const { id } = await db
    .selectFrom("auth_session")
    .select("id")
    .where("token", "=", token)
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** Text in SQLite, a Date in PostgreSQL. */
function isPast(moment: unknown, now: Date): boolean {
  return new Date(moment as string | Date).getTime() <= now.getTime();
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
