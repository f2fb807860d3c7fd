import type { Kysely } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** How the result of a job is delivered, what its person calls it, and whether they have downloaded it. */
export async function addJobDelivery({ schema }: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await schema
    .alterTable("jobs")
    .addColumn("delivery", text, (c) => c.notNull().defaultTo("zip"))
    .execute();
  await schema.alterTable("jobs").addColumn("title", text).execute();
  await schema.alterTable("jobs").addColumn("date_downloaded", text).execute();
}
