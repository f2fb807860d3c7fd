import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Pictures at other sizes are made once and kept; they go with their file. */
export async function createFileTransforms(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  const { text, integer, bytes } = kinds;
  await db.schema
    .createTable("file_transforms")
    .addColumn("file_id", text, (c) => c.notNull().references("files.id").onDelete("cascade"))
    .addColumn("name", text, (c) => c.notNull())
    .addColumn("is_preset", integer, (c) => c.notNull())
    .addColumn("bytes", bytes, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .addPrimaryKeyConstraint("file_transforms_key", ["file_id", "name"])
    .execute();
}
