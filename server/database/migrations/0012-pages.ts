import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** The site's own texts, one row a path. Those that come with the software are brought by the start. */
export async function createPages(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await db.schema
    .createTable("pages")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("title", text, (c) => c.notNull())
    .addColumn("body", text, (c) => c.notNull())
    .addColumn("date_updated", text, (c) => c.notNull())
    .addColumn("origin", text)
    .execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;

  // In lower case too, as every field in which words are looked for (see migration 2).
  for (const field of ["id", "title"])
    await sql.raw(`alter table pages add column ${field}_lower text`).execute(db);
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", "update of id, title"],
  ])
    await sql
      .raw(
        `create trigger pages_lower_${name} after ${when} on pages for each row begin update pages set id_lower = lower(new.id), title_lower = lower(new.title) where rowid = new.rowid; end`,
      )
      .execute(db);
}
