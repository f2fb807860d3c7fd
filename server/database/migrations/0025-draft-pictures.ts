import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** The first page of a draft, small, so that a list of drafts renders nothing. It is made anew for another revision. */
export async function createDraftPictures(
  db: Kysely<unknown>,
  { text, integer, bytes }: ColumnKinds,
): Promise<void> {
  await db.schema
    .createTable("draft_pictures")
    .addColumn("template_drafts_id", text, (c) =>
      c.primaryKey().references("template_drafts.id").onDelete("cascade"),
    )
    .addColumn("rev", integer, (c) => c.notNull())
    .addColumn("bytes", bytes)
    .addColumn("problem", text)
    .addColumn("date_created", text, (c) => c.notNull())
    .execute();
}
