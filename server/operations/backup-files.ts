import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { BACKUPS } from "../config/data-folder.ts";
import type { Settings } from "../config/settings.ts";

/** Scheduled backups. Other files in the folder are left alone. */
const SCHEDULED = /^scheduled-[\dTZ-]+\.sqlite$/;
const UNFINISHED = /^scheduled-[\dTZ-]+\.sqlite\.part/;
/** The folder also contains copies made before migrations and restores. */
const COPY = /^before-.*\.sqlite$/;

export function backupFolder({ dataDir, backupDir }: Pick<Settings, "dataDir" | "backupDir">): string {
  return backupDir ?? join(dataDir, BACKUPS);
}

/** A name by which backups sort as they were made. */
export function newBackupPath(folder: string, now: number): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `scheduled-${new Date(now).toISOString().replace(/[:.]/g, "-")}.sqlite`);
}

/** Keeps the newest and returns the names of those it removed. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => SCHEDULED.test(name))
    .sort()
    .slice(0, -keep);
  for (const name of old) rmSync(join(folder, name), { force: true });
  return old;
}

/** What was left by a process that ended in the middle. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true });
}

/** The latest backup, scheduled or made by hand. */
export function newestBackup(folder: string): string | undefined {
  const made = (name: string) => statSync(join(folder, name)).mtimeMs;
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".sqlite") && !COPY.test(name));
    const newest = names.toSorted((a, b) => made(b) - made(a))[0];
    return newest === undefined ? undefined : join(folder, newest);
  } catch {
    return undefined;
  }
}
