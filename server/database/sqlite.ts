import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";

/** A prepared statement is worth keeping: preparing costs more than running most of ours. */
const KEPT_STATEMENTS = 500;

/** How long a write waits for another process (a backup, the command line) to let go of the file. */
export const LOCK_WAIT_MS = 10_000;
const LOCK_RETRY_MS = 25;

export function openSqlite(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 250 });
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory;");
  // The built-in lower() knows ASCII only.
  database.function("lower", { deterministic: true }, (value) =>
    typeof value === "string" ? value.toLowerCase() : (value as SQLInputValue),
  );
  return database;
}

/** Kysely's SQLite dialect on top of Node's own SQLite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(database: DatabaseSync) {
    const config = { database: asKyselyDatabase(database) };
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

/**
 * Transactions take the write lock when they begin, so that none fails half-way on a lock. Waiting for another
 * process happens here, between attempts, and not inside SQLite, where it would stop every other request.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const giveUpAt = Date.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
        return;
      } catch (error) {
        if (!isLocked(error) || Date.now() > giveUpAt) throw error;
        await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
      }
    }
  }
}

export function isLocked(error: unknown): boolean {
  const code = (error as { errcode?: number })?.errcode;
  return code !== undefined && ((code & 0xff) === 5 || (code & 0xff) === 6);
}

/** SQLITE_FULL and write errors of the disk below. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as { errcode?: number })?.errcode;
  return code !== undefined && ((code & 0xff) === 13 || (code & 0xff) === 10);
}

function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, ReturnType<typeof asKyselyStatement>>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const found = kept.get(sql);
      if (found) return found;
      const statement = asKyselyStatement(database.prepare(sql));
      if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value as string);
      kept.set(sql, statement);
      return statement;
    },
  };
}

function asKyselyStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters: readonly unknown[]) =>
      statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
  };
}
