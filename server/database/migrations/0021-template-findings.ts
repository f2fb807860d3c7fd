import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** What the last check of a template found is kept with it. Of those that are there already nothing is known yet. */
export async function addTemplateFindings(
  db: Kysely<unknown>,
  { text, integer }: ColumnKinds,
): Promise<void> {
  await db.schema.alterTable("templates").addColumn("findings", integer).execute();
  await db.schema.alterTable("templates").addColumn("checked_with", text).execute();
}
