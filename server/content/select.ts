import { type RawBuilder, type SqlBool, sql } from "kysely";
import { lowerCased } from "../database/column-kinds.ts";
import type { Db } from "../database/connect.ts";
import type { Viewer } from "../request/viewer.ts";
import { readableRows, type Sql } from "./access.ts";
import { type ResponseBudget, requireResponseBudget } from "./answer-size.ts";
import type { Collection, Collections, Dialect } from "./collection.ts";
import { conditionSql, inList, searchSql, valueSql } from "./conditions.ts";
import { type FieldTree, type RelatedQuery, type Selected, type Sort, withTies } from "./query/query.ts";

export type Item = Record<string, unknown>;

/** The viewer and the database of a read. */
export type ReadContext = {
  db: Db;
  /** For lists that may take long, where there is such a thing. */
  longReads?: Db | undefined;
  /** What the answer may still hold. */
  budget?: ResponseBudget;
  dialect: Dialect;
  collections: Collections;
  viewer: Viewer;
};

/** What conditions and orders are made with. */
type ConditionPlace = Pick<ReadContext, "dialect" | "viewer" | "collections">;

/** The alias of a query's rows. */
export const ALIAS = "item";

/**
 * Reads a tree of fields: the rows, then for each relation that is followed one more query for all of them. `where`
 * carries the access rule of these rows; those of rows below are added here.
 */
export async function selectTree(
  context: ReadContext,
  collection: Collection,
  tree: FieldTree,
  where: Sql,
  tail: RawBuilder<unknown> = sql``,
): Promise<Item[]> {
  const columns = new Set(["id"]);
  const functions: RawBuilder<unknown>[] = [];
  for (const [key, selected] of tree)
    if (selected.fn)
      functions.push(
        sql`${valueSql(selected, collection, ALIAS, context)} as ${sql.id(functionColumn(key))}`,
      );
    else if (collection.fields[selected.field]?.type !== "alias") columns.add(selected.field);
  await requireResponseBudget(context, collection, columns, { alias: ALIAS, where, tail });
  const list = sql.join([...[...columns].map((name) => sql.ref(`${ALIAS}.${name}`)), ...functions]);
  const { rows } =
    await sql<Item>`select ${list} from ${sql.table(collection.name)} as ${sql.id(ALIAS)} where ${where} ${tail}`.execute(
      context.db,
    );

  const related = new Map<string, Map<unknown, unknown>>();
  for (const [key, { field, fn, below, only }] of tree) {
    const { entries, to } = collection.fields[field] ?? {};
    const target = context.collections.get(entries ?? to ?? "");
    if (!target || fn) continue;
    if (entries) related.set(key, await entriesOf(context, target, idsIn(rows, "id"), below, only));
    else if (below) related.set(key, await itemsOf(context, target, idsIn(rows, field), below, only));
  }
  return rows.map((row) => shape(row, collection, tree, related));
}

/** Not a field of any collection, nor an alias. */
const functionColumn = (key: string) => `fn ${key}`;
const ROW_ID = "row id";
const PARENT_ID = "parent id";
const plain = (field: string): Selected => ({ field, below: null });

/** The rows with these ids, in the order of the ids. */
export async function selectByIds(
  context: ReadContext,
  collection: Collection,
  tree: FieldTree,
  ids: readonly string[],
  readable: Sql,
): Promise<Item[]> {
  const byId = await mapById(context, collection, tree, ids, readable);
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined);
}

async function mapById(
  context: ReadContext,
  collection: Collection,
  tree: FieldTree,
  ids: readonly string[],
  readable: Sql,
): Promise<Map<unknown, Item>> {
  if (ids.length === 0) return new Map();
  const where = amongIds(readable, ids, context.dialect);
  const items = await selectTree(context, collection, new Map([...tree, [ROW_ID, plain("id")]]), where);
  return new Map(items.map((item) => [item[ROW_ID], pick(item, tree)]));
}

/**
 * Those of the rows with these ids that meet a condition. SQLite keeps no statistics here and takes an access rule ("published = 1")
 * for the rarer condition: it would go through every published row, or along the index of an order, to find twenty ids or
 * none. A condition with a plus before it is not looked up in an index.
 */
export function amongIds(condition: Sql, ids: readonly string[], dialect: Dialect): Sql {
  const checked = dialect === "sqlite" ? sql<SqlBool>`+(${condition})` : condition;
  return sql<SqlBool>`${checked} and ${inList(sql.ref(`${ALIAS}.id`), ids, dialect)}`;
}

/** The items that a relation leads to. One that this viewer may not read through it is as if it were not there. */
function itemsOf(
  context: ReadContext,
  collection: Collection,
  ids: string[],
  tree: FieldTree,
  only: RelatedQuery | undefined,
): Promise<Map<unknown, Item>> {
  return mapById(context, collection, tree, ids, relatedRows(context, collection, only));
}

/** What this viewer may read through a relation, narrowed by `deep`. */
function relatedRows(context: ReadContext, collection: Collection, only: RelatedQuery | undefined): Sql {
  const parts = [readableRows(context.viewer, collection, "relation", ALIAS)];
  if (only?.filter) parts.push(conditionSql(only.filter, collection, ALIAS, context));
  if (only?.search) parts.push(searchSql(only.search, collection.fields, ALIAS, context.dialect));
  return sql<SqlBool>`${sql.join(parts, sql.raw(" and "))}`;
}

/** The entries of each list: their ids, or the fields requested below. */
async function entriesOf(
  context: ReadContext,
  collection: Collection,
  parents: string[],
  below: FieldTree | null,
  only: RelatedQuery | undefined,
): Promise<Map<unknown, unknown[]>> {
  const parent = collection.parent ?? "id";
  const readable = relatedRows(context, collection, only);
  const where = sql<SqlBool>`${readable} and ${inList(sql.ref(`${ALIAS}.${parent}`), parents, context.dialect)}`;
  const tree: FieldTree = new Map([[ROW_ID, plain("id")], [PARENT_ID, plain(parent)], ...(below ?? [])]);
  const order = only && only.sort.length > 0 ? withTies(only.sort) : (collection.order ?? []);
  const tail = sql`order by ${orderSql(context, collection, order)}`;
  const lists = new Map<unknown, unknown[]>();
  for (const entry of await selectTree(context, collection, tree, where, tail)) {
    const list = lists.get(entry[PARENT_ID]) ?? [];
    list.push(below ? pick(entry, below) : entry[ROW_ID]);
    lists.set(entry[PARENT_ID], list);
  }
  if (only && (only.offset > 0 || only.limit !== undefined))
    for (const [id, list] of lists)
      lists.set(id, list.slice(only.offset, only.offset + (only.limit ?? list.length)));
  return lists;
}

/** Ids decide between equals, so that no row is met on two pages. */
export function orderSql(
  place: ConditionPlace,
  collection: Collection,
  sort: readonly Sort[],
): RawBuilder<unknown> {
  const withId = sort.some(({ field, through }) => field === "id" && !through)
    ? sort
    : [...sort, { field: "id", descending: sort[0]?.descending ?? false }];
  // PostgreSQL would put nulls last when ascending; SQLite puts them first.
  return sql.join(
    withId.map(
      (each) =>
        sql`${sortedBySql(place, collection, each)} ${sql.raw(each.descending ? "desc nulls last" : "asc nulls first")}`,
    ),
  );
}

/** What is behind a relation is sorted by only where this viewer may read it; text there whatever its case. */
function sortedBySql(
  place: ConditionPlace,
  collection: Collection,
  { field, fn, through }: Sort,
): RawBuilder<unknown> {
  const { dialect, viewer, collections } = place;
  if (!through && fn) return valueSql({ field, fn }, collection, ALIAS, place);
  if (!through)
    return collection.sortedAnyCase?.includes(field)
      ? anyCase(`${ALIAS}.${field}`, dialect)
      : sql.ref(`${ALIAS}.${field}`);
  const target = collections.get(through.collection);
  if (!target) return sql`null`;
  const inner = `${ALIAS}_sort`;
  const { type } = target.fields[field] ?? {};
  const column = `${inner}.${field}`;
  const value =
    !fn && (type === "string" || type === "text")
      ? anyCase(column, dialect)
      : valueSql({ field, fn }, target, inner, place);
  const readable = readableRows(viewer, target, "relation", inner);
  return sql`(select ${value} from ${sql.table(target.name)} as ${sql.id(inner)} where ${sql.ref(`${inner}.id`)} = ${sql.ref(`${ALIAS}.${through.field}`)} and ${readable})`;
}

/** By code point in both databases, as all other text. */
function anyCase(column: string, dialect: Dialect): RawBuilder<unknown> {
  const lowered = lowerCased(column, dialect);
  return dialect === "postgres" ? sql`${lowered} collate "C"` : lowered;
}

function shape(
  row: Item,
  { fields }: Collection,
  tree: FieldTree,
  related: Map<string, Map<unknown, unknown>>,
): Item {
  const item: Item = {};
  for (const [key, selected] of tree) {
    const value = row[selected.field];
    const field = fields[selected.field];
    if (selected.fn) item[key] = row[functionColumn(key)];
    else if (field?.entries) item[key] = related.get(key)?.get(row.id) ?? [];
    else if (related.has(key)) item[key] = related.get(key)?.get(value) ?? null;
    else item[key] = field?.type === "json" && typeof value === "string" ? JSON.parse(value) : value;
  }
  return item;
}

function idsIn(rows: Item[], name: string): string[] {
  return [...new Set(rows.map((row) => row[name]).filter((id) => typeof id === "string"))];
}

function pick(item: Item, tree: FieldTree): Item {
  const picked: Item = {};
  for (const name of tree.keys()) picked[name] = item[name];
  return picked;
}
