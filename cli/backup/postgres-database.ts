import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { columnKinds } from "../../server/database/column-kinds.ts";
import { createStepsTable, MIGRATIONS, migrateDatabase, waitForTurn } from "../../server/database/migrate.ts";
import { FILL_SQLITE_SEARCH } from "../../server/database/migrations/0023-stored-search.ts";
import { NodeSqliteDialect, openSqlite } from "../../server/database/sqlite.ts";
import type { Tables } from "../../server/database/tables.ts";
import { codeOf, messageOf, StartProblem, startProblem } from "../../server/errors/errors.ts";
import { quietLog } from "../resources.ts";
import { shownPath } from "../terminal.ts";
import {
  belongsInBackup,
  type Contents,
  columnsOf,
  isMadeAgain,
  loweredColumns,
  readBackup,
  requireKnownStep,
  rowsOf,
  sealBackup,
  tablesOf,
} from "./backup-file.ts";
import { makePrivateFile, settle } from "./durable-files.ts";
import {
  createInserter,
  type Db,
  query,
  quoted,
  readStep,
  readTables,
  streamRows,
  withPostgres,
} from "./postgres-connection.ts";
import { createDigest, type Digests, differences } from "./row-digest.ts";
import type { Replaced } from "./sqlite-database.ts";

/** A copy as of one moment: all of it is read in one snapshot, whatever is written meanwhile. */
export async function copyPostgres(url: string, target: string): Promise<Contents> {
  const draft = `${target}.part`;
  makePrivateFile(draft);
  try {
    const read = await withPostgres(url, (db) =>
      db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute((db) => copyInto(draft, db)),
    );
    sealBackup(draft);
    const contents = readBackup(draft);
    requireSame(contents.digests, read);
    settle(draft, target);
    return contents;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function copyInto(draft: string, db: Db): Promise<Digests> {
  await query(db, "set local statement_timeout = 0");
  const step = await readStep(db);
  if (step === 0) throw startProblem("There is no Typecase database at DATABASE_URL yet.", "Correct it.");
  requireKnownStep(step, "The database");
  const { sqlite, close } = await makeSqlite(draft, step);
  try {
    const tables = await readTables(db);
    // Written to a draft, so that an interrupted copy is never taken for a backup.
    sqlite.exec("pragma journal_mode = memory; pragma synchronous = off; pragma foreign_keys = off; begin");
    const triggers = sqlite.prepare("select name, sql from sqlite_master where type = 'trigger'").all();
    for (const { name } of triggers) sqlite.exec(`drop trigger "${name}"`);
    const digests: Digests = {};
    for (const table of tablesOf(sqlite)) {
      const columns = requireColumns(table, columnsOf(sqlite, table), tables.get(table));
      sqlite.exec(`delete from "${table}"`); // what the migrations put there is among the rows
      const places = columns.map(() => "?").join(", ");
      const insert = sqlite.prepare(
        `insert into "${table}" (${columns.map(quoted).join(", ")}) values (${places})`,
      );
      const digest = createDigest();
      const rows = isMadeAgain(table) ? [] : streamRows(db, table, columns);
      for await (const row of rows) {
        if (!belongsInBackup(table, row)) continue;
        insert.run(...columns.map((name) => row[name] ?? null));
        digest.add(row);
      }
      digests[table] = digest.result();
      const lowered = loweredColumns(sqlite, table).map(({ name, of }) => `"${name}" = lower("${of}")`);
      if (lowered.length > 0) sqlite.exec(`update "${table}" set ${lowered.join(", ")}`);
    }
    // Filled by the triggers that are missing while rows are copied.
    if (hasStoredSearch(sqlite)) sqlite.exec(`delete from template_search; ${FILL_SQLITE_SEARCH}`);
    for (const { sql } of triggers) sqlite.exec(String(sql));
    sqlite.exec("commit");
    return digests;
  } finally {
    await close();
  }
}

/**
 * Puts a backup in the place of what a database holds, in one transaction: until its last moment the database is as it was.
 * What was there is copied to a file first.
 */
export async function replacePostgres(source: string, url: string, aside: string): Promise<Replaced> {
  const contents = readBackup(source);
  requireKnownStep(contents.step, shownPath(source));
  const backup = new DatabaseSync(source, { readOnly: true });
  try {
    return await withPostgres(url, async (db) => {
      const step = await db.transaction().execute(async (db) => {
        await requireExclusiveAccess(db);
        return readStep(db);
      });
      if (step > 0) await copyPostgres(url, aside);
      await db.transaction().execute((db) => replaceAll(db, backup, contents));
      return { contents, setAside: step > 0 ? [aside] : [] };
    });
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    if (codeOf(error) === LOCK_TIMEOUT) throw inUse();
    throw startProblem(`The backup could not be restored (${messageOf(error)}).`, "Nothing was changed.");
  } finally {
    backup.close();
  }
}

const LOCK_TIMEOUT = "55P03";

async function replaceAll(db: Db, backup: DatabaseSync, { step, digests }: Contents): Promise<void> {
  await query(db, "set local lock_timeout = '5s'");
  await query(db, "set local statement_timeout = 0");
  await waitForTurn(db); // a server that starts now waits until all of it is there
  await dropEverything(db, new Set([...(await knownTables()), ...tablesOf(backup)]));
  await createStepsTable(db);
  for (const migration of MIGRATIONS)
    if (migration.number <= step) await migration.run(db, columnKinds("postgres"));

  const tables = await readTables(db);
  const foreignKeys = await query(
    db,
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  // Rows may be inserted in any order, and triggers are off: their results are among the rows already.
  for (const { table, name } of foreignKeys) await query(db, `alter table ${table} drop constraint ${name}`);
  for (const table of tables.keys()) await query(db, `alter table ${quoted(table)} disable trigger user`);
  for (const [table, columns] of tables) {
    requireColumns(table, columns, columnsOf(backup, table));
    await query(db, `delete from ${quoted(table)}`);
    const inserter = createInserter(db, table, columns);
    for (const row of rowsOf(backup, table)) await inserter.add(row);
    await inserter.end();
    await continueCounters(db, table, columns);
  }
  for (const table of tables.keys()) await query(db, `alter table ${quoted(table)} enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await query(db, `alter table ${table} add constraint ${name} ${definition}`);

  const found: Digests = {};
  for (const [table, columns] of tables) {
    const digest = createDigest();
    for await (const row of streamRows(db, table, columns)) digest.add(row);
    found[table] = digest.result();
  }
  requireSame(found, digests);
}

function hasStoredSearch(sqlite: DatabaseSync): boolean {
  return sqlite.prepare("select 1 from sqlite_master where name = 'template_search'").get() !== undefined;
}

/** Tables of this version, by name. */
async function knownTables(): Promise<string[]> {
  const { sqlite, close } = await makeSqlite(":memory:", Number.POSITIVE_INFINITY);
  const names = tablesOf(sqlite);
  await close();
  return names;
}

/** Drops tables of an earlier or later step, which would block migrations; tables of other programs stay. */
async function dropEverything(db: Db, ours: Set<string>): Promise<void> {
  const present = [...(await readTables(db)).keys()];
  const foreign = present.filter((name) => !ours.has(name));
  if (foreign.length > 0)
    throw startProblem(
      `The database holds tables that are not Typecase's: ${foreign.join(", ")}.`,
      "Nothing was changed; restore into a database of its own.",
    );
  if (present.length > 0) await query(db, `drop table ${present.map(quoted).join(", ")} cascade`);
  const routines = await query(
    db,
    `select oid::regprocedure::text as name from pg_proc where pronamespace = current_schema()::regnamespace
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  for (const { name } of routines) await query(db, `drop routine ${name}`);
}

/** Sets the sequence of a numbered column to its last value. */
async function continueCounters(db: Db, table: string, columns: string[]): Promise<void> {
  for (const column of columns) {
    const [found] = await query(db, "select pg_get_serial_sequence($1, $2) as name", [quoted(table), column]);
    if (!found?.name) continue;
    const last = `select max(${quoted(column)}) from ${quoted(table)}`;
    await query(db, `select setval($1::regclass, coalesce((${last}), 0) + 1, false)`, [found.name]);
  }
}

/** A server that has just been stopped is listed for a moment longer. */
const LEAVING_MS = 2_000;

async function requireExclusiveAccess(db: Db): Promise<void> {
  const until = performance.now() + LEAVING_MS;
  for (;;) {
    const [others] = await query(
      db,
      `select count(*) as count from pg_stat_activity
       where datname = current_database() and application_name = 'typecase' and pid <> pg_backend_pid()`,
    );
    if (Number(others?.count) === 0) return;
    if (performance.now() > until) throw inUse();
    await query(db, "select pg_sleep(0.1), pg_stat_clear_snapshot()"); // within a transaction the list stays as it was first read
  }
}

function inUse() {
  return startProblem("The database is in use.", "Stop every server first; nothing was changed.");
}

/** An empty SQLite database with the schema of a step. */
async function makeSqlite(file: string, step: number) {
  const sqlite = openSqlite(file);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(sqlite, 0) });
  const close = () => db.destroy();
  const steps = MIGRATIONS.filter(({ number }) => number <= step);
  await migrateDatabase({ db, dialect: "sqlite", isAlive: async () => true, close }, quietLog, steps);
  return { sqlite, close };
}

function requireColumns(table: string, wanted: string[], found: string[] | undefined): string[] {
  const text = (names: string[] = []) => names.toSorted().join(", ");
  if (text(wanted) === text(found)) return wanted;
  throw new Error(`${table} has the columns ${text(found)} instead of ${text(wanted)}`);
}

function requireSame(found: Digests, wanted: Digests): void {
  const differing = differences(found, wanted);
  if (differing.length > 0) throw new Error(`what was written differs in ${differing.join(", ")}`);
}
