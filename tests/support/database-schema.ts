import { sql } from "kysely";
import { readSettings } from "../../server/config/settings.ts";
import { type Database, openDatabase } from "../../server/database/connect.ts";
import { type Place, quietLog } from "./databases.ts";

/** Opens a database without migrating it. */
export async function withDatabase<T>(
  { environment }: Pick<Place, "environment">,
  work: (database: Database) => T | Promise<T>,
): Promise<T> {
  const database = await openDatabase(readSettings({ NODE_ENV: "test", ...environment }), quietLog);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Tables, columns, indices, constraints and triggers, as the database describes them. */
export async function readSchema({ db, dialect }: Database): Promise<unknown[]> {
  if (dialect === "sqlite") {
    const all = await sql`select type, name, sql from sqlite_master order by type, name`.execute(db);
    return all.rows;
  }
  const parts = [
    sql`select table_name, column_name, data_type, is_nullable, column_default, collation_name
        from information_schema.columns where table_schema = 'public' order by 1, 2`,
    sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
    sql`select trigger_name, event_object_table, action_statement
        from information_schema.triggers order by 1, 2, event_manipulation`,
    sql`select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    sql`select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  ];
  return Promise.all(parts.map(async (part) => (await part.execute(db)).rows));
}
