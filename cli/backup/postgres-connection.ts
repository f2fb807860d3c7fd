import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { codeOf, messageOf, startProblem } from "../../server/errors/errors.ts";
import type { Row } from "./row-digest.ts";

/** A transaction in a database whose tables are discovered at run time. */
export type Db = Transaction<unknown>;

/** Moments as text and flags as numbers, as SQLite has them; the rest as the driver reads it. */
const PLAIN: Record<number, (text: string) => unknown> = {
  16: (flag) => (flag === "t" ? 1 : 0),
  20: Number,
  1184: (moment) => new Date(pg.types.getTypeParser(1184, "text")(moment)).toISOString(),
  1700: Number,
};

/** One connection, without the server's time-outs: copying takes as long as there are rows. */
export async function withPostgres<Result>(
  url: string,
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "typecase backup",
    types: { getTypeParser: (oid: number) => PLAIN[oid] ?? pg.types.getTypeParser(oid, "text") },
  });
  pool.on("error", () => undefined); // the query on this connection gets the error as well
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await db.executeQuery(CompiledQuery.raw("select 1")).catch((error: unknown) => {
      throw startProblem(
        `The database does not answer (${messageOf(error) || codeOf(error)}).`,
        "Start it or correct DATABASE_URL.",
      );
    });
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export async function query<Found = Row>(db: Kysely<unknown>, text: string, values: unknown[] = []) {
  return (await db.executeQuery<Found>(CompiledQuery.raw(text, values))).rows;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Tables of the schema in use, each with its columns but those that the database works out by itself. */
export async function readTables(db: Db): Promise<Map<string, string[]>> {
  const rows = await query<{ table: string; columns: string[] }>(
    db,
    `select relname::text as table, array_agg(attname::text order by attname) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0
       and not attisdropped and attgenerated = ''
     where relkind = 'r' and relnamespace = current_schema()::regnamespace
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     group by relname order by relname`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The migration that the database has reached; 0 when it holds nothing of ours. */
export async function readStep(db: Db): Promise<number> {
  const [found] = await query(db, "select to_regclass('migrations')::text as name");
  if (!found?.name) return 0;
  const [reached] = await query(db, "select coalesce(max(number), 0) as step from migrations");
  return Number(reached?.step);
}

const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ROWS = 1_000;

/** One row after the other: so many are fetched at a time as are sure to fit into a few megabytes, however long rows are. */
export async function* streamRows(db: Db, table: string, columns: string[]): AsyncGenerator<Row> {
  const names = columns.map(quoted);
  const bytes = names.map((name) => `coalesce(octet_length(${name}::text), 0)`).join(" + ");
  const [longest] = await query(db, `select max(${bytes}) as bytes from ${quoted(table)}`);
  const count = Math.ceil(Math.min(BATCH_ROWS, BATCH_BYTES / Math.max(1, Number(longest?.bytes ?? 1))));
  await query(db, `declare rows no scroll cursor for select ${names.join(", ")} from ${quoted(table)}`);
  for (;;) {
    const rows = await query(db, `fetch forward ${count} from rows`);
    yield* rows;
    if (rows.length < count) break;
  }
  await query(db, "close rows");
}

/** Collects rows for a table and sends many at a time. */
export function createInserter(db: Db, table: string, columns: string[]) {
  const MAX_PARAMETERS = 60_000; // the protocol counts them in two bytes
  const maxRows = Math.floor(Math.min(BATCH_ROWS, MAX_PARAMETERS / columns.length));
  let waiting: unknown[] = [];
  let bytes = 0;

  async function send(): Promise<void> {
    if (waiting.length === 0) return;
    const rows = Array.from({ length: waiting.length / columns.length }, (_, row) => {
      const places = columns.map((_, column) => `$${row * columns.length + column + 1}`);
      return `(${places.join(", ")})`;
    });
    const into = `${quoted(table)} (${columns.map(quoted).join(", ")})`;
    const values = waiting;
    waiting = [];
    bytes = 0;
    await query(db, `insert into ${into} overriding system value values ${rows.join(", ")}`, values);
  }

  async function add(row: Row): Promise<void> {
    for (const column of columns) {
      const value = row[column] ?? null;
      waiting.push(value instanceof Uint8Array ? Buffer.from(value) : value);
      bytes += typeof value === "string" || value instanceof Uint8Array ? value.length : 8;
    }
    if (bytes >= BATCH_BYTES || waiting.length >= maxRows * columns.length) await send();
  }

  return { add, end: send };
}
