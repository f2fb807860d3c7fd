import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { inject } from "vitest";
import { type Database, openDatabase } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { readSettings, type Settings } from "../../server/kernel/settings.ts";
import { createDatabase, dropDatabase } from "./postgres.ts";
import "./postgres-setup.ts";

/** A fresh, empty place for data: what a server needs in its environment to use it. */
export interface Place {
  environment: { DATA_DIR: string; DATABASE_URL: string };
  remove(): Promise<void>;
}

export interface OpenedDatabase {
  database: Database;
  environment: Place["environment"];
  settings: Settings;
  /** Closes the database and removes what it kept. */
  close(): Promise<void>;
}

export interface TestDatabase {
  name: "SQLite" | "PostgreSQL";
  /** An empty place, not migrated: for starting a server on it. */
  place(): Promise<Place>;
  /** A fresh, migrated database, opened in this process. More settings can be given as environment variables. */
  open(environment?: Record<string, string>): Promise<OpenedDatabase>;
}

export const quietLog = pino({ level: "silent" });

/** For `describe.each(databases)`: everything is tested on both. */
export const databases: TestDatabase[] = [
  asTestDatabase("SQLite", sqlitePlace),
  asTestDatabase("PostgreSQL", postgresPlace),
];

function asTestDatabase(name: TestDatabase["name"], place: () => Promise<Place>): TestDatabase {
  return {
    name,
    place,
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

async function sqlitePlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "typecase-data-"));
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: "" },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresPlace(): Promise<Place> {
  const adminUrl = inject("postgresAdminUrl");
  const folder = await sqlitePlace();
  const url = await createDatabase(adminUrl);
  return {
    environment: { DATA_DIR: folder.environment.DATA_DIR, DATABASE_URL: url },
    remove: async () => {
      await dropDatabase(adminUrl, url);
      await folder.remove();
    },
  };
}
