import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { describe, inject } from "vitest";
import { DATABASE_FILE } from "../../server/config/data-folder.ts";
import { readSettings, type Settings } from "../../server/config/settings.ts";
import { type Database, openDatabase } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { createDatabase, dropDatabase } from "./postgres.ts";
import "./postgres-setup.ts";

/** A fresh database: the environment that a server needs to use it. */
export interface Place {
  environment: { DATA_DIR: string; DATABASE_URL: string };
  remove(): Promise<void>;
}

export interface OpenedDatabase {
  database: Database;
  environment: Place["environment"];
  settings: Settings;
  /** Closes and removes the database. */
  close(): Promise<void>;
}

export interface TestDatabase {
  name: "SQLite" | "PostgreSQL";
  /** The newest schema without rows, to start a server on. */
  place(): Promise<Place>;
  /** Empty, for tests of a first start or of migrations. */
  emptyPlace(): Promise<Place>;
  /** A fresh, migrated database, opened in this process. Settings can be given as environment variables. */
  open(environment?: Record<string, string>): Promise<OpenedDatabase>;
}

export const quietLog = pino({ level: "silent" });

/** For `describe.each(databases)` in tests of queries, locks and migrations: on both in every run. */
export const databases: TestDatabase[] = [
  asTestDatabase("SQLite", sqlitePlace, emptySqlitePlace),
  asTestDatabase("PostgreSQL", postgresPlace, emptyPostgresPlace),
];

/** Everything else: on SQLite in `npm test`, on PostgreSQL in `npm test -- long`. `$name` in the title is the database's. */
export function describeOnDatabases(title: string, test: (database: TestDatabase) => void): void {
  for (const database of databases) {
    const tags = database.name === "PostgreSQL" ? ["long"] : [];
    describe(title.replace("$name", database.name), { tags }, () => test(database));
  }
}

function asTestDatabase(
  name: TestDatabase["name"],
  place: TestDatabase["place"],
  emptyPlace: TestDatabase["emptyPlace"],
): TestDatabase {
  return {
    name,
    place,
    emptyPlace,
    open: async (environment = {}) => {
      const { environment: own, remove } = await place();
      const settings = readSettings({ NODE_ENV: "test", ...own, ...environment });
      const database = await openDatabase(settings, quietLog);
      await migrateDatabase(database, quietLog);
      const close = async () => {
        await database.close();
        await remove();
      };
      return { database, environment: own, settings, close };
    },
  };
}

// Migrating takes a fifth of a second, and a run has hundreds of databases. So each worker migrates one of
// each kind with the tested code and copies it.
let migratedFile: Promise<Buffer> | undefined;
const migratedDatabases = new Map<string, Promise<string>>();

async function sqlitePlace(): Promise<Place> {
  const place = await emptySqlitePlace();
  await putMigratedFile(place.environment.DATA_DIR);
  return place;
}

/** Copies a migrated SQLite file to this DATA_DIR. */
export async function putMigratedFile(dataDir: string): Promise<void> {
  migratedFile ??= migrateFile();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, DATABASE_FILE), await migratedFile, { mode: 0o600 });
}

async function migrateFile(): Promise<Buffer> {
  const place = await emptySqlitePlace();
  await migrateAt(place.environment);
  const file = readFileSync(join(place.environment.DATA_DIR, DATABASE_FILE));
  await place.remove();
  return file;
}

async function emptySqlitePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "typecase-data-"));
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: "" },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresPlace(): Promise<Place> {
  const adminUrl = inject("postgresAdminUrl");
  const migrated = migratedDatabases.get(adminUrl) ?? migrateNewDatabase(adminUrl);
  migratedDatabases.set(adminUrl, migrated);
  return postgresPlaceAt(adminUrl, await createDatabase(adminUrl, await migrated));
}

/** Returns its name. It is removed with the server. */
async function migrateNewDatabase(adminUrl: string): Promise<string> {
  const url = await createDatabase(adminUrl);
  await migrateAt({ DATABASE_URL: url });
  return new URL(url).pathname.slice(1);
}

async function emptyPostgresPlace(): Promise<Place> {
  const adminUrl = inject("postgresAdminUrl");
  return postgresPlaceAt(adminUrl, await createDatabase(adminUrl));
}

async function postgresPlaceAt(adminUrl: string, url: string): Promise<Place> {
  const folder = await emptySqlitePlace();
  return {
    environment: { DATA_DIR: folder.environment.DATA_DIR, DATABASE_URL: url },
    remove: async () => {
      await dropDatabase(adminUrl, url);
      await folder.remove();
    },
  };
}

async function migrateAt(environment: Record<string, string>): Promise<void> {
  const database = await openDatabase(readSettings({ NODE_ENV: "test", ...environment }), quietLog);
  await migrateDatabase(database, quietLog);
  await database.close();
}
