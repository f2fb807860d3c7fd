import { Webhook } from "standardwebhooks";
import { MAX_DELIVERIES, type OffReason, RETRY_HOURS, TEST_EVENT } from "../../contract/people/webhooks.ts";
import { recordActions, SERVER } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import {
  createQueueRunner,
  pauseAfter,
  type Queue,
  type QueueRunner,
  setNextTry,
  type TakenRow,
} from "../database/leased-queue.ts";
import { forbiddenItem } from "../errors/errors.ts";
import { WEBHOOKS } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import { webhookOffLetter } from "../mail/letters.ts";
import type { Outbox } from "../mail/outbox.ts";
import type { Sealing } from "../mail/sealing.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";
import type { Attempt, SendRequest } from "./send.ts";

/** What is sent to webhooks: stored with the event, and sent by the node that takes it (database/leased-queue.ts). */

export type DeliveryParts = {
  database: Pick<Database, "db" | "dialect">;
  sealing: Sealing;
  send: SendRequest;
  outbox: Outbox | undefined;
  log: Log;
};
type Delivery = TakenRow<"webhook_deliveries">;

const GONE = 410;
const RETRY_MS = RETRY_HOURS * 60 * 60_000;

/** Stores a delivery for each webhook, in the caller's transaction. */
export async function storeDeliveries(
  db: Db,
  webhooks: readonly string[],
  event: string,
  data: unknown,
  now = new Date(),
): Promise<void> {
  const date_created = now.toISOString();
  const body = JSON.stringify({ type: event, timestamp: date_created, data });
  for (const webhooks_id of webhooks) {
    if (await isFull(db, webhooks_id)) continue;
    await db
      .insertInto("webhook_deliveries")
      .values({
        id: newId(now.getTime()),
        webhooks_id,
        event,
        body,
        attempts: 0,
        next_try: now.getTime(),
        retry_until: event === TEST_EVENT ? null : now.getTime() + RETRY_MS,
        status: null,
        problem: null,
        response: null,
        duration: null,
        date_created,
        date_sent: null,
      })
      .execute();
    await deleteOldest(db, webhooks_id);
  }
}

async function isFull(db: Db, webhook: string): Promise<boolean> {
  const { count } = await db
    .selectFrom("webhook_deliveries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("webhooks_id", "=", webhook)
    .where("next_try", "is not", null)
    .executeTakeFirstOrThrow();
  if (Number(count) < WEBHOOKS.maxWaiting) return false;
  noteLimitHit("deliveries of a webhook");
  return true;
}

async function deleteOldest(db: Db, webhook: string): Promise<void> {
  const oldest = await db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("webhooks_id", "=", webhook)
    .orderBy("id", "desc")
    .offset(MAX_DELIVERIES)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await db
    .deleteFrom("webhook_deliveries")
    .where("webhooks_id", "=", webhook)
    .where("id", "<=", oldest.id)
    .where("next_try", "is", null)
    .execute();
}

/** Now; one that has ended is sent once more, with the id it had. */
export async function sendAgain(db: Db, webhook: string, id: string, now = Date.now()): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set((eb) => ({
      retry_until: eb.case().when("next_try", "is", null).then(null).else(eb.ref("retry_until")).end(),
      next_try: now,
    }))
    .where("id", "=", id)
    .where("webhooks_id", "=", webhook)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw forbiddenItem();
}

/** Runs on every node. */
export function createDeliveries(parts: DeliveryParts): QueueRunner {
  const queue: Queue<"webhook_deliveries"> = {
    database: parts.database,
    table: "webhook_deliveries",
    key: ["id"],
    order: "next_try",
    leaseMs: WEBHOOKS.leaseMs,
    longestWaitMs: WEBHOOKS.longestPauseMs,
  };
  return createQueueRunner({
    queue,
    lanes: WEBHOOKS.atOnce,
    lookEveryMs: WEBHOOKS.lookEveryMs,
    log: parts.log,
    work: (delivery, signal) => deliver(parts, queue, delivery, signal),
  });
}

async function deliver(
  parts: DeliveryParts,
  queue: Queue<"webhook_deliveries">,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<void> {
  const { database, sealing, send } = parts;
  const webhook = await database.db
    .selectFrom("webhooks")
    .select(["id", "url", "secret"])
    .where("id", "=", delivery.webhooks_id)
    .executeTakeFirst();
  if (!webhook) return; // deleted, and its deliveries with it
  const sentAt = new Date();
  const secret = sealing.open(webhook.secret);
  let attempt: Attempt = { status: null, problem: "secret", response: null, durationMs: 0 };
  if (secret !== undefined)
    try {
      attempt = await send(webhook.url, headersOf(delivery, secret, sentAt), delivery.body, signal);
    } catch (error) {
      // The server stops: another node sends it at once.
      await setNextTry(queue, delivery, Date.now());
      if (!signal.aborted) throw error;
      return;
    }
  if (await storeAttempt(parts, delivery, attempt, sentAt)) parts.outbox?.wake();
}

function headersOf({ id, body }: Delivery, secret: string, sentAt: Date): Record<string, string> {
  const messageId = `msg_${id}`;
  return {
    "content-type": "application/json",
    "user-agent": "Typecase-Webhooks",
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(messageId, sentAt, body),
  };
}

/** True if the webhook was turned off. */
function storeAttempt(
  { database: { db, dialect }, outbox, log }: DeliveryParts,
  delivery: Delivery,
  { status, problem, response, durationMs }: Attempt,
  sentAt: Date,
): Promise<boolean> {
  const now = Date.now();
  const until = delivery.retry_until === null ? null : Number(delivery.retry_until);
  const pause = pauseAfter(delivery.attempts, WEBHOOKS.firstPauseMs, WEBHOOKS.longestPauseMs);
  return db.transaction().execute(async (db) => {
    // Locked first, so that attempts that fail at the same time wait for each other.
    const select = db.selectFrom("webhooks").select("date_off").where("id", "=", delivery.webhooks_id);
    const webhook = await (dialect === "postgres" ? select.forNoKeyUpdate() : select).executeTakeFirst();
    const isOver =
      problem === null || status === GONE || until === null || now >= until || Boolean(webhook?.date_off);
    const next = isOver ? null : Math.min(now + pause, until);
    const stored = await db
      .updateTable("webhook_deliveries")
      .set({
        status,
        problem,
        response,
        duration: durationMs,
        date_sent: sentAt.toISOString(),
        next_try: next,
      })
      .where("id", "=", delivery.id)
      .where("attempts", "=", delivery.attempts)
      .executeTakeFirst();
    if (stored.numUpdatedRows !== 1n || problem === null) return false;
    log.info({ delivery: delivery.id, tries: delivery.attempts, status, problem }, "a webhook failed");
    if (next !== null) await postponeOthers(db, delivery, next);
    const isOff = status === GONE || (next === null && until !== null);
    return isOff && turnOff(db, outbox, delivery.webhooks_id, status === GONE ? "gone" : "failed");
  });
}

/** The receiver fails, so other events wait, too: many of them don't keep deliveries to other receivers waiting. */
async function postponeOthers(db: Db, { id, webhooks_id }: Delivery, next: number): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ next_try: next })
    .where("webhooks_id", "=", webhooks_id)
    .where("id", "<>", id)
    .where("attempts", "=", 0)
    .where("next_try", "<", next)
    .where("retry_until", "is not", null)
    .execute();
}

async function turnOff(
  db: Db,
  outbox: Outbox | undefined,
  id: string,
  reason: OffReason,
  now = new Date(),
): Promise<boolean> {
  const webhook = await db
    .updateTable("webhooks")
    .set({ date_off: now.toISOString(), off_reason: reason })
    .where("id", "=", id)
    .where("date_off", "is", null)
    .returning(["user_id", "url"])
    .executeTakeFirst();
  if (!webhook) return false;
  await db
    .updateTable("webhook_deliveries")
    .set({ next_try: null, problem: "turned_off" })
    .where("webhooks_id", "=", id)
    .where("next_try", "is not", null)
    .execute();
  await recordActions(db, SERVER, "webhook.turned-off", { kind: "webhook", ids: [id] }, now);
  const owner = await db
    .selectFrom("auth_user")
    .select("email")
    .where("id", "=", webhook.user_id)
    .executeTakeFirst();
  const recipient = owner && { to: owner.email, person: webhook.user_id };
  if (recipient) await outbox?.write(db, recipient, webhookOffLetter(webhook.url, reason));
  return true;
}
