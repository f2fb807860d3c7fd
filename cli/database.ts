import pino from "pino";
import { type Database, openDatabase } from "../server/database/connect.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import { openDataFolder } from "../server/kernel/data-folder.ts";
import type { Log } from "../server/kernel/logging.ts";
import { readSettings, type Settings } from "../server/kernel/settings.ts";

/** What a command says is for a person; the log's lines are not. */
export const quietLog: Log = pino({ level: "silent" });

/** The server's own database, brought to this version's schema; the server may be running meanwhile. */
export async function withDatabase<Result>(
  work: (database: Database, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings();
  await openDataFolder(settings.dataDir);
  const database = await openDatabase(settings, quietLog);
  try {
    await migrateDatabase(database, quietLog);
    return await work(database, settings);
  } finally {
    await database.close();
  }
}
