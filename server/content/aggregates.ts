import { type RawBuilder, type SqlBool, sql } from "kysely";
import { DEFAULT_LIMIT } from "../../contract/limits.ts";
import type { Db } from "../database/connect.ts";
import { invalidQuery } from "../kernel/errors.ts";
import type { Aggregate, AggregateFunction, Query } from "./query/query.ts";

const SQL_FUNCTION: Record<AggregateFunction, { name: string; distinct: boolean }> = {
  count: { name: "count", distinct: false },
  countAll: { name: "count", distinct: false },
  countDistinct: { name: "count", distinct: true },
  sum: { name: "sum", distinct: false },
  sumDistinct: { name: "sum", distinct: true },
  avg: { name: "avg", distinct: false },
  avgDistinct: { name: "avg", distinct: true },
  min: { name: "min", distinct: false },
  max: { name: "max", distinct: false },
};

/** `aggregate[avg]=rating&groupBy[]=type` gives `{ type, avg: { rating } }` for each group. */
export async function readAggregates(
  db: Db,
  table: string,
  query: Query,
  where: RawBuilder<SqlBool>,
  alias: string,
): Promise<Record<string, unknown>[]> {
  const groups = query.groupBy.map((field) => sql.ref(`${alias}.${field}`));
  const columns = query.aggregate.map(
    (each, index) => sql`${aggregateSql(each, alias)} as ${sql.id(`value_${index}`)}`,
  );
  const grouping = groups.length > 0 ? sql`group by ${sql.join(groups)}` : sql``;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const offset = query.page !== undefined ? Math.max(query.page - 1, 0) * limit : query.offset;
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${sql.join([...groups, ...columns])} from ${sql.table(table)} as ${sql.id(alias)} where ${where} ${grouping} ${orderOf(query, alias)} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map((row) => shape(row, query));
}

function aggregateSql({ fn, field }: Aggregate, alias: string): RawBuilder<unknown> {
  const { name, distinct } = SQL_FUNCTION[fn];
  const of = field === "*" ? sql.raw("*") : sql.ref(`${alias}.${field}`);
  return sql`${sql.raw(name)}(${sql.raw(distinct ? "distinct " : "")}${of})`;
}

function orderOf(query: Query, alias: string): RawBuilder<unknown> {
  for (const { field, through } of query.sort)
    if (through || !query.groupBy.includes(field))
      throw invalidQuery(`"sort" of an aggregate takes the fields of "groupBy", not "${field}"`);
  const sort =
    query.sort.length > 0 ? query.sort : query.groupBy.map((field) => ({ field, descending: false }));
  if (sort.length === 0) return sql``;
  return sql`order by ${sql.join(sort.map(({ field, descending }) => sql`${sql.ref(`${alias}.${field}`)} ${sql.raw(descending ? "desc nulls last" : "asc nulls first")}`))}`;
}

function shape(row: Record<string, unknown>, query: Query): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const field of query.groupBy) item[field] = row[field];
  query.aggregate.forEach(({ fn, field }, index) => {
    const value = row[`value_${index}`];
    if (field === "*") item[fn] = value;
    else item[fn] = Object.assign(item[fn] ?? {}, { [field]: value });
  });
  return item;
}
