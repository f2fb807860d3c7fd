import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Labels of documents, one row each. They go with their document. */
export async function createDocumentLabels(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await db.schema
    .createTable("document_labels")
    .addColumn("id", text, (c) => c.primaryKey())
    .addColumn("user_id", text, (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("documents_id", text, (c) => c.notNull().references("documents.id").onDelete("cascade"))
    .addColumn("label", text, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("document_labels_document")
    .on("document_labels")
    .columns(["documents_id", "label"])
    .unique()
    .execute();
  // Answers how many documents of a person have each label.
  await db.schema
    .createIndex("document_labels_owner")
    .on("document_labels")
    .columns(["user_id", "label"])
    .execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;

  // In lower case too, as every field in which words are looked for (see migration 2).
  await sql`alter table document_labels add column label_lower text`.execute(db);
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", "update of label"],
  ])
    await sql
      .raw(
        `create trigger document_labels_lower_${name} after ${when} on document_labels for each row begin update document_labels set label_lower = lower(new.label) where rowid = new.rowid; end`,
      )
      .execute(db);
  // A list by name is read without passing what was filled in, which stands before the title in lower case and may be megabytes.
  await sql`create index documents_by_title on documents (user_id, title_lower)`.execute(db);
}
