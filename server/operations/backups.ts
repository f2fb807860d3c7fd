import { type ChildProcess, spawn } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { entryPath } from "../config/program-files.ts";
import type { Settings } from "../config/settings.ts";
import type { Database } from "../database/connect.ts";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import type { Registry } from "../metrics/registry.ts";
import { lowerPriority } from "../process/child-priority.ts";
import { backupFolder, newBackupPath, removeOldBackups, removeUnfinished } from "./backup-files.ts";
import { createBackupTurn } from "./backup-turn.ts";

/** Makes a backup at this path, or fails with why. */
export type MakeBackup = (target: string, signal: AbortSignal) => Promise<void>;

type Backups = { close(): Promise<void> };

type Parts = {
  settings: Settings;
  database: Database;
  log: Log;
  registry?: Registry | undefined;
  make?: MakeBackup;
};

const LOOK_EVERY_MS = 30_000;
const ALIVE_EVERY_MS = 30_000;
/** Longer than any database of ours takes; what takes longer is stuck. */
const DEADLINE_MS = 6 * 60 * 60_000;

/** Scheduled backups: one every BACKUP_EVERY, by one node; the newest BACKUP_KEEP are kept. */
export function startBackups({
  settings,
  database,
  log,
  registry,
  make = byProcess(settings),
}: Parts): Backups {
  const { backupEveryMs: everyMs, backupKeep: keep } = settings;
  const turn = createBackupTurn(database, everyMs ?? 0);
  const failures = registry?.counter("typecase_backup_failures_total", "Backups by the clock that failed.");
  registry?.gauge(
    "typecase_backup_last_success_timestamp_seconds",
    "When the last backup was made.",
    [],
    async () => {
      const { done } = everyMs === undefined ? {} : await turn.read();
      return done === undefined ? [] : [[done / 1000]];
    },
  );
  if (everyMs === undefined) return { close: async () => {} };
  const folder = backupFolder(settings);
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = tellLast().then(look);

  async function tellLast(): Promise<void> {
    const { done, failure } = await turn.read();
    const last = done === undefined ? "never" : new Date(done).toISOString();
    log.info({ everyMs, keep, folder, last, failure }, "backups are made by the clock");
  }

  async function look(): Promise<void> {
    let wait: true | number = LOOK_EVERY_MS;
    try {
      wait = await turn.take(Date.now());
      if (wait === true) await backUp();
    } catch (error) {
      log.warn({ error: messageOf(error) }, "whether a backup is due could not be found out");
    }
    if (closing.signal.aborted) return;
    timer = setTimeout(
      () => {
        working = look();
      },
      Math.min(wait === true ? LOOK_EVERY_MS : wait, LOOK_EVERY_MS),
    );
    timer.unref();
  }

  async function backUp(): Promise<void> {
    const startedAt = Date.now();
    const alive = setInterval(() => void turn.stayAlive(Date.now()).catch(() => undefined), ALIVE_EVERY_MS);
    alive.unref();
    try {
      const file = newBackupPath(folder, startedAt);
      removeUnfinished(dirname(file));
      await make(file, AbortSignal.any([closing.signal, AbortSignal.timeout(DEADLINE_MS)]));
      const removed = removeOldBackups(folder, keep);
      clearInterval(alive);
      await turn.end({ done: Date.now() });
      log.info({ file, bytes: statSync(file).size, ms: Date.now() - startedAt, removed }, "backup made");
    } catch (error) {
      clearInterval(alive);
      if (closing.signal.aborted) return turn.end({}); // the next start makes it
      failures?.add(1);
      const failure = messageOf(error);
      log.error({ folder, error: failure }, "backup failed");
      await turn.end({ failed: Date.now(), failure });
    }
  }

  return {
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      await working;
    },
  };
}

/** In a separate process: reading the whole database would block the server. */
function byProcess({ dataDir, databaseUrl = "" }: Settings): MakeBackup {
  return async (target, signal) => {
    const child = spawn(process.execPath, ["--no-warnings", entryPath("cli/main"), "backup", target], {
      env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
      stdio: ["ignore", "ignore", "pipe"],
      detached: true, // what signals the server's group leaves it to the server
    });
    void lowerPriority(child, { hasOwnSession: true });
    const stop = () => child.kill("SIGKILL");
    signal.addEventListener("abort", stop, { once: true });
    try {
      await ended(child, signal);
    } catch (error) {
      for (const rest of ["", "-journal", "-wal", "-shm"]) rmSync(`${target}.part${rest}`, { force: true });
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
}

function ended(child: ChildProcess, signal: AbortSignal): Promise<void> {
  let complaint = "";
  child.stderr?.on("data", (chunk) => {
    complaint = (complaint + chunk).slice(-2_000);
  });
  return new Promise((resolve, reject) => {
    if (signal.aborted) child.kill("SIGKILL");
    child.once("error", reject);
    child.once("close", (code, killedBy) => {
      if (code === 0) resolve();
      else reject(new Error(complaint.trim() || `the process that made it ended with ${killedBy ?? code}`));
    });
  });
}
