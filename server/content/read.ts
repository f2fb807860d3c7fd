import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  COLLECTIONS,
  type CollectionName,
  ENTRY_PARENT,
  type EntryCollectionName,
} from "../../contract/collections.ts";
import { DEFAULT_LIMIT, MAX_LIMIT } from "../../contract/limits.ts";
import type { Db } from "../database/connect.ts";
import type { Viewer } from "../kernel/viewer.ts";
import { permissionsOf, readableBy, rowRule } from "./access.ts";
import { readAggregates } from "./aggregates.ts";
import { conditionSql, type Dialect, inList, rowRuleSql, searchSql } from "./conditions.ts";
import { parseFields } from "./query/fields.ts";
import type { RawQuery } from "./query/parameters.ts";
import { parseQuery } from "./query/parse.ts";
import type { FieldTree, Query } from "./query/query.ts";

export type Item = Record<string, unknown>;
export type Answer = { meta?: Record<string, number>; data: Item[] };

/** Finds templates by words, best first. */
export type TemplateSearch = (words: string) => string[];

export type Reading = { db: Db; dialect: Dialect; search: TemplateSearch };

const ALIAS = "item";

export async function readItems(
  reading: Reading,
  viewer: Viewer,
  collection: CollectionName,
  raw: RawQuery,
): Promise<Answer> {
  const query = parseQuery(raw, collection, readableBy(viewer));
  const visible = rowRuleSql(rowRule(viewer, collection, permissionsOf(viewer, collection).read), ALIAS);
  const ranked = query.search && collection === "templates" ? reading.search(query.search) : null;
  const wanted = whereOf(reading, collection, query, visible, ranked);

  const data =
    query.aggregate.length > 0
      ? await readAggregates(reading.db, collection, query, wanted, ALIAS)
      : await readRows(reading, collection, query, wanted, ranked);
  if (query.meta.length === 0) return { data };
  const meta: Record<string, number> = {};
  if (query.meta.includes("total_count")) meta.total_count = await countRows(reading.db, collection, visible);
  if (query.meta.includes("filter_count"))
    meta.filter_count = await countRows(reading.db, collection, wanted);
  return { meta, data };
}

/** One item, or undefined when it is not there or not this viewer's. */
export async function readItem(
  reading: Reading,
  viewer: Viewer,
  collection: CollectionName,
  id: string,
  raw: RawQuery,
): Promise<Item | undefined> {
  const fields = parseFields(raw.fields, collection, readableBy(viewer));
  const { read } = permissionsOf(viewer, collection);
  // A template that is no longer published stays readable by its id: people have documents made with it.
  const rule = rowRule(viewer, collection, read === "published" ? "all" : read);
  const where = sql<SqlBool>`${rowRuleSql(rule, ALIAS)} and ${sql.ref(`${ALIAS}.id`)} = ${id}`;
  const [item] = await selectTree(reading, collection, fields, where, sql``);
  return item;
}

function whereOf(
  reading: Reading,
  collection: CollectionName,
  query: Query,
  visible: RawBuilder<SqlBool>,
  ranked: string[] | null,
): RawBuilder<SqlBool> {
  const parts = [visible];
  if (query.filter) parts.push(conditionSql(query.filter, collection, ALIAS, reading.dialect));
  if (ranked) parts.push(inList(sql.ref(`${ALIAS}.id`), ranked, reading.dialect));
  else if (query.search) parts.push(searchSql(query.search, collection, ALIAS, reading.dialect));
  return sql<SqlBool>`${sql.join(parts, sql.raw(" and "))}`;
}

async function countRows(db: Db, collection: CollectionName, where: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(collection)} as ${sql.id(ALIAS)} where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function readRows(
  reading: Reading,
  collection: CollectionName,
  query: Query,
  where: RawBuilder<SqlBool>,
  ranked: string[] | null,
): Promise<Item[]> {
  const { limit, offset } = pageOf(query, collection);
  if (limit === 0) return [];
  if (!ranked || query.sort.length > 0) {
    const tail = sql`order by ${orderOf(query, collection)} limit ${limit} offset ${offset}`;
    return selectTree(reading, collection, query.fields, where, tail);
  }
  const passed = query.filter ? await letThrough(reading, collection, where) : null;
  const page = (passed ? ranked.filter((id) => passed.has(id)) : ranked).slice(offset, offset + limit);
  return selectById(reading, collection, query.fields, page);
}

/** By rank: the index knows the order, the database knows which of them the filter lets through. */
async function letThrough(
  reading: Reading,
  collection: CollectionName,
  where: RawBuilder<SqlBool>,
): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string;
  }>`select ${sql.ref(`${ALIAS}.id`)} as id from ${sql.table(collection)} as ${sql.id(ALIAS)} where ${where}`.execute(
    reading.db,
  );
  return new Set(rows.map((row) => row.id));
}

/** A history is read from its newest end, and as far as one answer goes. */
function pageOf(query: Query, collection: CollectionName): { limit: number; offset: number } {
  const limit =
    query.limit ?? (collection === "history" && query.sort.length === 0 ? MAX_LIMIT : DEFAULT_LIMIT);
  return { limit, offset: query.page !== undefined ? Math.max(query.page - 1, 0) * limit : query.offset };
}

const DEFAULT_ORDER: Partial<Record<CollectionName, Query["sort"]>> = {
  history: [
    { field: "date_created", descending: true },
    { field: "id", descending: true },
  ],
  types: [{ field: "sort", descending: false }],
};

function orderOf(query: Query, collection: CollectionName): RawBuilder<unknown> {
  const sort = query.sort.length > 0 ? query.sort : (DEFAULT_ORDER[collection] ?? []);
  const withId = sort.some(({ field }) => field === "id")
    ? sort
    : [...sort, { field: "id", descending: sort[0]?.descending ?? false }];
  // PostgreSQL would put nulls last when ascending; SQLite puts them first.
  return sql.join(
    withId.map(
      ({ field, descending }) =>
        sql`${sql.ref(`${ALIAS}.${field}`)} ${sql.raw(descending ? "desc nulls last" : "asc nulls first")}`,
    ),
  );
}

/** Reads a tree of fields: the rows, then for each relation that is followed one more query for all of them. */
async function selectTree(
  reading: Reading,
  collection: CollectionName,
  tree: FieldTree,
  where: RawBuilder<SqlBool>,
  tail: RawBuilder<unknown>,
): Promise<Item[]> {
  const columns = new Set(["id"]);
  for (const name of tree.keys()) if (COLLECTIONS[collection][name]?.type !== "alias") columns.add(name);
  const list = sql.join([...columns].map((name) => sql.ref(`${ALIAS}.${name}`)));
  const { rows } =
    await sql<Item>`select ${list} from ${sql.table(collection)} as ${sql.id(ALIAS)} where ${where} ${tail}`.execute(
      reading.db,
    );

  const related = new Map<string, Map<string, unknown>>();
  for (const [name, below] of tree) {
    const field = COLLECTIONS[collection][name];
    if (field?.entries)
      related.set(
        name,
        await entriesOf(
          reading,
          field.entries,
          rows.map((row) => row.id as string),
          below,
        ),
      );
    else if (below && field?.to)
      related.set(
        name,
        await itemsOf(
          reading,
          field.to,
          rows.map((row) => row[name]),
          below,
        ),
      );
  }
  return rows.map((row) => shape(row, collection, tree, related));
}

function shape(
  row: Item,
  collection: CollectionName,
  tree: FieldTree,
  related: Map<string, Map<string, unknown>>,
): Item {
  const item: Item = {};
  for (const name of tree.keys()) {
    const field = COLLECTIONS[collection][name];
    if (field?.entries) item[name] = related.get(name)?.get(row.id as string) ?? [];
    else if (related.has(name))
      item[name] = row[name] === null ? null : (related.get(name)?.get(row[name] as string) ?? null);
    else
      item[name] =
        field?.type === "json" && typeof row[name] === "string" ? JSON.parse(row[name]) : row[name];
  }
  return item;
}

async function itemsOf(
  reading: Reading,
  collection: CollectionName,
  ids: unknown[],
  tree: FieldTree,
): Promise<Map<string, unknown>> {
  const known = [...new Set(ids.filter((id) => typeof id === "string"))] as string[];
  return new Map(
    (await selectById(reading, collection, withId(tree), known)).map((item) => [
      item.id as string,
      pick(item, tree),
    ]),
  );
}

async function selectById(
  reading: Reading,
  collection: CollectionName,
  tree: FieldTree,
  ids: string[],
): Promise<Item[]> {
  if (ids.length === 0) return [];
  const items = await selectTree(
    reading,
    collection,
    withId(tree),
    inList(sql.ref(`${ALIAS}.id`), ids, reading.dialect),
    sql``,
  );
  const byId = new Map(items.map((item) => [item.id as string, item]));
  return ids.flatMap((id) => {
    const item = byId.get(id);
    return item ? [pick(item, tree)] : [];
  });
}

/** The entries of each parent: their ids when not followed, else what was asked for below. */
async function entriesOf(
  reading: Reading,
  collection: EntryCollectionName,
  parents: string[],
  below: FieldTree | null,
): Promise<Map<string, unknown[]>> {
  const parent = ENTRY_PARENT[collection];
  const tree: FieldTree = new Map([["id", null], [parent, null], ...(below ?? [])]);
  const order =
    collection === "saved_templates_templates"
      ? sql`order by ${sql.ref(`${ALIAS}.position`)}`
      : sql`order by ${sql.ref(`${ALIAS}.id`)}`;
  const entries = await selectTree(
    reading,
    collection,
    tree,
    inList(sql.ref(`${ALIAS}.${parent}`), parents, reading.dialect),
    order,
  );
  const lists = new Map<string, unknown[]>();
  for (const entry of entries) {
    const list = lists.get(entry[parent] as string) ?? [];
    list.push(below ? pick(entry, below) : entry.id);
    lists.set(entry[parent] as string, list);
  }
  return lists;
}

function withId(tree: FieldTree): FieldTree {
  return tree.has("id") ? tree : new Map([...tree, ["id", null]]);
}

function pick(item: Item, tree: FieldTree): Item {
  const picked: Item = {};
  for (const name of tree.keys()) picked[name] = item[name];
  return picked;
}
