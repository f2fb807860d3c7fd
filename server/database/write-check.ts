import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import type { Database } from "./connect.ts";
import { newId } from "./ids.ts";
import { isLocked } from "./sqlite.ts";

/** Whether the database takes writes. `/ready` asks; a full disk and a damaged file still answer queries. */
type WriteCheck = () => Promise<boolean>;

/** A result is valid for so long: frequent requests must not make the disk work. */
const HOLDS_MS = { works: 5_000, fails: 1_000 };
const TIMEOUT_MS = 1_000;
const PROBE_CHARACTERS = 16_384;
/** After a failure: space for a small write is not enough for people's documents. */
const LARGE_PROBE_CHARACTERS = 262_144;

/** Writes and deletes a row, in one transaction. Throws the database's error if that fails. */
export async function tryToWrite(
  { db }: Pick<Database, "db">,
  characters = LARGE_PROBE_CHARACTERS,
): Promise<void> {
  await db.transaction().execute(async (db) => {
    const name = `write check ${newId()}`;
    await db
      .insertInto("kept_values")
      .values({ name, value: "x".repeat(characters) })
      .execute();
    await db.deleteFrom("kept_values").where("name", "=", name).execute();
  });
}

export function createWriteCheck(database: Database, log: Log): WriteCheck {
  let works = true;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function check(): Promise<void> {
    const seen = database.failure?.();
    try {
      await tryToWrite(database, works && !seen ? PROBE_CHARACTERS : LARGE_PROBE_CHARACTERS);
      if (seen === "damaged") await requireSound(database);
      database.forgetFailure?.();
      if (!works) log.info("the database takes writes again");
      works = true;
    } catch (error) {
      if (isLocked(error)) return; // another process is writing: busy is not broken
      // Once, however often it is asked for.
      if (works)
        log.error({ error: messageOf(error) }, "the database takes no writes; /ready fails until it does");
      works = false;
    } finally {
      checkedAt = performance.now();
    }
  }

  return async () => {
    const isOld = performance.now() - checkedAt > (works ? HOLDS_MS.works : HOLDS_MS.fails);
    if (isOld || (works && database.failure?.()))
      running ??= check().finally(() => {
        running = undefined;
      });
    const timeout = new AbortController();
    await Promise.race([running, wait(TIMEOUT_MS, undefined, { signal: timeout.signal })]);
    timeout.abort();
    return works;
  };
}

/** Pages that hold other tables may be damaged. Read by another process; one that takes too long is not known to be sound. */
async function requireSound({ db, longReads = db }: Database): Promise<void> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(longReads);
  if (rows[0]?.quick_check !== "ok") throw new Error(rows[0]?.quick_check ?? "no answer to quick_check");
}
