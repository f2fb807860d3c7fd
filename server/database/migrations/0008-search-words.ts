import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Other words that people look for types and templates by, and the searches that found nothing. */
export async function createSearchWords(db: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  const { schema } = db;
  await schema.alterTable("templates").addColumn("words", text).execute();
  await keepWordsInLowerCase(db);
  await schema
    .alterTable("types")
    .addColumn("words", text, (c) => c.notNull().defaultTo("{}"))
    .execute();
  await schema
    .createTable("missed_searches")
    .addColumn("words", text, (c) => c.primaryKey())
    .addColumn("times", integer, (c) => c.notNull())
    .addColumn("last_day", text, (c) => c.notNull())
    .execute();
}

/** As step 2 did for the texts there were then. */
async function keepWordsInLowerCase(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql.raw(`alter table "templates" add column "words_lower" text`).execute(db);
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", `update of "words"`],
  ])
    await sql
      .raw(
        `create trigger "templates_words_lower_${name}" after ${when} on "templates" for each row begin update "templates" set "words_lower" = lower(new."words") where rowid = new.rowid; end`,
      )
      .execute(db);
}
