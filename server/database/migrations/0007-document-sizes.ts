import { type Kysely, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

type Sized = { documents: { title: string; data: string; theme: string; bytes: number } };

/** Each document says how large it is, so that a person's share can be added up without reading what they wrote. */
export async function keepDocumentSizes(db: Kysely<unknown>, { integer }: ColumnKinds): Promise<void> {
  await db.schema
    .alterTable("documents")
    .addColumn("bytes", integer, (c) => c.notNull().defaultTo(0))
    .execute();
  await (db as Kysely<Sized>)
    .updateTable("documents")
    .set({ bytes: sql<number>`octet_length(title) + octet_length(data) + octet_length(theme)` })
    .execute();
  // The index alone answers how many there are and how large they are together.
  await db.schema.createIndex("documents_size").on("documents").columns(["user_id", "bytes"]).execute();
}
