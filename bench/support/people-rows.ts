import { type RawBuilder, sql } from "kysely";
import pino from "pino";
import { type Database, openDatabase } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";

export type Place = { dataDir: string; databaseUrl: string | undefined };

/** Opens a migrated database of the bench and closes it after the work. */
async function withRows<Result>(place: Place, work: (database: Database) => Promise<Result>) {
  const log = pino({ level: "silent" });
  const database = await openDatabase(place, log);
  try {
    await migrateDatabase(database, log);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** A longer statement would exceed the product's statement timeout. */
const AT_ONCE = 20_000;

export const emailOf = (number: number) => `somebody-${number}@example.org`;

/**
 * Creates people, each with a document and a history entry, and random ids. All have a password, because
 * accounts without one count as incomplete and are removed.
 */
export async function fillPeople(place: Place, count: number, like: string): Promise<void> {
  await withRows(place, async ({ db, dialect }) => {
    const { password } = await db
      .selectFrom("auth_account")
      .innerJoin("auth_user", "auth_user.id", "auth_account.userId")
      .select("auth_account.password")
      .where("auth_user.email", "=", like)
      .executeTakeFirstOrThrow();
    const isPostgres = dialect === "postgres";
    const mixed = sql`((i * 2654435761) & 4294967295)`;
    const id = isPostgres
      ? sql`lpad(to_hex(${mixed}), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0')`
      : sql`printf('%08x-0000-4000-8000-%012x', ${mixed}, i)`;
    const moment = isPostgres ? sql`timestamptz '2026-01-01'` : sql`'2026-01-01T00:00:00.000Z'`;
    const yes = isPostgres ? sql`true` : sql`1`;
    const day = sql`'2026-01-01T00:00:00.000Z'`;
    const data = sql`'{"number":"2026-014","to":{"name":"Solberg Kunsthall"},"notes":"Thank you for the quick answer."}'`;
    const statements = (numbers: RawBuilder<unknown>) => [
      sql`insert into auth_user (id, name, email, "emailVerified", "createdAt", "updatedAt")
        select ${id}, 'Somebody ' || i, 'somebody-' || i || '@example.org', ${yes}, ${moment}, ${moment} from (${numbers}) as numbers`,
      sql`insert into auth_account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
        select ${id}, ${id}, 'credential', ${id}, ${sql.lit(password)}, ${moment}, ${moment} from (${numbers}) as numbers`,
      sql`insert into documents (id, user_id, title, data, theme, rev, bytes, date_created, date_updated)
        select ${id}, ${id}, 'Invoice ' || i, ${data}, '{}', 1, 120, ${day}, ${day} from (${numbers}) as numbers`,
      sql`insert into history (id, user_id, date_created, action, title)
        select ${id}, ${id}, ${day}, 'used', 'Invoice ' || i from (${numbers}) as numbers`,
    ];
    for (let from = 1; from <= count; from += AT_ONCE) {
      const [first, last] = [sql.lit(from), sql.lit(Math.min(from + AT_ONCE - 1, count))];
      const numbers = isPostgres
        ? sql`select i::bigint from generate_series(${first}, ${last}) as i`
        : sql`with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last}) select i from n`;
      for (const statement of statements(numbers)) await statement.execute(db);
    }
    await sql`analyze`.execute(db);
  });
}

export async function sizeOf(place: Place): Promise<number> {
  return withRows(place, async ({ db, dialect }) => {
    const { rows } = await (dialect === "postgres"
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: number;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
    ).execute(db);
    return Number(rows[0]?.bytes) / 1e6;
  });
}
