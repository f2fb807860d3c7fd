import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/**
 * Templates of another content backend: where those are opened that can't be filled in here, and which slugs its types have, whose names
 * are free text.
 */
export async function createContentHost(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  const { schema } = db;
  await schema.alterTable("templates").addColumn("link", text).execute();
  await schema
    .createTable("host_types")
    .addColumn("host", text, (c) => c.notNull())
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("slug", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("host_types_key", ["host", "name"])
    .execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`alter table templates add column link_lower text`.execute(db);
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", "update of link"],
  ])
    await sql
      .raw(
        `create trigger templates_link_lower_${name} after ${when} on templates for each row begin update templates set link_lower = lower(new.link) where rowid = new.rowid; end`,
      )
      .execute(db);
}
