import { copyFileSync, existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LOCK_WAIT_MS, sqliteCode } from "../../server/database/sqlite.ts";
import { messageOf, startProblem } from "../../server/errors/errors.ts";
import { shownPath } from "../terminal.ts";
import {
  type Contents,
  readBackup,
  readContents,
  requireKnownStep,
  sealBackup,
  unsealBackup,
} from "./backup-file.ts";
import { giveToOwnerOf, makePrivateFile, putBack, setAside, settle, sync } from "./durable-files.ts";
import { differences } from "./row-digest.ts";

/** A copy as of one moment; the server may be writing meanwhile. */
export function copySqlite(source: string, target: string): Contents {
  const draft = `${target}.part`;
  makePrivateFile(draft);
  try {
    const database = new DatabaseSync(source, { timeout: LOCK_WAIT_MS });
    try {
      database.prepare("vacuum into ?").run(draft);
    } finally {
      database.close();
    }
    sealBackup(draft);
    const contents = readBackup(draft);
    settle(draft, target);
    return contents;
  } finally {
    rmSync(draft, { force: true });
  }
}

export type Replaced = { contents: Contents; setAside: string[] };

/**
 * Replaces a database by a backup. The database is not touched before the backup was copied next to it and read completely. The old
 * database is set aside, and restored if the new one can't be read in its place.
 */
export function replaceSqlite(source: string, target: string, aside: string): Replaced {
  refuseLiveDatabase(source);
  const draft = `${target}.restored`;
  makePrivateFile(draft);
  try {
    copyFileSync(source, draft);
    const contents = readBackup(draft);
    requireKnownStep(contents.step, shownPath(source));
    unsealBackup(draft);
    // An empty file has no lock to ask for, and opening it would remove its companion files.
    if (existsSync(target) && statSync(target).size > 0) requireExclusiveAccess(target);
    giveToOwnerOf(draft, target);
    sync(draft);
    mkdirSync(path.dirname(aside), { recursive: true, mode: 0o700 });
    try {
      const moved = setAside(target, aside);
      settle(draft, target);
      requireEqual(readContents(target), contents);
      return { contents, setAside: moved };
    } catch (error) {
      if (!existsSync(draft) && !existsSync(aside)) rmSync(target, { force: true }); // there was none before
      putBack(target, aside);
      throw startProblem(
        `The backup could not be put in its place (${messageOf(error)}).`,
        "What was there before is there again.",
      );
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function requireEqual(found: Contents, wanted: Contents): void {
  const differing = differences(found.digests, wanted.digests);
  if (differing.length > 0) throw new Error(`it differs from the backup in ${differing.join(", ")}`);
}

/** The newest rows of a database in use are not in its file but in the one next to it. */
function refuseLiveDatabase(source: string): void {
  const log = `${source}-wal`;
  if (!existsSync(log) || statSync(log).size === 0) return;
  throw startProblem(
    `${shownPath(source)} is no backup: it is a database in use, with rows in ${shownPath(log)}.`,
    "Make a backup of it with `typecase backup`, and restore that.",
  );
}

const DAMAGED = [11, 26]; // SQLITE_CORRUPT, SQLITE_NOTADB: no server uses such a file, and it is a reason to restore

/** Leaving the write-ahead log needs the file for oneself, and brings all that was written into the one file. */
function requireExclusiveAccess(file: string): void {
  const database = new DatabaseSync(file, { timeout: 1_000 });
  try {
    const mode = database.prepare("pragma journal_mode = delete").get()?.journal_mode;
    if (mode !== "delete") throw inUse(file);
  } catch (error) {
    if (sqliteCode(error) === 0) throw error;
    if (DAMAGED.includes(sqliteCode(error) & 0xff)) return;
    throw inUse(file);
  } finally {
    database.close();
  }
}

function inUse(file: string) {
  return startProblem(`${file} is in use.`, "Stop the server first; nothing was changed.");
}
