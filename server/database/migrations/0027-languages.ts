import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** The language in which a person uses the site and gets emails, and the language of each email that waits. Null: unknown. */
export async function addLanguages(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await db.schema.alterTable("user").addColumn("language", text).execute();
  await db.schema.alterTable("mail_outbox").addColumn("language", text).execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`alter table "user" add column language_lower text`.execute(db);
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", "update of language"],
  ])
    await sql
      .raw(
        `create trigger user_language_lower_${name} after ${when} on "user" for each row begin update "user" set language_lower = lower(new.language) where rowid = new.rowid; end`,
      )
      .execute(db);
}
