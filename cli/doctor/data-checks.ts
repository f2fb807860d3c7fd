import { existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASE_FILE } from "../../server/config/data-folder.ts";
import type { Settings } from "../../server/config/settings.ts";
import { MIGRATIONS } from "../../server/database/migrate.ts";
import { messageOf } from "../../server/errors/errors.ts";
import { backupFolder, newestBackup } from "../../server/operations/backup-files.ts";
import { query, readStep, withPostgres } from "../backup/postgres-connection.ts";
import { shownPath } from "../terminal.ts";
import { failed, megabytes, ok, together, type Verdict, warning } from "./verdict.ts";

const MEGABYTE = 1024 * 1024;
const LEAST_FREE = 100 * MEGABYTE;
const ENOUGH_FREE = 1024 * MEGABYTE;
const NEWEST = MIGRATIONS.at(-1)?.number ?? 0;

export function checkDisk(settings: Settings): Verdict {
  const folders = [settings.dataDir, ...(settings.backupDir ? [settings.backupDir] : [])];
  return together(folders.map((folder) => checkFolder(folder, databaseBytes(settings))));
}

/** A folder that is not there yet is made in the nearest one that is. */
function checkFolder(folder: string, databaseBytes: number): Verdict {
  let there = folder;
  while (!existsSync(there) && path.dirname(there) !== there) there = path.dirname(there);
  const { bavail, bsize } = statfsSync(there);
  const free = bavail * bsize;
  const message = `${megabytes(free)} free for ${shownPath(folder)}.`;
  // A backup or a copy before a migration is as large as the database.
  const wanted = Math.max(ENOUGH_FREE, 2 * databaseBytes);
  if (free < LEAST_FREE) return failed(message, "Free some space: soon nothing can be saved.");
  return free < wanted
    ? warning(message, `Free some space: ${megabytes(wanted)} are needed for backups.`)
    : ok(message);
}

function databaseBytes({ dataDir, databaseUrl }: Settings): number {
  if (databaseUrl) return 0;
  return statSync(path.join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0;
}

export async function checkDatabase(settings: Settings): Promise<Verdict> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl) {
    const { step, version } = await withPostgres(databaseUrl, async (db) => {
      const [row] = await query(db, "show server_version");
      return { version: row?.server_version, step: await db.transaction().execute(readStep) };
    });
    return judgeStep(step, `PostgreSQL ${version}`);
  }
  const file = path.join(dataDir, DATABASE_FILE);
  if (!existsSync(file))
    return warning(`There is none at ${shownPath(file)} yet.`, "The first start creates it.");
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const verdict = database.prepare("pragma quick_check(1)").get()?.quick_check;
    if (verdict !== "ok") return failed(`${shownPath(file)} is damaged (${verdict}).`, "Restore a backup.");
    const step = Number(database.prepare("select max(number) as step from migrations").get()?.step);
    return judgeStep(step, `SQLite, ${megabytes(statSync(file).size)}, no damage found`);
  } catch (error) {
    return failed(
      `${shownPath(file)} can't be read as a database (${messageOf(error)}).`,
      "Restore a backup, or set DATA_DIR to the right folder.",
    );
  } finally {
    database.close();
  }
}

function judgeStep(step: number, what: string): Verdict {
  const message = `${what}, step ${step} of ${NEWEST}.`;
  if (step > NEWEST)
    return warning(
      message,
      "A newer version created it: use that one. Starting this version reports whether it can run.",
    );
  return step < NEWEST ? warning(message, "The next start migrates it to this version.") : ok(message);
}

export function checkBackups(settings: Settings): Verdict {
  const { backupEveryMs } = settings;
  const newest = newestBackup(backupFolder(settings));
  if (!backupEveryMs)
    return warning(
      newest
        ? `None are made by the clock; the newest is ${shownPath(newest)}.`
        : "None are made by the clock.",
      "Set BACKUP_EVERY, such as BACKUP_EVERY=24h, unless something else makes them.",
    );
  if (!newest) return warning("There is none here yet.", "The server makes one soon after it starts.");
  const hours = (Date.now() - statSync(newest).mtimeMs) / 3_600_000;
  const message = `The newest, ${shownPath(newest)}, is ${hours.toFixed(1)} hours old.`;
  const isOld = hours * 3_600_000 > 2 * backupEveryMs;
  return isOld
    ? warning(message, 'Look for "backup failed" in the log; another node may have made one since.')
    : ok(message);
}
