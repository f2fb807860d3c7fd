import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "./connect.ts";

const TRIES = 20;
const PAUSE_MS = 100; // a reader in another process is done within a few of these

/**
 * What was deleted leaves the files too. SQLite overwrites it (`secure_delete`), but in the write-ahead log at first; here
 * that is brought into the database and emptied. Says whether nobody was in the way: if so, it happens with the next
 * deletion or at the end of the process. PostgreSQL does this in its own time, see docs/operating.md.
 */
export async function eraseDeleted({ db, dialect }: Pick<Database, "db" | "dialect">): Promise<boolean> {
  if (dialect !== "sqlite") return true;
  for (let tries = 1; ; tries++) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return true;
    if (tries === TRIES) return false;
    await wait(PAUSE_MS);
  }
}
