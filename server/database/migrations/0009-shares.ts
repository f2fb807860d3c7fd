import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Links with which anybody reads one document. They go with the document, and with it when its owner goes. */
export async function createShares(db: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  await db.schema
    .createTable("shares")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("documents_id", text, (c) =>
      c.notNull().unique().references("documents.id").onDelete("cascade"),
    )
    .addColumn("secret_hash", text, (c) => c.notNull().unique())
    .addColumn("ends", text)
    .addColumn("opened", integer, (c) => c.notNull())
    .addColumn("date_created", text, (c) => c.notNull())
    .execute();
}
