import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/connect.ts";
import { invalidQuery } from "../errors/errors.ts";
import { COPIES_OF_ANSWER, MAX_ANSWER_BYTES } from "../limits/limits.ts";
import { nextTurn } from "../process/loop-turns.ts";
import type { Reserve } from "../request/request.ts";
import type { Sql } from "./access.ts";
import type { Collection } from "./collection.ts";

/** The bytes that the answer to one request may still take, and how memory for them is waited for. */
export type ResponseBudget = { left: number; reserve: Reserve | undefined };

type List = { meta?: Record<string, number>; data: readonly unknown[] };

const PIECE = 1024 * 1024;

export const createResponseBudget = (reserve?: Reserve): ResponseBudget => ({
  left: MAX_ANSWER_BYTES,
  reserve,
});

/** Asks the database for the size of the long columns of these rows, which it knows without reading them. */
export async function requireResponseBudget(
  { db, budget }: { db: Db; budget?: ResponseBudget },
  collection: Collection,
  columns: ReadonlySet<string>,
  from: { alias: string; where: Sql; tail: RawBuilder<unknown> },
): Promise<void> {
  const long = longColumns(collection, columns);
  if (!budget || long.length === 0) return;
  const lengths = long.map((column) => sql`coalesce(octet_length(${sql.ref(`${from.alias}.${column}`)}), 0)`);
  const { rows } = await sql<{
    bytes: number | null;
  }>`select sum(bytes) as bytes from (select ${sql.join(lengths, sql.raw(" + "))} as bytes from ${sql.table(collection.name)} as ${sql.id(from.alias)} where ${from.where} ${from.tail}) as rows_asked_for`.execute(
    db,
  );
  const bytes = Number(rows[0]?.bytes ?? 0);
  budget.left -= bytes;
  if (budget.left < 0) throw answerTooLarge();
  await budget.reserve?.(bytes * COPIES_OF_ANSWER);
  // Those that waited for memory together are not read together.
  if (bytes > PIECE) await nextTurn();
}

export function longColumns({ fields }: Collection, columns: ReadonlySet<string>): string[] {
  return [...columns].filter((column) => fields[column]?.type === "json" || fields[column]?.source);
}

/** The answer as JSON, written item by item: others get their turn in between, and one that grows too large ends early. */
export async function writeAnswer({ meta, data }: List): Promise<string> {
  const items: string[] = [];
  let length = 0;
  let turn = 0;
  for (const item of data) {
    const text = JSON.stringify(item);
    items.push(text);
    length += text.length;
    if (length > MAX_ANSWER_BYTES) throw answerTooLarge();
    if (length - turn < PIECE) continue;
    turn = length;
    await nextTurn();
  }
  const start = meta ? `{"meta":${JSON.stringify(meta)},` : "{";
  return `${start}"data":[${items.join(",")}]}`;
}

function answerTooLarge() {
  return invalidQuery(
    `the answer would be larger than ${MAX_ANSWER_BYTES / PIECE} MB, which is the limit; ask for fewer rows or fields`,
  );
}
