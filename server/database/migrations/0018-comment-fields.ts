import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** A comment may be about one field of a draft: on the sheet its number stands beside that field. */
export async function addCommentFields(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await db.schema.alterTable("draft_comments").addColumn("field", text).execute();
}
