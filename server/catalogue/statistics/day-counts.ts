import { sql } from "kysely";
import type { DayCountKind } from "../../../contract/site/figures.ts";
import type { Database, Db } from "../../database/connect.ts";
import { withDatabase } from "../../database/database-errors.ts";
import { messageOf } from "../../errors/errors.ts";
import type { Log } from "../../log/logging.ts";
import { countable } from "./missed-searches.ts";

/**
 * How often something happened on a day: on which day, what, and of which template or with which words. Who it was is not written
 * anywhere. Exports and searches are gathered and written together, so that nobody waits for a count; nodes add up, as each adds to
 * what is there. A process that is killed loses what it gathered since it last wrote; one that is stopped, nothing.
 */
export type DayCounts = {
  countExport(template: string, times?: number): void;
  countSearch(): void;
  countMissedSearch(query: string): void;
  /** Writes what was gathered. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const WRITE_EVERY_MS = 10_000;
/** Different counts that are gathered at one time. */
const MAX_GATHERED = 2_000;
/** Different searches stored per day. */
const WORDS_OF_DAY = 500;
const STORED_DAYS = 731; // two years, so that a month can be held against the one a year before

type Row = { day: string; kind: DayCountKind; subject: string; count: number };

export function createDayCounts({ db }: Pick<Database, "db">, log: Log, now = () => new Date()): DayCounts {
  let gathered = new Map<string, Row>();
  let writing = Promise.resolve();

  const add = (row: Row): void => {
    const isFull = gathered.size >= MAX_GATHERED && !gathered.has(keyOf(row));
    // Beyond that someone is only trying words: they are counted, but not stored.
    const { day, kind, subject } = isFull && row.kind === "missed" ? { ...row, subject: "" } : row;
    const key = keyOf({ day, kind, subject });
    gathered.set(key, { day, kind, subject, count: (gathered.get(key)?.count ?? 0) + row.count });
  };
  const count = (kind: DayCountKind, subject: string, times = 1) =>
    add({ day: dayOf(now()), kind, subject, count: times });

  const write = async () => {
    const rows = [...gathered.values()];
    gathered = new Map();
    if (rows.length === 0) return;
    try {
      await withDatabase(() => db.transaction().execute((db) => store(db, rows, now())));
    } catch (error) {
      // They are written with the next ones.
      for (const row of rows) add(row);
      log.warn({ error: messageOf(error) }, "counts of the day not written");
    }
  };
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(flush, WRITE_EVERY_MS);
  timer.unref();

  return {
    countExport: (template, times) => count("exported", template, times),
    countSearch: () => count("searched", ""),
    countMissedSearch: (query) => count("missed", countable(query) ?? ""),
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** In the transaction that counts the use itself. */
export async function countUseOfDay(db: Db, template: string, now = new Date()): Promise<void> {
  await addRows(db, [{ day: dayOf(now), kind: "used", subject: template, count: 1 }]);
}

export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

async function store(db: Db, rows: readonly Row[], now: Date): Promise<void> {
  await addRows(db, await foldWords(db, rows));
  const exported = new Map<string, number>();
  for (const { kind, subject, count } of rows)
    if (kind === "exported") exported.set(subject, (exported.get(subject) ?? 0) + count);
  for (const [id, times] of [...exported].sort(byKey))
    await db
      .updateTable("templates")
      .set((eb) => ({ exported: eb("exported", "+", times) }))
      .where("id", "=", id)
      .execute();
  const oldest = new Date(now);
  oldest.setUTCDate(oldest.getUTCDate() - STORED_DAYS);
  await db.deleteFrom("day_counts").where("day", "<", dayOf(oldest)).execute();
}

/** In a fixed order: two nodes that add to the same rows wait for each other instead of locking each other out. */
async function addRows(db: Db, rows: readonly Row[]): Promise<void> {
  const sorted = [...rows].sort((a, b) => byKey([keyOf(a)], [keyOf(b)]));
  for (let at = 0; at < sorted.length; at += BATCH)
    await db
      .insertInto("day_counts")
      .values(sorted.slice(at, at + BATCH))
      .onConflict((conflict) =>
        conflict
          .columns(["day", "kind", "subject"])
          .doUpdateSet({ count: sql`day_counts.count + excluded.count` }),
      )
      .execute();
}

/** Values of one statement; databases bound them. */
const BATCH = 200;
const keyOf = ({ day, kind, subject }: Omit<Row, "count">) => `${day} ${kind} ${subject}`;
const byKey = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
  a < b ? -1 : a > b ? 1 : 0;

/** A day stores this many different searches; further ones are counted without their text. */
async function foldWords(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const folded = new Map<string, Row>();
  const room = new Map<string, number>();
  for (const row of rows) {
    let { subject } = row;
    if (row.kind === "missed" && subject !== "") {
      const left = room.get(row.day) ?? (await roomFor(db, row.day));
      room.set(row.day, left);
      if (left <= 0 && !(await isStored(db, row))) subject = "";
      else room.set(row.day, left - 1);
    }
    const key = keyOf({ ...row, subject });
    folded.set(key, { ...row, subject, count: row.count + (folded.get(key)?.count ?? 0) });
  }
  return [...folded.values()];
}

async function roomFor(db: Db, day: string): Promise<number> {
  const { kept: stored } = await db
    .selectFrom("day_counts")
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .where("day", "=", day)
    .where("kind", "=", "missed")
    .executeTakeFirstOrThrow();
  return WORDS_OF_DAY - Number(stored);
}

async function isStored(db: Db, { day, kind, subject }: Row): Promise<boolean> {
  const found = await db
    .selectFrom("day_counts")
    .select("count")
    .where("day", "=", day)
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return found !== undefined;
}
