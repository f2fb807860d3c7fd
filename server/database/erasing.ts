import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "./connect.ts";

const TRIES = 20;
const PAUSE_MS = 100; // a reader in another process is done within a few of these

/**
 * What was deleted leaves the files too. SQLite overwrites it (`secure_delete`), but in the write-ahead log at first; here
 * that is brought into the database and emptied. False: somebody was reading all the while; then it happens within the
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
