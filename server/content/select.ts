import { type RawBuilder, type SqlBool, sql } from "kysely";
import { lowerCased } from "../database/column-kinds.ts";
import type { Db } from "../database/connect.ts";
import type { Viewer } from "../request/viewer.ts";
import { readableRows, type Sql } from "./access.ts";
import { type ResponseBudget, requireResponseBudget } from "./answer-size.ts";
import type { Collection, Collections, Dialect } from "./collection.ts";
import { inList } from "./conditions.ts";
import type { FieldTree, Sort } from "./query/query.ts";

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
  for (const name of tree.keys()) if (collection.fields[name]?.type !== "alias") columns.add(name);
  await requireResponseBudget(context, collection, columns, { alias: ALIAS, where, tail });
  const list = sql.join([...columns].map((name) => sql.ref(`${ALIAS}.${name}`)));
  const { rows } =
    await sql<Item>`select ${list} from ${sql.table(collection.name)} as ${sql.id(ALIAS)} where ${where} ${tail}`.execute(
      context.db,
    );

  const related = new Map<string, Map<unknown, unknown>>();
  for (const [name, below] of tree) {
    const { entries, to } = collection.fields[name] ?? {};
    const target = context.collections.get(entries ?? to ?? "");
    if (!target) continue;
    if (entries) related.set(name, await entriesOf(context, target, idsIn(rows, "id"), below));
    else if (below) related.set(name, await itemsOf(context, target, idsIn(rows, name), below));
  }
  return rows.map((row) => shape(row, collection, tree, related));
}

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
  const items = await selectTree(context, collection, new Map([...tree, ["id", null]]), where);
  return new Map(items.map((item) => [item.id, pick(item, tree)]));
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
): Promise<Map<unknown, Item>> {
  const readable = readableRows(context.viewer, collection, "relation", ALIAS);
  return mapById(context, collection, tree, ids, readable);
}

/** The entries of each list: their ids, or the fields requested below. */
async function entriesOf(
  context: ReadContext,
  collection: Collection,
  parents: string[],
  below: FieldTree | null,
): Promise<Map<unknown, unknown[]>> {
  const parent = collection.parent ?? "id";
  const readable = readableRows(context.viewer, collection, "relation", ALIAS);
  const where = sql<SqlBool>`${readable} and ${inList(sql.ref(`${ALIAS}.${parent}`), parents, context.dialect)}`;
  const tree: FieldTree = new Map([["id", null], [parent, null], ...(below ?? [])]);
  const tail = sql`order by ${orderSql(context, collection, collection.order ?? [])}`;
  const lists = new Map<unknown, unknown[]>();
  for (const entry of await selectTree(context, collection, tree, where, tail)) {
    const list = lists.get(entry[parent]) ?? [];
    list.push(below ? pick(entry, below) : entry.id);
    lists.set(entry[parent], list);
  }
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
  { field, through }: Sort,
): RawBuilder<unknown> {
  const { dialect, viewer, collections } = place;
  if (!through)
    return collection.sortedAnyCase?.includes(field)
      ? anyCase(`${ALIAS}.${field}`, dialect)
      : sql.ref(`${ALIAS}.${field}`);
  const target = collections.get(through.collection);
  if (!target) return sql`null`;
  const inner = `${ALIAS}_sort`;
  const { type } = target.fields[field] ?? {};
  const column = `${inner}.${field}`;
  const value = type === "string" || type === "text" ? anyCase(column, dialect) : sql.ref(column);
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
  for (const name of tree.keys()) {
    const value = row[name];
    const field = fields[name];
    if (field?.entries) item[name] = related.get(name)?.get(row.id) ?? [];
    else if (related.has(name)) item[name] = related.get(name)?.get(value) ?? null;
    else item[name] = field?.type === "json" && typeof value === "string" ? JSON.parse(value) : value;
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
