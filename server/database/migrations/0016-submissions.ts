import { type Kysely, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/**
 * People hand in drafts; a template that was made of one has an author. `authored` stays 1 when the author's account is gone, so that
 * the template is "a former member's" and not the library's own.
 */
export async function createSubmissions(db: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  await db.schema.alterTable("template_drafts").addColumn("licence", text).execute();
  await db.schema
    .createTable("draft_comments")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("template_drafts_id", text, (c) =>
      c.notNull().references("template_drafts.id").onDelete("cascade"),
    )
    .addColumn("user_id", text, (c) => c.references("user.id").onDelete("set null"))
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("words", text, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .execute();
  for (const column of ["template_drafts_id", "user_id"])
    await db.schema.createIndex(`draft_comments_${column}`).on("draft_comments").column(column).execute();

  await db.schema
    .alterTable("templates")
    .addColumn("author_id", text, (c) => c.references("user.id").onDelete("set null"))
    .execute();
  await db.schema
    .alterTable("templates")
    .addColumn("authored", integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("templates").addColumn("licence", text).execute();
  await sql`create index templates_author on templates (author_id) where author_id is not null`.execute(db);

  await db.schema.alterTable("user").addColumn("handle", text).execute();
  await db.schema
    .alterTable("user")
    .addColumn("leaving", text, (c) => c.notNull().defaultTo("stay"))
    .execute();
  await db.schema.createIndex("user_handle").unique().on("user").column("handle").execute();
}
