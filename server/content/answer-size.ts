import { type RawBuilder, sql } from "kysely";
import type { Db } from "../database/connect.ts";
import { invalidQuery } from "../kernel/errors.ts";
import { nextTurn } from "../kernel/loop-turns.ts";
import { MAX_ANSWER_BYTES } from "../limits/limits.ts";
import type { Sql } from "./access.ts";
import type { Collection } from "./collection.ts";

/** The bytes that the answer to one request may still take. */
export type Room = { left: number };

type List = { meta?: Record<string, number>; data: readonly unknown[] };

const PIECE = 1024 * 1024;

export const createRoom = (): Room => ({ left: MAX_ANSWER_BYTES });

/** Asks the database how long the long columns of these rows are, which it knows without reading them, before they are read. */
export async function requireRoom(
  { db, room }: { db: Db; room?: Room },
  { name, fields }: Collection,
  columns: ReadonlySet<string>,
  from: { alias: string; where: Sql; tail: RawBuilder<unknown> },
): Promise<void> {
  const long = [...columns].filter((column) => fields[column]?.type === "json" || fields[column]?.source);
  if (!room || long.length === 0) return;
  const lengths = long.map((column) => sql`coalesce(octet_length(${sql.ref(`${from.alias}.${column}`)}), 0)`);
  const { rows } = await sql<{
    bytes: number | null;
  }>`select sum(bytes) as bytes from (select ${sql.join(lengths, sql.raw(" + "))} as bytes from ${sql.table(name)} as ${sql.id(from.alias)} where ${from.where} ${from.tail}) as rows_asked_for`.execute(
    db,
  );
  room.left -= rows[0]?.bytes ?? 0;
  if (room.left < 0) throw answerTooLarge();
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
    `the answer would be larger than ${MAX_ANSWER_BYTES / PIECE} MB, which is the most that is allowed; ask for fewer rows or fields`,
  );
}
