import { type Kysely, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Webhooks of people and what is sent to them. A delivery is taken with a lease, as a slice of a job is. */
export async function createWebhooks(
  { schema }: Kysely<unknown>,
  { text, integer, bigInteger }: ColumnKinds,
): Promise<void> {
  await schema
    .createTable("webhooks")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().references("auth_user.id").onDelete("cascade"))
    .addColumn("url", text, (c) => c.notNull())
    .addColumn("events", text, (c) => c.notNull())
    .addColumn("secret", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_secret", text, (c) => c.notNull())
    .addColumn("date_off", text)
    .addColumn("off_reason", text)
    .execute();
  await schema.createIndex("webhooks_user").on("webhooks").columns(["user_id", "id"]).execute();
  await schema
    .createTable("webhook_deliveries")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("webhooks_id", text, (c) => c.notNull().references("webhooks.id").onDelete("cascade"))
    .addColumn("event", text, (c) => c.notNull())
    .addColumn("body", text, (c) => c.notNull())
    .addColumn("attempts", integer, (c) => c.notNull())
    .addColumn("next_try", bigInteger)
    .addColumn("retry_until", bigInteger)
    .addColumn("status", integer)
    .addColumn("problem", text)
    .addColumn("response", text)
    .addColumn("duration", integer)
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_sent", text)
    .execute();
  await schema
    .createIndex("webhook_deliveries_webhook")
    .on("webhook_deliveries")
    .columns(["webhooks_id", "id"])
    .execute();
  await schema
    .createIndex("webhook_deliveries_next")
    .on("webhook_deliveries")
    .column("next_try")
    .where(sql.ref("next_try"), "is not", null)
    .execute();
}
