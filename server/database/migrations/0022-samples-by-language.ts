import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Samples in other languages, of a template and of each of its versions. Those that are there already have none. */
export async function addSamplesByLanguage(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  for (const table of ["templates", "template_versions"])
    await db.schema
      .alterTable(table)
      .addColumn("samples", text, (column) => column.notNull().defaultTo("{}"))
      .execute();
}
