import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Documents have a bin: when one was moved there. Programs that don't know it show them as they did before. */
export async function createBin(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await db.schema.alterTable("documents").addColumn("date_deleted", text).execute();
  // Almost all are not in it, and only those that are are looked for.
  await db.schema
    .createIndex("documents_bin")
    .on("documents")
    .column("date_deleted")
    .where("date_deleted" as never, "is not", null)
    .execute();
}
