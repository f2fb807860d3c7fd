import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import {
  type CreatedWebhook,
  type changedWebhook,
  type ListedDelivery,
  type ListedWebhook,
  MAX_DELIVERIES,
  MAX_WEBHOOKS,
  type newWebhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from "../../contract/people/webhooks.ts";
import { recordActions } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { forbiddenItem, quotaExceeded } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { lockUsage } from "../limits/quotas.ts";
import type { Sealing } from "../mail/sealing.ts";

/** Webhooks of a person. Their secrets are shown once, and stored sealed because every delivery is signed with them. */

type Parts = { database: Database; sealing: Sealing };

/** As the package `standardwebhooks` and others that follow the standard read them. */
const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`;

export function readEvents(stored: string): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((event) => stored.split(" ").includes(event));
}

function eventsColumn(events: readonly WebhookEvent[]): string {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event)).join(" ");
}

/** The oldest first, so that the list doesn't move. */
export async function listWebhooks(db: Db, userId: string, id?: string): Promise<ListedWebhook[]> {
  const rows = await db
    .selectFrom("webhooks")
    .select(["id", "url", "events", "date_created", "date_secret", "date_off", "off_reason"])
    .where("user_id", "=", userId)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, events: readEvents(row.events) }));
}

export async function findWebhook(db: Db, userId: string, id: string): Promise<ListedWebhook> {
  const [found] = await listWebhooks(db, userId, id);
  if (!found) throw forbiddenItem();
  return found;
}

const log = (db: Db, userId: string, action: "created" | "changed" | "deleted", id: string, now: Date) =>
  recordActions(db, { kind: "person", id: userId }, `webhook.${action}`, { kind: "webhook", ids: [id] }, now);

export async function createWebhook(
  { database: { db, dialect }, sealing }: Parts,
  userId: string,
  { url, events }: z.output<typeof newWebhook>,
  now = new Date(),
): Promise<CreatedWebhook> {
  const id = newId(now.getTime());
  const secret = newSecret();
  return db.transaction().execute(async (db) => {
    await lockUsage(db, dialect, userId);
    if ((await listWebhooks(db, userId)).length >= MAX_WEBHOOKS)
      throw quotaExceeded(messageFor("too_many_webhooks", { max: MAX_WEBHOOKS }), { allowed: MAX_WEBHOOKS });
    const moment = now.toISOString();
    await db
      .insertInto("webhooks")
      .values({
        id,
        user_id: userId,
        url,
        events: eventsColumn(events),
        secret: sealing.seal(secret),
        date_created: moment,
        date_secret: moment,
        date_off: null,
        off_reason: null,
      })
      .execute();
    await log(db, userId, "created", id, now);
    return { ...(await findWebhook(db, userId, id)), secret };
  });
}

export function changeWebhook(
  { database: { db } }: Parts,
  userId: string,
  id: string,
  { url, events, active }: z.output<typeof changedWebhook>,
  now = new Date(),
): Promise<ListedWebhook> {
  return db.transaction().execute(async (db) => {
    const before = await findWebhook(db, userId, id);
    await db
      .updateTable("webhooks")
      .set({
        url: url ?? before.url,
        events: eventsColumn(events ?? before.events),
        ...(active ? { date_off: null, off_reason: null } : {}),
      })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .execute();
    await log(db, userId, "changed", id, now);
    return findWebhook(db, userId, id);
  });
}

/** The secret before no longer signs anything. */
export function renewSecret(
  { database: { db }, sealing }: Parts,
  userId: string,
  id: string,
  now = new Date(),
): Promise<CreatedWebhook> {
  const secret = newSecret();
  return db.transaction().execute(async (db) => {
    await findWebhook(db, userId, id);
    await db
      .updateTable("webhooks")
      .set({ secret: sealing.seal(secret), date_secret: now.toISOString() })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .execute();
    await log(db, userId, "changed", id, now);
    return { ...(await findWebhook(db, userId, id)), secret };
  });
}

export function deleteWebhook({ database: { db } }: Parts, userId: string, id: string, now = new Date()) {
  return db.transaction().execute(async (db) => {
    await findWebhook(db, userId, id);
    await db.deleteFrom("webhooks").where("id", "=", id).where("user_id", "=", userId).execute();
    await log(db, userId, "deleted", id, now);
  });
}

/** The newest first. */
export async function listDeliveries(db: Db, userId: string, webhook: string): Promise<ListedDelivery[]> {
  await findWebhook(db, userId, webhook);
  const rows = await db
    .selectFrom("webhook_deliveries")
    .select(["id", "event", "attempts", "body", "status", "problem", "response", "duration"])
    .select(["date_created", "date_sent", "next_try"])
    .where("webhooks_id", "=", webhook)
    .orderBy("id", "desc")
    .limit(MAX_DELIVERIES)
    .execute();
  return rows.map(({ next_try, ...row }) => ({
    ...row,
    state:
      next_try !== null ? "waiting" : row.date_sent !== null && row.problem === null ? "delivered" : "failed",
    status_text: row.status === null ? null : (STATUS_CODES[row.status] ?? null),
    next_try: next_try === null ? null : new Date(Number(next_try)).toISOString(),
  }));
}
