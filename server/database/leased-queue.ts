import { type RawBuilder, type Selectable, sql } from "kysely";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import type { Database } from "./connect.ts";
import type { Tables } from "./tables.ts";

/**
 * Rows that any node may work on: mails, deliveries of webhooks, slices of jobs. A node takes a row with a lease: `next_try` is when
 * another node may take it, and null when nothing is left to do. A node that is killed loses no row, and a row may be worked on twice.
 */

type Leased = "mail_outbox" | "webhook_deliveries" | "job_slices";
/** `attempts` names the lease: it grows each time the row is taken. */
export type TakenRow<Table extends Leased> = Selectable<Tables[Table]>;

export type Queue<Table extends Leased> = {
  database: Pick<Database, "db" | "dialect">;
  table: Table;
  key: readonly (keyof Tables[Table] & string)[];
  /** Which row is first. */
  order: "next_try" | "number";
  leaseMs: number;
  /** No row waits longer than that: if one does, the clock has been set back since. */
  longestWaitMs: number;
  /** What has to be true of a row besides. */
  condition?: RawBuilder<unknown>;
};

/** Takes the first row that is due, or undefined if there is none. */
export async function takeDue<Table extends Leased>(
  queue: Queue<Table>,
  now = Date.now(),
): Promise<TakenRow<Table> | undefined> {
  const { database, table, order, leaseMs, longestWaitMs, condition = sql`1 = 1` } = queue;
  const { db, dialect } = database;
  const key = sql.join(queue.key.map((column) => sql.ref(column)));
  const due = sql`select ${key} from ${sql.table(table)}
    where next_try is not null and (next_try <= ${now} or next_try > ${now + longestWaitMs}) and ${condition}
    order by ${sql.ref(order)} limit 1`;
  // Read first: on SQLite, an update locks the file even if it finds nothing.
  if ((await sql`${due}`.execute(db)).rows.length === 0) return undefined;
  const skipTaken = dialect === "postgres" ? sql`for update skip locked` : sql``;
  const taken = await sql<TakenRow<Table>>`update ${sql.table(table)}
    set next_try = ${now + leaseMs}, attempts = attempts + 1
    where (${key}) = (${due} ${skipTaken}) returning *`.execute(db);
  return taken.rows[0];
}

/** When the row may be taken again; null: never. False if another node has taken it since. */
export async function setNextTry<Table extends Leased>(
  { database: { db }, table, key }: Pick<Queue<Table>, "database" | "table" | "key">,
  row: object,
  at: number | null,
): Promise<boolean> {
  const values = row as Record<string, unknown>;
  const isRow = sql.join(
    [...key, "attempts"].map((column) => sql`${sql.ref(column)} = ${values[column]}`),
    sql` and `,
  );
  const { numAffectedRows = 0n } =
    await sql`update ${sql.table(table)} set next_try = ${at} where ${isRow} and next_try is not null`.execute(
      db,
    );
  return numAffectedRows > 0n;
}

/** Twice as long after each attempt. */
export function pauseAfter(attempts: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** (attempts - 1), longestMs);
}

export type QueueRunner = {
  /** There is a new row. Other nodes look by themselves. */
  wake(): void;
  close(): Promise<void>;
};

type Running<Table extends Leased> = {
  queue: Queue<Table>;
  /** Works on a row and says when it is next due. It doesn't throw, except if the database can't be reached. */
  work(row: TakenRow<Table>, signal: AbortSignal): Promise<void>;
  /** So many rows at once. */
  lanes: number;
  lookEveryMs: number;
  /** After all that was due. */
  cleanUp?(): Promise<void>;
  log: Log;
};

/** Works on what is due, now and whenever something is due. */
export function createQueueRunner<Table extends Leased>(running: Running<Table>): QueueRunner {
  const { queue, work, lanes, lookEveryMs, cleanUp, log } = running;
  const stop = new AbortController();
  const busy = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;

  async function workThrough(): Promise<void> {
    while (!stop.signal.aborted) {
      isWoken = false;
      const row = await takeDue(queue);
      if (row) {
        addLane(); // there may be more
        await work(row, stop.signal);
      } else if (!isWoken) return;
    }
  }

  function addLane(): void {
    if (stop.signal.aborted || busy.size >= lanes) return;
    const lane = workThrough()
      .then(() => (busy.size === 1 ? cleanUp?.() : undefined))
      .then(timeUntilNext)
      .catch((error) => {
        log.warn({ queue: queue.table, error: messageOf(error) }, "a queue waits");
        return lookEveryMs;
      })
      .then((waitMs) => {
        busy.delete(lane);
        // There may be a row that was stored after the last look.
        if (isWoken) addLane();
        else if (busy.size === 0) schedule(waitMs);
      });
    busy.add(lane);
  }

  function schedule(waitMs: number): void {
    clearTimeout(timer);
    if (stop.signal.aborted) return;
    timer = setTimeout(look, waitMs);
    timer.unref();
  }

  async function timeUntilNext(): Promise<number> {
    if (queue.order !== "next_try") return lookEveryMs;
    const { rows } = await sql<{ at: number | string | null }>`
      select min(next_try) as at from ${sql.table(queue.table)}`.execute(queue.database.db);
    const at = rows[0]?.at ?? null;
    return at === null ? lookEveryMs : Math.min(Math.max(Number(at) - Date.now(), 10), lookEveryMs);
  }

  function look(): void {
    isWoken = true;
    schedule(lookEveryMs);
    addLane();
  }

  look();
  return {
    wake: look,
    close: async () => {
      stop.abort();
      clearTimeout(timer);
      await Promise.all(busy);
    },
  };
}
