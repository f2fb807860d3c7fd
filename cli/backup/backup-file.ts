import { DatabaseSync } from "node:sqlite";
import { KEY_ROWS } from "../../server/database/erasing.ts";
import { MIGRATIONS } from "../../server/database/migrate.ts";
import { messageOf, startProblem } from "../../server/errors/errors.ts";
import { shownPath } from "../terminal.ts";
import { createDigest, type Digests, differences, type Row } from "./row-digest.ts";

/**
 * A backup is a SQLite file with the tables of the database it was made of, whichever kind that was, and one more that says
 * how many rows each has and what they hash to. So it can be read with any SQLite, and restored into either database,
 * which neither SQLite's backup nor pg_dump can.
 */

export type Contents = { step: number; digests: Digests };

const SUMS = "backup_contents";
/** The key that signs sessions, where a database still holds it, and its fingerprint: they stay with the installation. */
const SECRETS = { table: "kept_values", names: KEY_ROWS };

/** What the next start of a node puts there again. */
const MADE_AGAIN = ["builds"];

export function isMadeAgain(table: string): boolean {
  return MADE_AGAIN.includes(table);
}

export function belongsInBackup(table: string, row: Row): boolean {
  return !(table === SECRETS.table && SECRETS.names.includes(String(row.name)));
}

/** The last thing done to a new backup: what is secret is taken out, and the sums are written. */
export function sealBackup(file: string): void {
  const backup = new DatabaseSync(file);
  try {
    // No journal on the disk: it would hold what is taken out.
    backup.exec("pragma journal_mode = memory; pragma secure_delete = on; begin");
    const tables = tablesOf(backup);
    for (const name of tables.includes(SECRETS.table) ? SECRETS.names : [])
      backup.prepare(`delete from ${SECRETS.table} where name = ?`).run(name);
    backup.exec(`create table ${SUMS} (name text primary key, rows integer not null, hash text not null)`);
    const add = backup.prepare(`insert into ${SUMS} values (?, ?, ?)`);
    for (const [name, { rows, hash }] of Object.entries(digestTables(backup))) add.run(name, rows, hash);
    backup.exec("commit");
  } finally {
    backup.close();
  }
}

/** Reads a backup to its last row and compares it with its sums. One made before there were sums has none. */
export function readBackup(file: string): Contents {
  return readSound(file, (backup) => {
    const contents = contentsOf(backup);
    const isSummed = backup.prepare("select 1 from sqlite_master where name = ?").get(SUMS);
    if (!isSummed) return contents;
    const rows = backup.prepare(`select name, rows, hash from ${SUMS}`).all();
    const sums = Object.fromEntries(
      rows.map(({ name, rows, hash }) => [String(name), { rows: Number(rows), hash: String(hash) }]),
    );
    const changed = differences(sums, contents.digests);
    if (changed.length > 0) throw new Error(`not as it was written: ${changed.join(", ")}`);
    return contents;
  });
}

/** Reads a database to its last row. */
export function readContents(file: string): Contents {
  return readSound(file, contentsOf);
}

/** What only a backup has; a database in use needs none of it. */
export function unsealBackup(file: string): void {
  const backup = new DatabaseSync(file);
  try {
    backup.exec(`pragma journal_mode = delete; drop table if exists ${SUMS}`);
  } finally {
    backup.close();
  }
}

export function requireKnownStep(step: number, what: string): void {
  const newest = MIGRATIONS.at(-1)?.number ?? 0;
  if (step <= newest) return;
  throw startProblem(
    `${what} is at step ${step}, made by a newer version; this one knows steps up to ${newest}.`,
    "Use the newer version.",
  );
}

export function describeContents({ step, digests }: Contents): string {
  const count = (name: string) => digests[name]?.rows ?? 0;
  return `step ${step}, ${count("auth_user")} accounts, ${count("templates")} templates`;
}

/** The tables with our rows, without those of search indices and SQLite's own. */
export function tablesOf(database: DatabaseSync): string[] {
  return database
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("sqlite_") && name !== SUMS);
}

/** Without those that are made from others: they are the database's own affair. */
export function columnsOf(database: DatabaseSync, table: string): string[] {
  const all = storedColumns(database, table);
  return all.filter((name) => !isLowered(name, all));
}

/** SQLite has lower-case copies of some columns (migration 2). PostgreSQL needs none. */
export function loweredColumns(database: DatabaseSync, table: string): { name: string; of: string }[] {
  const all = storedColumns(database, table);
  return all.filter((name) => isLowered(name, all)).map((name) => ({ name, of: name.replace(LOWERED, "") }));
}

const LOWERED = /_lower$/;

function isLowered(name: string, all: string[]): boolean {
  return LOWERED.test(name) && all.includes(name.replace(LOWERED, ""));
}

function storedColumns(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare("select name from pragma_table_xinfo(?) where hidden = 0").all(table);
  return columns.map(({ name }) => String(name));
}

/** One row after the other, however many there are. */
export function rowsOf(database: DatabaseSync, table: string): Iterable<Row> {
  const columns = columnsOf(database, table).map((name) => `"${name}"`);
  // SQLite gives what is stored: no column of ours holds numbers beyond what a number can be.
  return database.prepare(`select ${columns.join(", ")} from "${table}"`).iterate() as Iterable<Row>;
}

function digestTables(database: DatabaseSync): Digests {
  const digests: Digests = {};
  for (const table of tablesOf(database)) {
    const digest = createDigest();
    for (const row of rowsOf(database, table)) digest.add(row);
    digests[table] = digest.result();
  }
  return digests;
}

function contentsOf(database: DatabaseSync): Contents {
  const verdict = database.prepare("pragma integrity_check(1)").get()?.integrity_check;
  if (verdict !== "ok") throw new Error(String(verdict));
  if (database.prepare("pragma foreign_key_check").get()) throw new Error("rows refer to rows that are gone");
  const step = Number(database.prepare("select max(number) as step from migrations").get()?.step);
  return { step, digests: digestTables(database) };
}

function readSound<Result>(file: string, read: (database: DatabaseSync) => Result): Result {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return read(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw startProblem(
      `${shownPath(file)} is no sound Typecase database (${messageOf(error)}).`,
      "Nothing was changed; use another backup.",
    );
  }
}
