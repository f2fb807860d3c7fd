import type { CollectionName, ItemCollectionName } from "../../../contract/collections/collections.ts";
import type { Answer, Changes, FieldPath, RecordOf } from "../../../contract/collections/records.ts";
import { type Call, call, RefusedCall } from "./http-client.ts";

type Comparison = {
  _eq?: string;
  _neq?: string;
  _gt?: string;
  _icontains?: string;
  _in?: string;
  _null?: true;
  _nnull?: true;
};
/** Fields of a related item. */
type Beyond = { [name: string]: Comparison | Beyond };
type Filter<Collection extends CollectionName> = {
  [Name in keyof RecordOf<Collection>]?: Comparison | Beyond;
} & { _or?: Filter<Collection>[] };

type Sorting<Name extends string> = readonly (Name | `-${Name}`)[];

/** The query of a list. The parameters keep their order in the address. */
type ListQuery<Collection extends CollectionName, Path> = {
  search?: string;
  /** Texts in this language or in English rank first in a search. */
  language?: string;
  filter?: Filter<Collection>;
  fields?: readonly Path[];
  /** A dot reaches a related item: "templates_id.template_name". */
  sort?: Sorting<(keyof RecordOf<Collection> & string) | `${keyof RecordOf<Collection> & string}.${string}`>;
  limit?: number;
  page?: number;
  meta?: "filter_count";
};

type Parameter = string | number | true | readonly Parameter[] | { readonly [name: string]: Parameter };

/** "items/history?filter[user_id][_eq]=…&fields=id,title" */
export function itemsAddress<Collection extends ItemCollectionName>(
  collection: Collection,
  query: ListQuery<Collection, string> & { aggregate?: { count: "*" }; groupBy?: string } = {},
): string {
  const { filter: _, ...plain } = query;
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    name in plain && Array.isArray(value) ? `${name}=${value.join(",")}` : writeParameter(name, value),
  );
  return `items/${collection}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`;
}

function writeParameter(name: string, value: Parameter | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [`${name}=${encodeURIComponent(value)}`];
  return Object.entries(value).flatMap(([inner, each]) => writeParameter(`${name}[${inner}]`, each));
}

/** The response. `etag` is its revision, for a later `ifMatch`. */
type Reply<Data> = { data: Data; etag: string | null };

async function callItems<Data>(address: string, what?: Call): Promise<Reply<Data>> {
  const answer = await call(address, what);
  const { data }: { data: Data } = await answer.json();
  return { data, etag: answer.headers.get("etag") };
}

export function listItems<
  Collection extends ItemCollectionName,
  const Path extends FieldPath<Collection> = "*",
>(
  collection: Collection,
  query: ListQuery<Collection, Path> = {},
  signal?: AbortSignal,
): Promise<Reply<Answer<Collection, Path>[]>> {
  return callItems(itemsAddress(collection, query), { signal });
}

/** All items of a list, requested in pages of `limit`. */
export async function listAllItems<
  Collection extends ItemCollectionName,
  const Path extends FieldPath<Collection> = "*",
>(
  collection: Collection,
  query: ListQuery<Collection, Path> & { limit: number },
): Promise<Answer<Collection, Path>[]> {
  const { data: items } = await listItems(collection, query);
  for (let page = 2, last = items.length; last === query.limit; page++) {
    const { data: further } = await listItems(collection, { ...query, page });
    items.push(...further);
    last = further.length;
  }
  return items;
}

export async function countItems<Collection extends ItemCollectionName>(
  collection: Collection,
  filter: Filter<Collection>,
): Promise<number> {
  const { data } = await callItems<{ count: number | string }[]>(
    itemsAddress(collection, { filter, aggregate: { count: "*" } }),
  );
  return Number(data[0]?.count ?? 0);
}

/** How many items have each value of a field, in the order of the values. */
export async function countItemsBy<Collection extends ItemCollectionName>(
  collection: Collection,
  /** Dots reach related items. */
  groupBy: (keyof RecordOf<Collection> & string) | `${keyof RecordOf<Collection> & string}.${string}`,
  { filter, limit }: { filter: Filter<Collection>; limit: number },
): Promise<{ value: string; count: number }[]> {
  const { data } = await callItems<Record<string, string | number>[]>(
    itemsAddress(collection, { filter, limit, groupBy, aggregate: { count: "*" } }),
  );
  return data.map((row) => ({ value: String(row[groupBy]), count: Number(row.count) }));
}

type ItemCall<Path> = { fields?: readonly Path[]; signal?: AbortSignal | undefined };
type WriteCall<Path> = ItemCall<Path> & {
  /** Refused with 412 when the item is at another revision. */
  ifMatch?: string | null;
  /** However often a write with the same key is sent, it happens once. */
  idempotencyKey?: string | undefined;
};

const withFields = (address: string, fields?: readonly string[]) =>
  fields ? `${address}?fields=${fields.join(",")}` : address;

export async function readItem<
  Collection extends ItemCollectionName,
  const Path extends FieldPath<Collection> = "*",
>(
  collection: Collection,
  id: string,
  { fields, signal }: ItemCall<Path> = {},
): Promise<Answer<Collection, Path>> {
  const { data } = await callItems<Answer<Collection, Path>>(
    withFields(`items/${collection}/${id}`, fields),
    {
      signal,
    },
  );
  return data;
}

function write<Data>(
  method: "POST" | "PATCH",
  address: string,
  json: unknown,
  { fields, ifMatch, idempotencyKey }: WriteCall<string>,
): Promise<Reply<Data>> {
  const headers = {
    ...(ifMatch ? { "if-match": ifMatch } : {}),
    ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
  };
  return callItems(withFields(address, fields), { method, json, headers });
}

export function createItem<
  Collection extends ItemCollectionName,
  const Path extends FieldPath<Collection> = "*",
>(
  collection: Collection,
  item: Changes<Collection>,
  how: WriteCall<Path> = {},
): Promise<Reply<Answer<Collection, Path>>> {
  return write("POST", `items/${collection}`, item, how);
}

export function updateItem<
  Collection extends ItemCollectionName,
  const Path extends FieldPath<Collection> = "*",
>(
  collection: Collection,
  id: string,
  changes: Changes<Collection>,
  how: WriteCall<Path> = {},
): Promise<Reply<Answer<Collection, Path>>> {
  return write("PATCH", `items/${collection}/${id}`, changes, how);
}

/** Different changes, all or none of them. */
export async function updateItems<Collection extends ItemCollectionName>(
  collection: Collection,
  changes: readonly (Changes<Collection> & { id: string })[],
): Promise<void> {
  await call(withFields(`items/${collection}`, ["id"]), { method: "PATCH", json: changes });
}

export async function removeItem(collection: ItemCollectionName, id: string): Promise<void> {
  await call(`items/${collection}/${id}`, { method: "DELETE" });
}

export async function removeItems(collection: ItemCollectionName, ids: readonly string[]): Promise<void> {
  try {
    await call(`items/${collection}`, { method: "DELETE", json: ids });
  } catch (error) {
    // Another tab has deleted them already.
    if (!(error instanceof RefusedCall) || error.code !== "FORBIDDEN") throw error;
  }
}
