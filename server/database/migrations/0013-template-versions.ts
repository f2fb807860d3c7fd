import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** The fields of a version in which words are looked for. */
const WORDS = ["template_name", "title", "note", "kit", "engine"];

/**
 * Every template becomes version 1 of itself, and every document is pinned to it. Which kit that version was made with is filled in
 * by the start that follows, which knows the kit. What comes first in a row is short: a list of versions passes no source.
 */
export async function createTemplateVersions(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await createTables(db, kinds);
  if (!isPostgres) await addLowerCase(db);
  await addColumns(db, kinds, isPostgres);

  // Version 1 has the id of its template, so that both statements are one pass over a table.
  const lowered = isPostgres ? "" : ", template_name_lower, title_lower";
  await sql
    .raw(
      `insert into template_versions (id, templates_id, number, template_name, title, date_created, version, page, theme, content, fields, sample${lowered})
       select id, id, 1, template_name, title, date_updated, version, page, theme, content, fields, sample${lowered} from templates`,
    )
    .execute(db);
  await sql`update templates set version_number = 1`.execute(db);
  await sql`update templates set state = 'hidden' where published = 0`.execute(db);
  // A hash stays only with what an operator hides from now on; what a folder no longer has comes back with the folder.
  await sql`update templates set source_hash = null where published = 0`.execute(db);
  await sql`update documents set template_versions_id = templates_id`.execute(db);

  await indexVersions(db);
  if (!isPostgres) await keepLowerCase(db, "template_versions", WORDS);
}

async function createTables({ schema }: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  await schema
    .createTable("kits")
    .addColumn("hash", text, (c) => c.primaryKey())
    .addColumn("files", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .execute();
  await schema
    .createTable("template_versions")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("templates_id", text, (c) => c.notNull().references("templates.id").onDelete("cascade"))
    .addColumn("number", integer, (c) => c.notNull())
    .addColumn("kit", text)
    .addColumn("engine", text)
    .addColumn("note", text)
    .addColumn("user_id", text, (c) => c.references("user.id").onDelete("set null"))
    .addColumn("date_created", text, (c) => c.notNull())
    .addColumn("version", text, (c) => c.notNull())
    .addColumn("template_name", text, (c) => c.notNull())
    .addColumn("title", text)
    .addColumn("page", text, (c) => c.notNull())
    .addColumn("theme", text, (c) => c.notNull())
    .addColumn("fields", text, (c) => c.notNull())
    .addColumn("sample", text, (c) => c.notNull())
    .addColumn("content", text, (c) => c.notNull())
    .execute();
}

async function addColumns(
  db: Kysely<unknown>,
  { text, integer }: ColumnKinds,
  isPostgres: boolean,
): Promise<void> {
  await db.schema
    .alterTable("templates")
    .addColumn("state", text, (c) => c.notNull().defaultTo("published"))
    .execute();
  await db.schema
    .alterTable("templates")
    .addColumn("version_number", integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("documents")
    .addColumn("template_versions_id", text, (c) => c.references("template_versions.id").onDelete("set null"))
    .execute();
  await db.schema.alterTable("documents").addColumn("left_version", integer).execute();
  if (isPostgres) return;
  await sql`alter table templates add column state_lower text default 'published'`.execute(db);
  await keepLowerCase(db, "templates", ["state"], "templates_state");
}

async function indexVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("template_versions_number")
    .on("template_versions")
    .columns(["templates_id", "number"])
    .unique()
    .execute();
  await db.schema.createIndex("template_versions_user").on("template_versions").column("user_id").execute();
  await sql`create index template_versions_without_kit on template_versions (id) where kit is null`.execute(
    db,
  );
  await db.schema
    .createIndex("documents_version")
    .on("documents")
    .columns(["template_versions_id"])
    .execute();
}

async function addLowerCase(db: Kysely<unknown>): Promise<void> {
  for (const column of WORDS)
    await sql.raw(`alter table template_versions add column ${column}_lower text`).execute(db);
}

/** In lower case too, as every field in which words are looked for (see migration 2). */
async function keepLowerCase(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
  name = table,
): Promise<void> {
  const lowered = columns.map((column) => `${column}_lower = lower(new.${column})`).join(", ");
  for (const [suffix, when] of [
    ["made", "insert"],
    ["changed", `update of ${columns.join(", ")}`],
  ])
    await sql
      .raw(
        `create trigger ${name}_lower_${suffix} after ${when} on ${table} for each row begin update ${table} set ${lowered} where rowid = new.rowid; end`,
      )
      .execute(db);
}
