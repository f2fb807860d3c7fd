import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/**
 * Ratings are given by people who exported a template. Until now the files of the library brought a number of their own;
 * those numbers are nobody's and are dropped. The default order of lists becomes most used, then newest.
 */
export async function createRatings(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  await createTables(db, kinds);
  await keepSums(db, kinds);
  await tellNews(db, kinds);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await indexOrders(db, isPostgres);
  if (!isPostgres) await keepLowerCase(db);
}

async function createTables({ schema }: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  await schema
    .createTable("ratings")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("templates_id", text, (c) => c.notNull().references("templates.id").onDelete("cascade"))
    .addColumn("user_id", text, (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("stars", integer, (c) => c.notNull())
    .addColumn("words", text)
    .addColumn("hidden", text)
    .addColumn("hidden_words", text)
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_updated", text, (c) => c.notNull())
    .addUniqueConstraint("ratings_once", ["templates_id", "user_id"])
    .execute();
  await schema.createIndex("ratings_owner").on("ratings").columns(["user_id"]).execute();
  await schema.createIndex("ratings_stars").on("ratings").columns(["templates_id", "stars"]).execute();
  await schema
    .createIndex("ratings_newest")
    .on("ratings")
    .columns(["templates_id", "date_updated", "id"])
    .execute();

  await schema
    .createTable("exports")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("templates_id", text, (c) => c.notNull().references("templates.id").onDelete("cascade"))
    .addColumn("ratings_id", text, (c) => c.references("ratings.id").onDelete("set null"))
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("date_updated", text, (c) => c.notNull())
    .addUniqueConstraint("exports_once", ["user_id", "templates_id"])
    .execute();
  for (const column of ["templates_id", "ratings_id"])
    await schema.createIndex(`exports_${column}`).on("exports").columns([column]).execute();
}

async function keepSums(db: Kysely<unknown>, { integer, real }: ColumnKinds): Promise<void> {
  await sql`update templates set rating = null where rating is not null`.execute(db);
  for (const column of ["rating_count", "rating_sum"])
    await db.schema
      .alterTable("templates")
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable("templates").addColumn("rating_order", real).execute();
}

/** As for pictures, see migration 3. */
async function tellNews({ schema }: Kysely<unknown>, { integer }: ColumnKinds): Promise<void> {
  for (const table of ["catalogue", "catalogue_changes"])
    await schema
      .alterTable(table)
      .addColumn("ratings", integer, (c) => c.notNull().defaultTo(0))
      .execute();
  await schema
    .createIndex("catalogue_changes_ratings")
    .on("catalogue_changes")
    .columns(["ratings", "template_id"])
    .execute();
}

async function indexOrders(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const used = "used desc, date_created desc, template_name";
  for (const [name, order] of [
    ["rating", `rating_order desc${isPostgres ? " nulls last" : ""}, ${used}`],
    ["used", used],
  ]) {
    await db.schema.dropIndex(`templates_by_${name}`).execute();
    await sql
      .raw(`create index templates_by_${name} on templates (published, type, ${order}, id, category, papers)`)
      .execute(db);
  }
}

/** Every field in which words are looked for (see migration 2). */
async function keepLowerCase(db: Kysely<unknown>): Promise<void> {
  for (const column of ["words", "hidden"])
    await sql.raw(`alter table ratings add column ${column}_lower text`).execute(db);
  const does =
    "begin update ratings set words_lower = lower(new.words), hidden_lower = lower(new.hidden) where rowid = new.rowid; end";
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", "update of words, hidden"],
  ])
    await sql
      .raw(`create trigger ratings_lower_${name} after ${when} on ratings for each row ${does}`)
      .execute(db);
}
