import { type SqlBool, sql } from "kysely";
import { DEFAULT_LIMIT } from "../../contract/limits.ts";
import type { Db } from "../database/connect.ts";
import { ROW_BYTES } from "../limits/limits.ts";
import { listedRows, ownerOf, type ReachedBy, readableBy, readableRows, type Sql } from "./access.ts";
import { readAggregates } from "./aggregates.ts";
import type { Collection } from "./collection.ts";
import { conditionSql, searchSql } from "./conditions.ts";
import { chooseDb } from "./long-reads.ts";
import type { RawQuery } from "./query/parameters.ts";
import { parseQuery, parseShape } from "./query/parse.ts";
import { type Query, withTies } from "./query/query.ts";
import { ALIAS, amongIds, type Item, orderSql, type ReadContext, selectByIds, selectTree } from "./select.ts";

export type Answer = { meta?: Record<string, number>; data: Item[] };

export async function readItems(given: ReadContext, collection: Collection, raw: RawQuery): Promise<Answer> {
  const variables = { userId: ownerOf(given.viewer), now: new Date() };
  const query = parseQuery(raw, collection.name, readableBy(given.viewer, given.collections), variables);
  const { rows: visible, isExtended } = listedRows(given.viewer, collection, query.filter, ALIAS);
  // The search index holds only what everyone may find.
  const ranked =
    query.search && !isExtended ? ((await collection.search?.(query.search, query.language)) ?? null) : null;
  const context = { ...given, db: await chooseDb(given, collection, query, ranked) };
  // Built only when needed: for a search without a filter it names thousands of ids.
  const wanted = () => whereOf(context, collection, query, visible, ranked);

  const data =
    query.aggregate.length > 0
      ? await readAggregates(context, collection, query, wanted(), ALIAS)
      : await readRows(context, collection, query, wanted, visible, ranked);
  if (query.meta.length === 0) return { data };
  const meta: Record<string, number> = {};
  if (query.meta.includes("total_count")) meta.total_count = await countRows(context.db, collection, visible);
  if (query.meta.includes("filter_count"))
    meta.filter_count = await countRows(context.db, collection, wanted());
  return { meta, data };
}

/** One item, or undefined when it is not there or this viewer may not reach it in this way. */
export async function readItem(
  context: ReadContext,
  collection: Collection,
  id: string,
  raw: RawQuery,
  reachedBy: ReachedBy,
): Promise<Item | undefined> {
  const { viewer, collections } = context;
  const variables = { userId: ownerOf(viewer), now: new Date() };
  const fields = parseShape(raw, collection.name, readableBy(viewer, collections), variables);
  const readable = readableRows(context.viewer, collection, reachedBy, ALIAS);
  const where = sql<SqlBool>`${readable} and ${sql.ref(`${ALIAS}.id`)} = ${id}`;
  const [item] = await selectTree(context, collection, fields, where);
  return item;
}

function whereOf(
  context: ReadContext,
  collection: Collection,
  query: Query,
  visible: Sql,
  ranked: string[] | null,
): Sql {
  const parts = [visible];
  if (query.filter) parts.push(conditionSql(query.filter, collection, ALIAS, context));
  if (query.search && !ranked) parts.push(searchSql(query.search, collection.fields, ALIAS, context.dialect));
  const where = sql<SqlBool>`${sql.join(parts, sql.raw(" and "))}`;
  return ranked ? amongIds(where, ranked, context.dialect) : where;
}

async function countRows(db: Db, { name }: Collection, where: Sql): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(name)} as ${sql.id(ALIAS)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function readRows(
  context: ReadContext,
  collection: Collection,
  query: Query,
  wanted: () => Sql,
  visible: Sql,
  ranked: string[] | null,
): Promise<Item[]> {
  const isUnsorted = query.sort.length === 0;
  const limit = query.limit ?? (isUnsorted ? (collection.limit ?? DEFAULT_LIMIT) : DEFAULT_LIMIT);
  const offset = query.page !== undefined ? Math.max(query.page - 1, 0) * limit : query.offset;
  if (limit === 0) return [];
  // An ordinary list has few rows; their long texts are counted separately.
  if (limit > DEFAULT_LIMIT) await context.budget?.reserve?.(limit * ROW_BYTES);
  if (!ranked || !isUnsorted) {
    const order = orderSql(context, collection, isUnsorted ? (collection.order ?? []) : withTies(query.sort));
    const tail = sql`order by ${order} limit ${limit} offset ${offset}`;
    return selectTree(context, collection, query.fields, wanted(), tail);
  }
  const matching = query.filter ? await matchingIds(context.db, collection, wanted()) : null;
  const page = (matching ? ranked.filter((id) => matching.has(id)) : ranked).slice(offset, offset + limit);
  return selectByIds(context, collection, query.fields, page, visible);
}

/** The search index knows the order, the database which of its hits match the filter. */
async function matchingIds(db: Db, { name }: Collection, where: Sql): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select ${sql.ref(`${ALIAS}.id`)} as id from ${sql.table(name)} as ${sql.id(ALIAS)} where ${where}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.id));
}
