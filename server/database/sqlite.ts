import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { createBoundedCache } from "../cache/bounded-cache.ts";

/** Prepared statements are cached, because preparing takes longer than running most of them. */
const CACHED_STATEMENTS = 500;

/** How long a write waits by default for another process (the command line) to release the file. */
export const LOCK_WAIT_MS = 10_000;
const LOCK_RETRY_MS = 25;

export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: LOCK_WAIT_MS });
  // Of several that open a new file at once the first sets this, and the others wait for it; no request is being answered yet.
  database.exec("pragma journal_mode = wal");
  database.exec("pragma busy_timeout = 250; pragma synchronous = full; pragma temp_store = memory;");
  // What is deleted is overwritten, and not only marked as free.
  database.exec("pragma secure_delete = on;");
  // The built-in lower() knows ASCII only. Called by triggers when a row is written, never while rows are looked for.
  database.function("lower", { deterministic: true }, (value: SQLInputValue) =>
    typeof value === "string" ? value.toLowerCase() : value,
  );
  return database;
}

/**
 * Kysely's SQLite dialect on top of Node's own SQLite. No library: the dialects on npm neither wait for a lock without blocking the
 * event loop nor report a full disk or a damaged file.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #lockWaitMs: number;

  readonly #onError: ((error: unknown) => void) | undefined;

  constructor(database: DatabaseSync, lockWaitMs: number, onError?: (error: unknown) => void) {
    // Waiting is done below, where it stops no other query.
    database.exec("pragma busy_timeout = 0");
    const config = { database: asKyselyDatabase(database) };
    super(config);
    this.#config = config;
    this.#lockWaitMs = lockWaitMs;
    this.#onError = onError;
  }

  override createDriver(): Driver {
    return new LockWaitingDriver(this.#config, this.#lockWaitMs, this.#onError);
  }

  override createAdapter(): DialectAdapter {
    return new SharedConnectionAdapter();
  }
}

/** There is one connection. The driver, and not Kysely, sees to it that it serves one query at a time. */
export class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * Transactions take the write lock when they begin, so that none fails half-way on a lock. Who finds the file locked
 * by another process gives the connection away until the next try, so that reads go on meanwhile.
 */
class LockWaitingDriver extends SqliteDriver {
  readonly #lockWaitMs: number;
  readonly #turns = createTurns();
  #inTransaction = false;
  readonly #onError: ((error: unknown) => void) | undefined;

  constructor(
    config: SqliteDialectConfig,
    lockWaitMs: number,
    onError: ((error: unknown) => void) | undefined,
  ) {
    super(config);
    this.#lockWaitMs = lockWaitMs;
    this.#onError = onError;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => this.#retryWhileLocked(() => connection.executeQuery(query)),
      streamQuery: connection.streamQuery.bind(connection),
    };
  }

  override async releaseConnection(): Promise<void> {
    this.#turns.give();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    this.#inTransaction = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#inTransaction = false;
  }

  /** A disk that is full can make SQLite roll back by itself; then there is nothing left to undo. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#inTransaction = false;
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!/no transaction is active/.test(error.message)) throw error;
    });
  }

  async #retryWhileLocked<Row>(work: () => Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    const giveUpAt = performance.now() + this.#lockWaitMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.#onError?.(error);
        if (!isLocked(error) || this.#inTransaction || performance.now() >= giveUpAt) throw error;
        this.#turns.give();
        await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
        await this.#turns.take();
      }
    }
  }
}

/** One at a time, in the order of asking. */
function createTurns(): { take(): Promise<void>; give(): void } {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take: async () => {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
    },
    give: () => {
      const next = waiting.shift();
      if (next) next();
      else taken = false;
    },
  };
}

/** SQLite's error code; 0 for other errors. */
export function sqliteCode(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

export function isLocked(error: unknown): boolean {
  return [SQLITE_BUSY, SQLITE_LOCKED].includes(sqliteCode(error) & 0xff);
}

export function isDamaged(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteCode(error) & 0xff);
}

/** Write errors of the disk count too: some file systems report a full disk that way. */
export function isDiskFull(error: unknown): boolean {
  return [SQLITE_FULL, SQLITE_IOERR].includes(sqliteCode(error) & 0xff);
}

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const cached = createBoundedCache<ReturnType<typeof asKyselyStatement>>({ maxEntries: CACHED_STATEMENTS });
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const found = cached.get(sql);
      if (found) return found;
      const statement = asKyselyStatement(database.prepare(sql));
      cached.set(sql, statement);
      return statement;
    },
  };
}

/** Kysely does not know the types of parameters; SQLite refuses a value that it can't bind. */
function asKyselyStatement(statement: StatementSync) {
  const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...bind(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...bind(parameters)),
    iterate: (parameters: readonly unknown[]): IterableIterator<unknown> =>
      statement.iterate(...bind(parameters)),
  };
}
