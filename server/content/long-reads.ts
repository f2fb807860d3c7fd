import { sql } from "kysely";
import type { Db } from "../database/connect.ts";
import { WORK_IN_PROCESS } from "../limits/limits.ts";
import { permissionsOf } from "./access.ts";
import type { Collection, Dialect } from "./collection.ts";
import { isWordOperator } from "./query/filter.ts";
import { type Condition, type Query, withTies } from "./query/query.ts";
import type { ReadContext } from "./select.ts";

/** Rows that are skipped cost as much as rows that are read. */
const FAR_OFFSET = 1_000;
const WITHIN_INDEX = new Set(["_eq", "_lt", "_lte", "_gt", "_gte", "_between"]);

/**
 * Where a list is read. One that an index answers, or that is small however it is read, stays in this process; what could hold
 * everybody up goes to a reader process, or on PostgreSQL over the connections that such reads share: rows that may be looked at, times
 * what is asked of each.
 */
export async function chooseDb(
  context: ReadContext,
  collection: Collection,
  query: Query,
  ranked: readonly string[] | null,
): Promise<Db> {
  const { db, longReads, dialect } = context;
  if (!longReads || isQuick(context, collection, query, ranked)) return db;
  const rows = ranked?.length ?? (await countAtMost(db, dialect, collection.name));
  return rows * costOfRow(collection, query) > WORK_IN_PROCESS ? longReads : db;
}

/** Takes about as many steps as its answer has rows, however large the table is. */
function isQuick(
  { viewer }: ReadContext,
  collection: Collection,
  query: Query,
  ranked: readonly string[] | null,
): boolean {
  const { filter, sort, aggregate, meta, search } = query;
  if (aggregate.length > 0 || meta.length > 0 || (search && !ranked)) return false;
  if (ranked) return filter === null && sort.length === 0;
  const compared = filter ? comparisonsOf(filter) : [];
  if (!compared || compared.some(({ fn, operator }) => fn || isWordOperator(operator))) return false;
  if (offsetOf(query) > FAR_OFFSET || sort.some(({ through, fn }) => through || fn)) return false;
  // A person's own rows are found by an index and are bounded by quotas.
  if (permissionsOf(viewer, collection).read?.word === "own") return true;
  const indexed = ["id", ...(collection.indexed ?? [])];
  const names = new Set(compared.map(({ field }) => field));
  const order = sort.length > 0 ? withTies(sort) : (collection.order ?? []);
  // An index is read in one direction; thousands of equal rows would have to be sorted by their ids.
  if (order.some(({ descending }) => descending !== order[0]?.descending)) return false;
  const ordered = order.map(({ field }) => field).filter((field) => field !== "id");
  if ([...names, ...ordered].some((name) => !indexed.includes(name))) return false;
  if (names.size === 0) return ordered.length <= 1;
  if (names.size > 1 || !compared.every(({ operator }) => WITHIN_INDEX.has(operator))) return false;
  const [name] = names;
  if (ordered.length > 0) return ordered.length === 1 && ordered[0] === name;
  return compared.some(({ operator }) => operator === "_eq");
}

/** The comparisons that all have to hold; undefined for any other filter. */
function comparisonsOf(condition: Condition): (Condition & { kind: "compare" })[] | undefined {
  if (condition.kind === "compare") return [condition];
  if (condition.kind !== "and") return undefined;
  const parts = condition.of.map(comparisonsOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function offsetOf({ page, limit = FAR_OFFSET, offset }: Query): number {
  return page === undefined ? offset : Math.max(page - 1, 0) * limit;
}

/** Reading a row costs one; so does each text search in it, each relation followed from it and each sum over it. */
function costOfRow(
  { fields }: Collection,
  { filter, sort, search, aggregate, groupBy, meta }: Query,
): number {
  const searched = search ? Object.keys(fields).length : 0;
  const followed =
    sort.filter(({ through, fn }) => through || fn).length +
    groupBy.reduce((sum, { steps, fn }) => sum + steps.length + (fn ? 1 : 0), 0);
  const counted = aggregate.length + groupBy.length + meta.length;
  return 1 + (filter ? costOf(filter) : 0) + searched + followed + counted;
}

function costOf(condition: Condition): number {
  if (condition.kind === "compare") return condition.fn || isWordOperator(condition.operator) ? 1 : 0;
  if (condition.kind === "related") return 1 + costOf(condition.where);
  return condition.of.reduce((sum, each) => sum + costOf(each), 0);
}

/**
 * About how many rows there are, as the database knows without counting: on SQLite the number of the last row, where those that were
 * deleted are counted along; on PostgreSQL what it found when it looked at the table last, or has counted along since.
 */
async function countAtMost(db: Db, dialect: Dialect, table: string): Promise<number> {
  type Row = { last: number | null };
  const requested =
    dialect === "sqlite"
      ? sql<Row>`select max(rowid) as last from ${sql.table(table)}`
      : sql<Row>`select greatest(reltuples, pg_stat_get_live_tuples(oid)) as last from pg_class where oid = ${table}::regclass`;
  const { rows } = await requested.execute(db);
  return rows[0]?.last ?? 0;
}
