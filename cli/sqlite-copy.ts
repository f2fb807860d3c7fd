import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "../server/database/migrate.ts";
import { LOCK_WAIT_MS } from "../server/database/sqlite.ts";
import { messageOf, startProblem } from "../server/kernel/errors.ts";

/** Whole copies of a SQLite database, there and back. A copy counts only once it was read through. */

export type Contents = { step: number; accounts: number; templates: number };

export function copySqlite(source: string, target: string): Contents {
  const draft = `${target}.part`;
  rmSync(draft, { force: true });
  const database = new DatabaseSync(source, { timeout: LOCK_WAIT_MS });
  try {
    database.prepare("vacuum into ?").run(draft);
  } finally {
    database.close();
  }
  try {
    chmodSync(draft, 0o600); // it holds everybody's accounts
    const contents = verifySqlite(draft);
    settle(draft, target);
    return contents;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Reads the file to its last page. */
function verifySqlite(file: string): Contents {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return readContents(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw startProblem(
      `${file} is no sound Typecase database (${messageOf(error)}).`,
      "Nothing was changed; use another backup.",
    );
  }
}

function readContents(database: DatabaseSync): Contents {
  const verdict = database.prepare("pragma integrity_check(1)").get()?.integrity_check;
  if (verdict !== "ok") throw new Error(String(verdict));
  if (database.prepare("pragma foreign_key_check").get()) throw new Error("rows refer to rows that are gone");
  const count = (sql: string) => Number(database.prepare(sql).get()?.n);
  return {
    step: count("select max(number) as n from migrations"),
    accounts: count("select count(*) as n from auth_user"),
    templates: count("select count(*) as n from templates"),
  };
}

/** Nothing of the database is touched before the backup has been copied beside it and read through. */
export function replaceSqlite(
  source: string,
  target: string,
  now: Date,
): { kept?: string; contents: Contents } {
  const draft = `${target}.restored`;
  copyFileSync(source, draft);
  try {
    const contents = verifySqlite(draft);
    const newest = MIGRATIONS.at(-1)?.number ?? 0;
    if (contents.step > newest) {
      throw startProblem(
        `${source} is at step ${contents.step}, made by a newer version; this one knows steps up to ${newest}.`,
        "Restore it with the newer version.",
      );
    }
    if (!existsSync(target)) {
      settle(draft, target);
      return { contents };
    }
    requireNobodyElse(target);
    const kept = path.join(
      path.dirname(target),
      "backups",
      `before-restore-${now.toISOString().replace(/[:.]/g, "-")}.sqlite`,
    );
    mkdirSync(path.dirname(kept), { recursive: true });
    takeOver(draft, target);
    renameSync(target, kept);
    for (const rest of ["-wal", "-shm"]) rmSync(target + rest, { force: true });
    settle(draft, target);
    return { kept, contents };
  } finally {
    rmSync(draft, { force: true });
  }
}

const DAMAGED = [11, 26]; // SQLITE_CORRUPT, SQLITE_NOTADB: nobody works with such a file, and it is why one restores

/** Leaving the write-ahead log needs the file for oneself, and brings all that was written into the one file. */
function requireNobodyElse(file: string): void {
  const database = new DatabaseSync(file, { timeout: 1_000 });
  try {
    const mode = database.prepare("pragma journal_mode = delete").get()?.journal_mode;
    if (mode !== "delete") throw inUse(file);
  } catch (error) {
    if (!(error instanceof Error && "errcode" in error)) throw error;
    if (DAMAGED.includes(Number(error.errcode) & 0xff)) return;
    throw inUse(file);
  } finally {
    database.close();
  }
}

function inUse(file: string) {
  return startProblem(`${file} is in use.`, "Stop the server first; nothing was changed.");
}

/** The server's own user has to be able to open what, say, root restored. */
function takeOver(draft: string, target: string): void {
  const { mode, uid, gid } = statSync(target);
  chmodSync(draft, mode & 0o777);
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
}

/** On the disk before it has its name, so that a power cut leaves the old file or the new one. */
function settle(draft: string, target: string): void {
  const handle = openSync(draft, "r+");
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, target);
}
