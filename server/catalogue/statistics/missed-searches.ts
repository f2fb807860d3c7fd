import { sql } from "kysely";
import type { Database, Db } from "../../database/connect.ts";
import { messageOf } from "../../errors/errors.ts";
import type { Log } from "../../log/logging.ts";
import { plainWords } from "../search/plain-words.ts";

/**
 * Counts the searches that found nothing, so that operators learn what the library lacks: the words and the day,
 * never who searched. They are gathered and written together, so that a flood of searches is no flood of writes.
 */
type MissedSearches = {
  count(query: string): void;
  /** Writes what was gathered. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const WRITE_EVERY_MS = 10_000;
const MAX_GATHERED = 500;
const MAX_KEPT = 5_000;
/** Longer ones are sentences, which are no template's name. */
const LONGEST = 60;

type MissedSearch = { words: string; times: number; last_day: string };

export function createMissedSearches({ db }: Pick<Database, "db">, log: Log): MissedSearches {
  let gathered = new Map<string, number>();
  let writing = Promise.resolve();

  const flush = () => {
    const searches = gathered;
    gathered = new Map();
    if (searches.size === 0) return writing;
    writing = writing
      .then(() => db.transaction().execute((db) => write(db, searches)))
      .catch((error) => log.warn({ error: messageOf(error) }, "searches without a result not counted"));
    return writing;
  };
  const timer = setInterval(flush, WRITE_EVERY_MS);
  timer.unref();

  return {
    count: (query) => {
      const key = countable(query);
      if (!key || (gathered.size >= MAX_GATHERED && !gathered.has(key))) return;
      gathered.set(key, (gathered.get(key) ?? 0) + 1);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** The most frequent first. */
export function readMissedSearches(db: Db, max: number): Promise<MissedSearch[]> {
  return db
    .selectFrom("missed_searches")
    .select(["words", "times", "last_day"])
    .orderBy("times", "desc")
    .orderBy("last_day", "desc")
    .orderBy("words")
    .limit(max)
    .execute();
}

/** An address or a long number may be personal: neither is stored. */
export function countable(query: string): string | undefined {
  if (query.includes("@") || /\d{5}/.test(query.replace(/[\s./-]/g, ""))) return undefined;
  const plain = plainWords(query).join(" ");
  return plain.length > 0 && plain.length <= LONGEST ? plain : undefined;
}

async function write(db: Db, searches: ReadonlyMap<string, number>): Promise<void> {
  const last_day = new Date().toISOString().slice(0, 10);
  // In a fixed order, so that two nodes that write the same searches don't deadlock.
  const rows = [...searches].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [query, times] of rows)
    await db
      .insertInto("missed_searches")
      .values({ words: query, times, last_day })
      .onConflict((conflict) =>
        conflict.column("words").doUpdateSet({ times: sql`missed_searches.times + ${times}`, last_day }),
      )
      .execute();
  await db
    .deleteFrom("missed_searches")
    .where("words", "in", (db) =>
      db
        .selectFrom("missed_searches")
        .select("words")
        .orderBy("times", "desc")
        .orderBy("last_day", "desc")
        .orderBy("words")
        .limit(MAX_GATHERED)
        .offset(MAX_KEPT),
    )
    .execute();
}
