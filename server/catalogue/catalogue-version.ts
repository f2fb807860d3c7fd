import type pg from "pg";
import type { Database, Db } from "../database/connect.ts";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import { CHANNEL, type News, notifyNodes, recordChanges, recordNews, templatesSince } from "./changes.ts";

/**
 * A number that grows whenever a template or a type changes. Whatever is made from the catalogue (pages, answers,
 * the search index) is made once per version and thrown away with it, on every node. The arrival of a picture is no new
 * version, nor is a new rating: it is told to those who show that template.
 */
export type CatalogueVersion = {
  version(): number;
  /** Runs before a new version shows: a response made from older data would be cached under it. */
  beforeChange(prepare: () => Promise<void>): void;
  onChange(listener: () => void): void;
  /**
   * Called with the templates that have new pictures or ratings; undefined if there are too many. For ratings
   * at most once a minute, so that people who rate can't cause constant rebuilding.
   */
  onNews(news: News, listener: NewsListener): void;
  /** To be called in the transaction that changes these templates, or types, after its writes; `refresh` after it was committed. */
  bump(db: Db, templates?: readonly string[]): Promise<void>;
  /** The same for templates that only got other pictures. */
  bumpPictures(db: Db, templates: readonly string[]): Promise<void>;
  refresh(): Promise<void>;
  close(): Promise<void>;
};

type NewsListener = (templates: readonly string[] | undefined) => void;

/** The command line changes the catalogue from another process; SQLite sends no notification. */
const LOOK_EVERY_MS = 2_000;
const LISTEN_AGAIN_MS = 1_000;
export const RATINGS_EVERY_MS = 60_000;

export async function createCatalogueVersion(database: Database, log: Log): Promise<CatalogueVersion> {
  const preparations: (() => Promise<void>)[] = [];
  const listeners: (() => void)[] = [];
  const newsListeners: Record<News, NewsListener[]> = { pictures: [], ratings: [] };
  const reached = await readCounters(database.db);
  let closed = false;

  const tellNews = async (news: News, current: Counters) => {
    if (current[news] === reached[news]) return;
    const templates = await templatesSince(database.db, news, reached[news]);
    reached[news] = current[news];
    for (const listener of newsListeners[news]) listener(templates);
  };
  const readAgain = async () => {
    const current = await readCounters(database.db);
    await tellNews("pictures", current);
    if (current.version === reached.version) return;
    for (const prepare of preparations) await prepare();
    reached.version = current.version;
    for (const listener of listeners) listener();
  };
  let last = Promise.resolve();
  const refresh = () => {
    last = last.then(readAgain, readAgain);
    return last;
  };
  const notRead = (error: unknown) => log.debug({ error: messageOf(error) }, "catalogue version not read");
  const look = () => {
    refresh().catch(notRead);
  };
  const lookForRatings = () => {
    readCounters(database.db)
      .then((current) => tellNews("ratings", current))
      .catch(notRead);
  };
  const timers = [setInterval(look, LOOK_EVERY_MS), setInterval(lookForRatings, RATINGS_EVERY_MS)];
  for (const timer of timers) timer.unref();

  let listening: pg.PoolClient | undefined;
  const listenLater = () => {
    if (!closed) setTimeout(listen, LISTEN_AGAIN_MS).unref();
  };
  const listen = async () => {
    if (closed || !database.pool) return;
    let client: pg.PoolClient;
    try {
      client = await database.pool.connect();
    } catch (error) {
      log.debug({ error: messageOf(error) }, "not listening for catalogue changes yet");
      return listenLater();
    }
    // A broken connection may be reported twice, by the query and by itself.
    const lose = () => {
      if (listening !== client) return;
      listening = undefined;
      client.release(true);
      listenLater();
    };
    listening = client;
    client.on("notification", look);
    client.on("error", lose);
    await client.query(`listen ${CHANNEL}`).then(look, lose);
  };
  await listen();

  return {
    version: () => reached.version,
    beforeChange: (prepare) => preparations.push(prepare),
    onChange: (listener) => listeners.push(listener),
    onNews: (news, listener) => newsListeners[news].push(listener),
    bump: (db, templates = []) => recordChanges({ db, dialect: database.dialect }, templates),
    bumpPictures: async (db, templates) => {
      await recordNews(db, "pictures", templates);
      await notifyNodes({ db, dialect: database.dialect });
    },
    refresh,
    close: async () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      const last = listening;
      listening = undefined;
      last?.release(true);
    },
  };
}

type Counters = { version: number; pictures: number; ratings: number };

async function readCounters(db: Db): Promise<Counters> {
  const row = await db
    .selectFrom("catalogue")
    .select(["version", "pictures", "ratings"])
    .where("id", "=", 1)
    .executeTakeFirst();
  return row ?? { version: 0, pictures: 0, ratings: 0 };
}
