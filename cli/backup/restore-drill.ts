import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { DATABASE_FILE } from "../../server/config/data-folder.ts";
import { type Database, openDatabase } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { messageOf, startProblem } from "../../server/errors/errors.ts";
import { quietLog } from "../resources.ts";
import { type Contents, readBackup } from "./backup-file.ts";
import { query, quoted, withPostgres } from "./postgres-connection.ts";
import { replacePostgres } from "./postgres-database.ts";
import { replaceSqlite } from "./sqlite-database.ts";

/**
 * Restores a backup as it would have to be restored, somewhere else: the rows of each table are counted and hashed and compared with what
 * the backup says it holds, the result is brought to this version's schema, and all of it is removed.
 */

const FOLDER = "drill-";

/** In a folder of its own in this one. */
export async function drillSqlite(source: string, parent: string): Promise<Contents> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) // of a drill that was killed
    if (name.startsWith(FOLDER)) rmSync(path.join(parent, name), { recursive: true, force: true });
  const folder = mkdtempSync(path.join(parent, FOLDER));
  try {
    const target = path.join(folder, DATABASE_FILE);
    const { contents } = replaceSqlite(source, target, path.join(folder, "previous.sqlite"));
    await migrateRestored(await openDatabase({ dataDir: folder, databaseUrl: undefined }, quietLog));
    return contents;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a database of its own on the same server. */
export async function drillPostgres(source: string, url: string): Promise<Contents> {
  readBackup(source); // one that is damaged needs no database to find that out
  const name = `typecase_drill_${randomBytes(6).toString("hex")}`;
  const there = new URL(url);
  there.pathname = `/${name}`;
  await withPostgres(url, (db) => query(db, `create database ${quoted(name)}`)).catch((error: unknown) => {
    throw startProblem(
      `No database for the drill could be made (${messageOf(error)}).`,
      "Let the user of DATABASE_URL make databases (alter role … createdb), or set DATABASE_URL to a server where it may.",
    );
  });
  try {
    const { contents } = await replacePostgres(source, there.href, "");
    await migrateRestored(await openDatabase({ dataDir: "", databaseUrl: there.href }, quietLog));
    return contents;
  } finally {
    await withPostgres(url, (db) => query(db, `drop database if exists ${quoted(name)} with (force)`));
  }
}

async function migrateRestored(database: Database): Promise<void> {
  try {
    await migrateDatabase(database, quietLog);
  } finally {
    await database.close();
  }
}
