import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Translations that people suggest. An accepted one stays when the account of its author is deleted. */
export async function createTranslations({ schema }: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await schema
    .createTable("translations")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("language", text, (c) => c.notNull())
    .addColumn("catalogue", text, (c) => c.notNull())
    .addColumn("message_id", text, (c) => c.notNull())
    .addColumn("message", text, (c) => c.notNull())
    .addColumn("context", text)
    .addColumn("suggestion", text, (c) => c.notNull())
    .addColumn("accepted_text", text)
    .addColumn("comment", text)
    .addColumn("user_id", text, (c) => c.references("user.id").onDelete("set null"))
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("decided_by", text, (c) => c.references("user.id").onDelete("set null"))
    .addColumn("date_decided", text)
    .execute();
  await schema
    .createIndex("translations_listed")
    .on("translations")
    .columns(["state", "language", "date_created", "id"])
    .execute();
  await schema
    .createIndex("translations_of_message")
    .on("translations")
    .columns(["language", "message_id", "state"])
    .execute();
  for (const column of ["user_id", "decided_by"])
    await schema.createIndex(`translations_${column}`).on("translations").columns([column]).execute();
}
