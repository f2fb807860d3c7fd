import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Readers } from "./readers.ts";
import { SharedConnectionAdapter } from "./sqlite.ts";

/** Kysely on the reader processes: each query goes to a free one. Read-only, without transactions. */
export function createReaderDialect(readers: Readers): Dialect {
  return {
    createAdapter: () => new SharedConnectionAdapter(),
    createDriver: () => createDriver(readers),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function createDriver(readers: Readers): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => ({
      rows: (await readers.read(sql, parameters)) as Row[],
    }),
    streamQuery: refuse,
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: () => readers.close(),
  };
}

function refuse(): never {
  throw new Error("reader processes answer single reads only");
}
