import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/** A rating can wait for an operator, and counts only when it is shown. All that are there already count. */
export async function addRatingState(db: Kysely<unknown>, { text }: ColumnKinds): Promise<void> {
  await db.schema
    .alterTable("ratings")
    .addColumn("state", text, (column) => column.notNull().defaultTo("shown"))
    .execute();
  // Operators look for those that wait.
  await db.schema.createIndex("ratings_state").on("ratings").columns(["state", "id"]).execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`alter table ratings add column state_lower text default 'shown'`.execute(db);
  for (const [name, when] of [
    ["made", "insert"],
    ["changed", "update of state"],
  ])
    await sql
      .raw(
        `create trigger ratings_state_lower_${name} after ${when} on ratings for each row begin update ratings set state_lower = lower(new.state) where rowid = new.rowid; end`,
      )
      .execute(db);
}
