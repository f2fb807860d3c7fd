import { type RawBuilder, type SqlBool, sql } from "kysely";
import { DEFAULT_LIMIT } from "../../contract/limits.ts";
import type { Db } from "../database/connect.ts";
import { invalidQuery } from "../errors/errors.ts";
import type { Viewer } from "../request/viewer.ts";
import { readableRows } from "./access.ts";
import type { Collection, Collections, Dialect } from "./collection.ts";
import { valueSql } from "./conditions.ts";
import type { Aggregate, AggregateFunction, Group, Query, Sort } from "./query/query.ts";

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

type Place = { db: Db; dialect: Dialect; viewer: Viewer; collections: Collections };

/** `aggregate[avg]=rating&groupBy[]=type` gives `{ type, avg: { rating } }` for each group. */
export async function readAggregates(
  place: Place,
  collection: Collection,
  query: Query,
  where: RawBuilder<SqlBool>,
  alias: string,
): Promise<Record<string, unknown>[]> {
  const groups = query.groupBy.map(
    (group, index) =>
      sql`${groupSql(place, group.steps, group, collection, alias)} as ${sql.id(`group_${index}`)}`,
  );
  const columns = query.aggregate.map(
    (each, index) => sql`${aggregateSql(each, alias)} as ${sql.id(`value_${index}`)}`,
  );
  // By number: PostgreSQL takes the same expression with other parameters for another one.
  const numbers = groups.map((_, index) => sql.lit(index + 1));
  const grouping = groups.length > 0 ? sql`group by ${sql.join(numbers)}` : sql``;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const offset = query.page !== undefined ? Math.max(query.page - 1, 0) * limit : query.offset;
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${sql.join([...groups, ...columns])} from ${sql.table(collection.name)} as ${sql.id(alias)} where ${where} ${grouping} ${orderOf(query)} limit ${limit} offset ${offset}`.execute(
    place.db,
  );
  return rows.map((row) => shape(row, query));
}

/** A related value, if this viewer may read it; the first entry of a list. */
function groupSql(
  place: Place,
  [step, ...further]: Group["steps"],
  group: Group,
  collection: Collection,
  alias: string,
): RawBuilder<unknown> {
  if (!step) return valueSql(group, collection, alias, place);
  const target = place.collections.get(step.collection);
  if (!target) return sql`null`;
  const inner = `${alias}_${step.field}`;
  const link = target.parent
    ? sql`${sql.ref(`${inner}.${target.parent}`)} = ${sql.ref(`${alias}.id`)}`
    : sql`${sql.ref(`${inner}.id`)} = ${sql.ref(`${alias}.${step.field}`)}`;
  const readable = readableRows(place.viewer, target, "relation", inner);
  return sql`(select ${groupSql(place, further, group, target, inner)} from ${sql.table(target.name)} as ${sql.id(inner)} where ${link} and ${readable} order by ${sql.ref(`${inner}.id`)} limit 1)`;
}

function aggregateSql({ fn, field }: Aggregate, alias: string): RawBuilder<unknown> {
  const { name, distinct } = SQL_FUNCTION[fn];
  const of = field === "*" ? sql.raw("*") : sql.ref(`${alias}.${field}`);
  return sql`${sql.raw(name)}(${sql.raw(distinct ? "distinct " : "")}${of})`;
}

function orderOf(query: Query): RawBuilder<unknown> {
  const names = query.groupBy.map(({ name }) => name);
  const nameOf = ({ field, fn, through }: Sort) => {
    const value = fn ? `${fn}(${field})` : field;
    return through ? `${through.field}.${value}` : value;
  };
  for (const each of query.sort)
    if (!names.includes(nameOf(each)))
      throw invalidQuery(`"sort" of an aggregate takes the fields of "groupBy", not "${nameOf(each)}"`);
  const sort =
    query.sort.length > 0
      ? query.sort.map((each) => ({ name: nameOf(each), descending: each.descending }))
      : names.map((name) => ({ name, descending: false }));
  if (sort.length === 0) return sql``;
  return sql`order by ${sql.join(sort.map(({ name, descending }) => sql`${sql.lit(names.indexOf(name) + 1)} ${sql.raw(descending ? "desc nulls last" : "asc nulls first")}`))}`;
}

function shape(row: Record<string, unknown>, query: Query): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [index, { key }] of query.groupBy.entries()) item[key] = row[`group_${index}`];
  query.aggregate.forEach(({ fn, field }, index) => {
    const value = row[`value_${index}`];
    if (field === "*") item[fn] = value;
    else item[fn] = Object.assign(item[fn] ?? {}, { [field]: value });
  });
  return item;
}
