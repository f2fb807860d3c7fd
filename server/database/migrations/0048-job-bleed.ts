import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** Whether the PDFs of a job are for a print shop: 1 or 0. */
export async function addJobBleed({ schema }: Kysely<unknown>, { integer }: ColumnKinds): Promise<void> {
  await schema
    .alterTable("jobs")
    .addColumn("bleed", integer, (c) => c.notNull().defaultTo(0))
    .execute();
}
