import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { ColumnKinds } from "../column-kinds.ts";

/**
 * What operators keep besides templates: pages have a revision and a place in the footer, uses, exports and searches are counted by day,
 * and lines of the log of actions that are older than a year can be deleted.
 */
export async function createKeeping(db: Kysely<unknown>, kinds: ColumnKinds): Promise<void> {
  await addToPages(db, kinds);
  await createDayCounts(db, kinds);
  await letOldLinesGo(db, db.getExecutor().adapter instanceof PostgresAdapter);
}

async function addToPages(db: Kysely<unknown>, { integer }: ColumnKinds): Promise<void> {
  await db.schema
    .alterTable("pages")
    .addColumn("rev", integer, (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable("pages").addColumn("footer", integer).execute();
  await sql`update pages set footer = case id when 'privacy' then 1 else 2 end`.execute(db);
}

/** Counts and nothing else: a row says on which day, what, and of which template or with which words; never who. */
async function createDayCounts({ schema }: Kysely<unknown>, { text, integer }: ColumnKinds): Promise<void> {
  await schema
    .createTable("day_counts")
    .addColumn("day", text, (c) => c.notNull())
    .addColumn("kind", text, (c) => c.notNull())
    .addColumn("subject", text, (c) => c.notNull())
    .addColumn("count", integer, (c) => c.notNull())
    .addPrimaryKeyConstraint("day_counts_key", ["day", "kind", "subject"])
    .execute();
  await schema
    .alterTable("templates")
    .addColumn("exported", integer, (c) => c.notNull().defaultTo(0))
    .execute();
}

const APPEND_ONLY = "the log of actions is append-only for a year";

/** By the database's own clock, so that no moment a caller names makes a younger line go. */
async function letOldLinesGo(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  if (!isPostgres) {
    const yearAgo = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 year')";
    await sql.raw("drop trigger actions_no_delete").execute(db);
    await sql
      .raw(
        `create trigger actions_no_delete before delete on actions when old.at >= ${yearAgo} begin select raise(abort, '${APPEND_ONLY}'); end`,
      )
      .execute(db);
    return;
  }
  const yearAgo = `to_char((now() at time zone 'utc') - interval '1 year', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  await sql
    .raw(
      `create or replace function actions_only_append() returns trigger language plpgsql as $$ begin
         if tg_op = 'DELETE' and old.at < ${yearAgo} then return old; end if;
         raise exception '${APPEND_ONLY}';
       end $$`,
    )
    .execute(db);
}
