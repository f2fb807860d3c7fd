import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Kysely, type Logger, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { DATABASE_FILE, KEY_FILE } from "../config/data-folder.ts";
import { createPrivateFile } from "../config/private-files.ts";
import type { Settings } from "../config/settings.ts";
import { codeOf, messageOf, startProblem } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import { createLongReadShare } from "./long-read-share.ts";
import { createReaderDialect } from "./reader-dialect.ts";
import { createReaders } from "./readers.ts";
import { isDamaged, isDiskFull, LOCK_WAIT_MS, NodeSqliteDialect, openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** The disk is full or can't be written; the file is damaged. */
type Failure = "full" | "damaged";

export type Db = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  db: Kysely<Tables>;
  dialect: "sqlite" | "postgres";
  /** For reads that may take long: on SQLite in processes that are killed at their deadline, on PostgreSQL over some of the connections. */
  longReads?: Kysely<Tables>;
  /** The SQLite file; absent on PostgreSQL. */
  file?: string;
  /** Only on PostgreSQL: for LISTEN and for checks outside Kysely. */
  pool?: pg.Pool;
  /** Only on PostgreSQL: the same database without timeouts, for steps that may take long. */
  openWithoutTimeout?(): Promise<Database>;
  isAlive(): Promise<boolean>;
  /** Only on SQLite: the errors of queries since the last reset. */
  failure?(): Failure | undefined;
  forgetFailure?(): void;
  close(): Promise<void>;
}

/** Lowest SQLite with the WAL-reset fix; older ones can lose committed rows. */
export const OLDEST_SQLITE = "3.51.3";
/**
 * Also how long a request waits for its turn: two hundred at once on ten connections of a busy machine need
 * it.
 */
const CONNECT_TIMEOUT_MS = 20_000;
/** The timeout for connecting to PostgreSQL. */
const REACH_TIMEOUT_MS = 5_000;
/** How much longer than the deadline the database's own error may take to arrive. */
const ANSWER_MARGIN_MS = 1_000;
/** The default timeout of a read. */
const QUERY_DEADLINE_MS = 5_000;
/** Two, so that one long read doesn't block the others; more would take processor time from requests. */
const READERS = { processes: 2, waiting: 50 };
const CONNECTIONS = 10;
/** Of the connections: the rest answers everything else, however many slow lists are requested. */
const LONG_READS = { connections: 3, waiting: 50 };

export async function openDatabase(
  {
    dataDir,
    databaseUrl,
    lockWaitMs = LOCK_WAIT_MS,
    queryDeadlineMs = QUERY_DEADLINE_MS,
  }: Pick<Settings, "dataDir" | "databaseUrl"> & Partial<Pick<Settings, "lockWaitMs" | "queryDeadlineMs">>,
  log: Log,
  onQuery?: Logger,
): Promise<Database> {
  return databaseUrl
    ? openPostgres(databaseUrl, log, timeouts(lockWaitMs, queryDeadlineMs), onQuery)
    : openSqliteFile(dataDir, lockWaitMs, queryDeadlineMs, log, onQuery);
}

async function openSqliteFile(
  dataDir: string,
  lockWaitMs: number,
  deadlineMs: number,
  log: Log,
  onQuery?: Logger,
): Promise<Database> {
  const watching = onQuery ? { log: onQuery } : {};
  const file = join(dataDir, DATABASE_FILE);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw startProblem(
      `The data folder ${dataDir} cannot be used (${messageOf(error)}).`,
      "Make it writable for this user or set DATA_DIR to another folder.",
    );
  }
  refuseEmptied(file, join(dataDir, KEY_FILE));
  let sqlite: ReturnType<typeof openSqlite>;
  try {
    createPrivateFile(file); // the files that SQLite adds get the same permissions
    sqlite = openSqlite(file);
    const { version } = sqlite.prepare("select sqlite_version() as version").get() as { version: string };
    if (isOlder(version, OLDEST_SQLITE))
      throw new Error(`this Node brings SQLite ${version}, at least ${OLDEST_SQLITE} is needed`);
  } catch (error) {
    throw startProblem(
      `The database ${file} cannot be opened (${messageOf(error)}).`,
      "Check that it is a Typecase database which this user may write, or restore a backup.",
    );
  }
  let failure: Failure | undefined;
  const onError = (error: unknown) => {
    if (isDamaged(error)) failure = "damaged";
    else if (isDiskFull(error)) failure ??= "full";
  };
  const dialect = new NodeSqliteDialect(sqlite, lockWaitMs, onError);
  const db = new Kysely<Tables>({ dialect, ...watching });
  const readers = createReaders(file, { ...READERS, deadlineMs }, log);
  const longReads = new Kysely<Tables>({ dialect: createReaderDialect(readers), ...watching });
  return {
    db,
    dialect: "sqlite",
    longReads,
    file,
    isAlive: async () => {
      sqlite.prepare("select 1").get();
      return true;
    },
    failure: () => failure,
    forgetFailure: () => {
      failure = undefined;
    },
    close: async () => {
      // Not Kysely's: it closes only what was used.
      await readers.close();
      await db.destroy();
    },
  };
}

/** A new library has no signing key yet: a file of 0 bytes next to one was a library, and something emptied it. */
function refuseEmptied(file: string, key: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0 || !existsSync(key)) return;
  throw startProblem(
    `The database ${file} is empty (0 bytes), but there was a library here: its signing key is still in the folder.`,
    'Restore a backup with "typecase restore FILE". To begin a new library instead, remove both files.',
  );
}

/** The database ends a statement at its deadline; a connection that doesn't respond is closed soon after. */
function timeouts(lockWaitMs: number, deadlineMs: number) {
  return {
    statement_timeout: deadlineMs,
    lock_timeout: Math.min(lockWaitMs, deadlineMs),
    query_timeout: deadlineMs + ANSWER_MARGIN_MS,
  };
}

/** Connecting has a shorter timeout than waiting for a free connection of the pool. */
class ShortTimeoutClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: REACH_TIMEOUT_MS });
  }
}

async function openPostgres(
  url: string,
  log: Log,
  bounds: Partial<ReturnType<typeof timeouts>>,
  onQuery?: Logger,
): Promise<Database> {
  const pool = new pg.Pool({
    ...bounds,
    Client: ShortTimeoutClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "typecase",
    types: { getTypeParser: numbersAsNumbers },
  });
  pool.on("connect", (client) => {
    closeWhenLate(client);
    // The pool listens only while a connection is idle; one that breaks between two queries of a transaction would end the process.
    client.on("error", (error) => log.warn({ error: error.message }, "a database connection was lost"));
  });
  // A connection that breaks while idle is replaced at the next query. Its own listener logs it; without this one it would end the process.
  pool.on("error", () => {});
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw startProblem(
      `The database at ${withoutPassword(url)} does not answer (${messageOf(error) || codeOf(error)}).`,
      "Start it or correct DATABASE_URL.",
    );
  }
  const watching = onQuery ? { log: onQuery } : {};
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...watching });
  const deadlineMs = bounds.statement_timeout ?? QUERY_DEADLINE_MS;
  return {
    db,
    dialect: "postgres",
    longReads: createLongReadShare(pool, { ...LONG_READS, deadlineMs }, watching),
    pool,
    openWithoutTimeout: () => openPostgres(url, log, {}),
    isAlive: async () => (await pool.query("select 1")).rowCount === 1,
    close: async () => {
      await db.destroy();
      if (!pool.ended) await pool.end(); // Kysely ends only what it has used
    },
  };
}

/** A connection without a response would block its next query too, so it is closed. */
function closeWhenLate(client: pg.PoolClient & { end?(): Promise<void> }): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]) => {
    const result = query(...given);
    if (result instanceof Promise)
      result.catch((error) => {
        if (messageOf(error) === "Query read timeout") client.end?.().catch(() => {});
      });
    return result;
  };
  // The driver's own function has a dozen signatures; this one forwards its arguments.
  client.query = watched as typeof client.query;
}

const INT8 = 20;
const NUMERIC = 1700;

function numbersAsNumbers(oid: number, format?: "text" | "binary") {
  if (oid === INT8 || oid === NUMERIC) return Number;
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
}

export function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((v) => v.split(".").map(Number)) as [number[], number[]];
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  if (shown.password) shown.password = "…";
  return decodeURIComponent(shown.href);
}
