import { type RawBuilder, type SqlBool, sql } from "kysely";
import { lowerCased } from "../database/column-kinds.ts";
import type { Viewer } from "../request/viewer.ts";
import { EVERYTHING, NOTHING, readableRows, type Sql } from "./access.ts";
import type { Collection, Collections, Dialect } from "./collection.ts";
import type { FieldFunction } from "./query/functions.ts";
import type { Condition, Fields, Operator, Value } from "./query/query.ts";

type Place = { dialect: Dialect; viewer: Viewer; collections: Collections };

/** A filter as SQL. Names come from the collections, values are always parameters. */
export function conditionSql(condition: Condition, collection: Collection, alias: string, place: Place): Sql {
  switch (condition.kind) {
    case "and":
      return condition.of.length === 0 ? EVERYTHING : join(condition.of, collection, alias, place, " and ");
    case "or":
      return condition.of.length === 0 ? NOTHING : join(condition.of, collection, alias, place, " or ");
    case "compare":
      return compareSql(condition, collection, alias, place);
    case "related":
      return relatedSql(condition, alias, place);
  }
}

function join(of: Condition[], collection: Collection, alias: string, place: Place, word: string): Sql {
  const parts = of.map((each) => conditionSql(each, collection, alias, place));
  return sql<SqlBool>`(${sql.join(parts, sql.raw(word))})`;
}

/** A row that the viewer could not read through the relation is not found through it either. */
function relatedSql(condition: Condition & { kind: "related" }, alias: string, place: Place): Sql {
  const target = place.collections.get(condition.collection);
  if (!target) return NOTHING;
  const inner = `${alias}_${condition.field}`;
  const link = target.parent
    ? sql`${sql.ref(`${inner}.${target.parent}`)} = ${sql.ref(`${alias}.id`)}`
    : sql`${sql.ref(`${inner}.id`)} = ${sql.ref(`${alias}.${condition.field}`)}`;
  const readable = readableRows(place.viewer, target, "relation", inner);
  const exists = sql<SqlBool>`exists (select 1 from ${sql.table(target.name)} as ${sql.id(inner)} where ${link} and ${readable} and ${conditionSql(condition.where, target, inner, place)})`;
  return condition.quantifier === "some" ? exists : sql<SqlBool>`not ${exists}`;
}

const FROM_TIMESTAMP = {
  year: [1, 4],
  month: [6, 2],
  day: [9, 2],
  hour: [12, 2],
  minute: [15, 2],
  second: [18, 2],
} as const;

/** A field, or a function of one. Timestamps are text in UTC: 2026-11-15T09:00:00.000Z. */
export function valueSql(
  { field, fn }: { field: string; fn?: FieldFunction | undefined },
  collection: Collection,
  alias: string,
  place: Place,
): RawBuilder<unknown> {
  const column = sql.ref(`${alias}.${field}`);
  if (!fn) return column;
  if (fn === "count") return countSql(field, collection, alias, place);
  if (fn === "weekday")
    return place.dialect === "postgres"
      ? sql`cast(extract(dow from cast(${column} as timestamp)) as integer)`
      : sql`cast(strftime('%w', ${column}) as integer)`;
  const [start, length] = FROM_TIMESTAMP[fn];
  return sql`cast(substr(${column}, ${sql.lit(start)}, ${sql.lit(length)}) as integer)`;
}

/** The entries of a list, as far as this viewer may read them. */
function countSql(field: string, { fields }: Collection, alias: string, place: Place): RawBuilder<unknown> {
  const target = place.collections.get(fields[field]?.entries ?? "");
  if (!target) return sql`0`;
  const inner = `${alias}_counted`;
  const link = sql`${sql.ref(`${inner}.${target.parent ?? "id"}`)} = ${sql.ref(`${alias}.id`)}`;
  const readable = readableRows(place.viewer, target, "relation", inner);
  return sql`(select count(*) from ${sql.table(target.name)} as ${sql.id(inner)} where ${link} and ${readable})`;
}

type Comparison = Condition & { kind: "compare" };

function compareSql(compared: Comparison, collection: Collection, alias: string, place: Place): Sql {
  const { operator, values } = compared;
  const { dialect } = place;
  const column = valueSql(compared, collection, alias, place);
  const [first, second] = values;
  switch (operator) {
    case "_eq":
      return sql<SqlBool>`${column} = ${first}`;
    case "_neq":
      return sql<SqlBool>`${column} <> ${first}`;
    case "_lt":
      return sql<SqlBool>`${column} < ${first}`;
    case "_lte":
      return sql<SqlBool>`${column} <= ${first}`;
    case "_gt":
      return sql<SqlBool>`${column} > ${first}`;
    case "_gte":
      return sql<SqlBool>`${column} >= ${first}`;
    case "_between":
      return sql<SqlBool>`${column} between ${first} and ${second}`;
    case "_nbetween":
      return sql<SqlBool>`${column} not between ${first} and ${second}`;
    case "_in":
      return values.length === 0 ? NOTHING : sql<SqlBool>`${column} in ${listSql(values, dialect)}`;
    case "_nin":
      return values.length === 0 ? EVERYTHING : sql<SqlBool>`${column} not in ${listSql(values, dialect)}`;
    case "_null":
      return sql<SqlBool>`${column} is null`;
    case "_nnull":
      return sql<SqlBool>`${column} is not null`;
    case "_empty":
      return sql<SqlBool>`(${column} is null or ${column} = '')`;
    case "_nempty":
      return sql<SqlBool>`(${column} is not null and ${column} <> '')`;
    default:
      return textSql(`${alias}.${compared.field}`, operator, String(first), dialect);
  }
}

/** One parameter on SQLite: statements are cached, and one for each length of a list would fill the cache. */
function listSql(values: Value[], dialect: Dialect): RawBuilder<unknown> {
  return dialect === "postgres"
    ? sql`(${sql.join(values)})`
    : sql`(select value from json_each(${JSON.stringify(values)}))`;
}

/** `_nistarts_with` and the like: an optional n for not, an optional i for any case, then the position. */
function textSql(column: string, operator: Operator, sought: string, dialect: Dialect): Sql {
  const [, not, anyCase, where] = /^_(n?)(i?)(contains|starts_with|ends_with)$/.exec(operator) ?? [];
  const value = text(anyCase ? sought.toLowerCase() : sought, dialect);
  const subject = anyCase ? lowerCased(column, dialect) : sql.ref(column);
  const found =
    where === "contains"
      ? dialect === "postgres"
        ? sql<SqlBool>`strpos(${subject}, ${value}) > 0`
        : sql<SqlBool>`instr(${subject}, ${value}) > 0`
      : where === "starts_with"
        ? sql<SqlBool>`substr(${subject}, 1, length(${value})) = ${value}`
        : dialect === "postgres"
          ? sql<SqlBool>`right(${subject}, length(${value})) = ${value}`
          : sql<SqlBool>`(length(${subject}) >= length(${value}) and substr(${subject}, -length(${value})) = ${value})`;
  return not ? sql<SqlBool>`not (${found})` : found;
}

/** PostgreSQL cannot tell the type of a bare parameter inside a function. */
function text(value: string, dialect: Dialect): RawBuilder<unknown> {
  return dialect === "postgres" ? sql`cast(${value} as text)` : sql`${value}`;
}

/** One parameter, however long the list is. */
export function inList(column: RawBuilder<unknown>, values: readonly string[], dialect: Dialect): Sql {
  const list = JSON.stringify(values);
  return dialect === "postgres"
    ? sql<SqlBool>`${column} in (select jsonb_array_elements_text(cast(${list} as jsonb)))`
    : sql<SqlBool>`${column} in (select value from json_each(${list}))`;
}

/** Finds the words of a query anywhere in the readable text of a row. */
export function searchSql(query: string, fields: Fields, alias: string, dialect: Dialect): Sql {
  const parts = Object.entries(fields)
    .filter(([, field]) => (field.type === "string" || field.type === "text") && !field.source)
    .map(([name]) => textSql(`${alias}.${name}`, "_icontains", query, dialect));
  return parts.length === 0 ? NOTHING : sql<SqlBool>`(${sql.join(parts, sql.raw(" or "))})`;
}
