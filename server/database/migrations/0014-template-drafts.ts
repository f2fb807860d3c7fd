import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** The fields in which words are looked for. */
const WORDS = ["state", "template_name", "type", "category", "slug", "description", "words", "title"];

/**
 * Templates that somebody is working on. One that operators have of a published template is there once, so that whoever opens it
 * finds what the others have typed. What comes first in a row is short: a list of drafts passes no source.
 */
export async function createTemplateDrafts(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const { text, integer } = kinds;
  await db.schema
    .createTable("template_drafts")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.references("user.id").onDelete("set null"))
    .addColumn("owner_id", text, (c) => c.references("user.id").onDelete("cascade"))
    .addColumn("templates_id", text, (c) => c.references("templates.id").onDelete("set null"))
    .addColumn("base_number", integer)
    .addColumn("rev", integer, (c) => c.notNull())
    .addColumn("state", text, (c) => c.notNull())
    .addColumn("template_name", text, (c) => c.notNull())
    .addColumn("type", text, (c) => c.notNull())
    .addColumn("category", text, (c) => c.notNull())
    .addColumn("slug", text, (c) => c.notNull())
    .addColumn("description", text)
    .addColumn("words", text)
    .addColumn("title", text)
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_updated", text, (c) => c.notNull())
    .addColumn("page", text, (c) => c.notNull())
    .addColumn("theme", text, (c) => c.notNull())
    .addColumn("content", text, (c) => c.notNull())
    .addColumn("fields", text, (c) => c.notNull())
    .addColumn("sample", text, (c) => c.notNull())
    .execute();
  for (const column of ["user_id", "owner_id"])
    await db.schema
      .createIndex(`template_drafts_${column}`)
      .on("template_drafts")
      .columns([column])
      .execute();
  await sql`create unique index template_drafts_once on template_drafts (templates_id) where owner_id is null`.execute(
    db,
  );
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) await keepLowerCase(db);
}

/** In lower case too, as every field in which words are looked for (see migration 2). */
async function keepLowerCase(db: Kysely<unknown>): Promise<void> {
  for (const field of WORDS)
    await sql.raw(`alter table template_drafts add column ${field}_lower text`).execute(db);
  const lowered = WORDS.map((field) => `${field}_lower = lower(new.${field})`).join(", ");
  const does = `begin update template_drafts set ${lowered} where rowid = new.rowid; end`;
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", `update of ${WORDS.join(", ")}`],
  ])
    await sql
      .raw(
        `create trigger template_drafts_lower_${name} after ${when} on template_drafts for each row ${does}`,
      )
      .execute(db);
}
