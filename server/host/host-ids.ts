import type { Db } from "../database/connect.ts";

/** An id of the host's: a number or text. */
export type HostId = string | number;

/** Which items of the host ours are copies of. */
export type HostIds = {
  /** The host's ids by ours. */
  toHost(db: Db, collection: string, ids: readonly string[]): Promise<Map<string, HostId>>;
  /** Our ids by `idKey` of the host's. */
  toLocal(db: Db, collection: string, ids: readonly HostId[]): Promise<Map<string, string>>;
  /** What was known of either id before is forgotten. */
  store(
    db: Db,
    collection: string,
    pairs: readonly (readonly [local: string, host: HostId])[],
  ): Promise<void>;
  forget(db: Db, collection: string, ids: readonly string[]): Promise<void>;
};

/** As stored: 7 and "7" are different ids. */
export const idKey = (id: HostId): string => JSON.stringify(id);

export function isHostId(value: unknown): value is HostId {
  return Number.isSafeInteger(value) || (typeof value === "string" && value !== "" && value.length <= 200);
}

/** The id in a relation, which is an object where fields of the other item were asked for. */
export function readHostId(value: unknown): HostId | undefined {
  if (isHostId(value)) return value;
  return typeof value === "object" && value !== null && "id" in value && isHostId(value.id)
    ? value.id
    : undefined;
}

const AT_ONCE = 500;

export function createHostIds(host: string): HostIds {
  const rowsOf = (db: Db, collection: string) =>
    db
      .selectFrom("host_ids")
      .select(["local_id", "host_id"])
      .where("host", "=", host)
      .where("collection", "=", collection);
  const deleted = (db: Db, collection: string) =>
    db.deleteFrom("host_ids").where("host", "=", host).where("collection", "=", collection);

  return {
    toHost: async (db, collection, ids) => {
      const rows = await inParts(ids, (part) =>
        rowsOf(db, collection).where("local_id", "in", part).execute(),
      );
      return new Map(rows.map(({ local_id, host_id }) => [local_id, JSON.parse(host_id)]));
    },
    toLocal: async (db, collection, ids) => {
      const keys = ids.map(idKey);
      const rows = await inParts(keys, (part) =>
        rowsOf(db, collection).where("host_id", "in", part).execute(),
      );
      return new Map(rows.map(({ local_id, host_id }) => [host_id, local_id]));
    },
    store: async (db, collection, pairs) => {
      await inParts(pairs, async (part) => {
        const locals = part.map(([local]) => local);
        const keys = part.map(([, id]) => idKey(id));
        await deleted(db, collection)
          .where((eb) => eb.or([eb("local_id", "in", locals), eb("host_id", "in", keys)]))
          .execute();
        const rows = part.map(([local_id, id]) => ({ host, collection, local_id, host_id: idKey(id) }));
        await db.insertInto("host_ids").values(rows).execute();
        return [];
      });
    },
    forget: async (db, collection, ids) => {
      await inParts(ids, (part) => deleted(db, collection).where("local_id", "in", part).execute());
    },
  };
}

/** SQLite takes so many values in a statement. */
async function inParts<Item, Row>(
  items: readonly Item[],
  work: (part: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE)
    rows.push(...(await work(items.slice(at, at + AT_ONCE))));
  return rows;
}
