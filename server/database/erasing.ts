import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "./connect.ts";

const TRIES = 20;
const PAUSE_MS = 100; // a reader in another process finishes within a few of these

/**
 * What was deleted leaves the files too. SQLite overwrites it (`secure_delete`), but in the write-ahead log at first; here
 * that is brought into the database and emptied. False: a reader was there all the while; then it happens within the
 * hour, or at the end of the process. PostgreSQL does this in its own time, see docs/operating.md.
 */
export async function eraseDeleted({ db, dialect }: Pick<Database, "db" | "dialect">): Promise<boolean> {
  if (dialect !== "sqlite") return true;
  for (let tries = 1; tries <= TRIES; tries++) {
    if (tries > 1) await wait(PAUSE_MS);
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
  }
  return false;
}

/** Where earlier versions stored the key that signs sessions. */
export const OLD_KEY_ROW = "session_secret";
/** Lets nodes detect that one of them has a different key. The key can't be derived from it. */
export const FINGERPRINT_ROW = "key_fingerprint";

/** Rows of `kept_values` that belong to an installation and are in no copy of its database. */
export const KEY_ROWS = [OLD_KEY_ROW, FINGERPRINT_ROW];

/** From a copy that has not been opened yet. Overwritten without a journal, which would retain them. */
export function removeKeyRows(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec("pragma journal_mode = off; pragma secure_delete = on;");
    copy
      .prepare(`delete from kept_values where name in (${KEY_ROWS.map(() => "?").join()})`)
      .run(...KEY_ROWS);
  } finally {
    copy.close();
  }
}
