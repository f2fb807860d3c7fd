import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** What people type once. They go with their account. */
export async function createDetails(db: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  await db.schema
    .createTable("details")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("label", text, (c) => c.notNull())
    .addColumn("is_default", integer, (c) => c.notNull())
    .addColumn("rev", integer, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_updated", text, (c) => c.notNull())
    .addColumn("words", text, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("details_owner").on("details").columns(["user_id"]).execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;

  // In lower case too, as every field in which words are looked for (see migration 2).
  await sql`alter table details add column label_lower text`.execute(db);
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", "update of label"],
  ])
    await sql
      .raw(
        `create trigger details_lower_${name} after ${when} on details for each row begin update details set label_lower = lower(new.label) where rowid = new.rowid; end`,
      )
      .execute(db);
}
