import type { WebhookEvent } from "../../contract/people/webhooks.ts";
import type { Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { messageOf } from "../errors/errors.ts";
import type { RecordExport } from "../rendering/requests/exports.ts";
import { createDeliveries, type DeliveryParts, storeDeliveries } from "./deliveries.ts";

/**
 * Events for webhooks, in the transaction of what happened. They carry ids, names and links; what is in documents and messages is read
 * with a key.
 */
export type Webhooks = {
  jobFinished(db: Db, job: string): Promise<void>;
  templatePublished(db: Db, template: string): Promise<void>;
  messageReceived(db: Db, message: string): Promise<void>;
  /** Records exports, and announces those of people. */
  announceExports(record: RecordExport): RecordExport;
  /** Sends what is stored. */
  wake(): void;
  close(): Promise<void>;
};

export function createWebhooks(parts: DeliveryParts & { publicUrl: string | undefined }): Webhooks {
  const { database, publicUrl = "", log } = parts;
  const deliveries = createDeliveries(parts);
  const link = (path: string) => publicUrl + path;

  async function announceExport(userId: string, template: string, files: number): Promise<void> {
    const { db } = database;
    const webhooks = await findWebhooks(db, "document.exported", userId);
    if (webhooks.length === 0) return;
    const data = { template: await describeTemplate(db, template, link), files };
    await storeDeliveries(db, webhooks, "document.exported", data);
    deliveries.wake();
  }

  return {
    async jobFinished(db, id) {
      const job = await db
        .selectFrom("jobs")
        .select(["user_id", "templates_id", "rows", "date_created", "date_finished", "date_expires"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const webhooks = await findWebhooks(db, "job.finished", job.user_id);
      if (webhooks.length === 0) return;
      const { made, failed } = await db
        .selectFrom("job_slices")
        .select(({ fn }) => [fn.sum<number>("made").as("made"), fn.sum<number>("failed").as("failed")])
        .where("jobs_id", "=", id)
        .executeTakeFirstOrThrow();
      const { user_id, templates_id, ...dates } = job;
      const result = link(`/render/jobs/${id}/result`);
      await storeDeliveries(db, webhooks, "job.finished", {
        job: { id, ...dates, made: Number(made), failed: Number(failed), result },
        template: await describeTemplate(db, templates_id, link),
      });
    },

    async templatePublished(db, id) {
      const webhooks = await findWebhooks(db, "template.published");
      if (webhooks.length === 0) return;
      const { version_number: version } = await db
        .selectFrom("templates")
        .select("version_number")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const template = await describeTemplate(db, id, link);
      await storeDeliveries(db, webhooks, "template.published", { template: { ...template, version } });
    },

    async messageReceived(db, id) {
      const webhooks = await findWebhooks(db, "message.received");
      await storeDeliveries(db, webhooks, "message.received", {
        message: { id, url: link("/studio/messages") },
      });
    },

    announceExports: (record) => async (viewer, template, requestLog, files) => {
      await record(viewer, template, requestLog, files);
      if (viewer.role === "visitor" || !viewer.userId || files === 0) return;
      const { userId } = viewer;
      // The export itself succeeded, so the client gets it.
      await withDatabase(() => announceExport(userId, template, files ?? 1)).catch((error) =>
        log.warn({ error: messageOf(error) }, "export not sent to webhooks"),
      );
    },

    ...deliveries,
  };
}

/** The active webhooks with that event: those of a person, or of all operators. */
async function findWebhooks(db: Db, event: WebhookEvent, userId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom("webhooks")
    .innerJoin("auth_user", "auth_user.id", "webhooks.user_id")
    .select("webhooks.id")
    .where("webhooks.events", "like", `%${event}%`)
    .where("webhooks.date_off", "is", null)
    .where("auth_user.disabledAt", "is", null)
    .where((eb) => (userId ? eb("webhooks.user_id", "=", userId) : eb("auth_user.role", "=", "operator")))
    .execute();
  return rows.map(({ id }) => id);
}

async function describeTemplate(db: Db, id: string, link: (path: string) => string) {
  const found = await db
    .selectFrom("templates")
    .select(["template_name", "url"])
    .where("id", "=", id)
    .executeTakeFirst();
  return { id, name: found?.template_name ?? null, url: found ? link(found.url) : null };
}
