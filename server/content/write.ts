import { sql } from "kysely";
import { MAX_BATCH_ITEMS } from "../../contract/limits.ts";
import { isAction } from "../../contract/people/actions.ts";
import { actorOf, type ItemAction, recordActions } from "../actions/action-log.ts";
import { forbiddenAction, forbiddenItem, invalidPayload } from "../errors/errors.ts";
import { all, NOTHING, permissionsOf, type Rows, requireAction } from "./access.ts";
import type { Change, Collection, Write, WriteTransaction } from "./collection.ts";
import { checkPayload, type Payload, requirePayload } from "./payload.ts";

/** One request that writes to one collection. */
export type WriteContext = WriteTransaction & {
  /** The revision named by `If-Match`. */
  base: number | undefined;
  collection: Collection;
};

/** Creates one item or a list of them; returns the new ids in order. */
export async function createItems(context: WriteContext, body: unknown): Promise<string[]> {
  const { base: _base, collection, ...transaction } = context;
  const { viewer } = transaction;
  requireAction(viewer, "create", collection);
  if (!collection.create) throw forbiddenAction("create", collection.name);
  const writable = permissionsOf(viewer, collection).create ?? [];
  const check: Write["check"] = (payload) => checkPayload(collection, payload, writable, "create");
  const ids: string[] = [];
  for (const payload of readBatch(body))
    ids.push(await collection.create({ ...transaction, check }, payload));
  await logItems(context, "created", ids);
  return ids;
}

export async function updateItem(context: WriteContext, id: string, payload: Payload): Promise<string> {
  const { collection, viewer } = context;
  requireAction(viewer, "update", collection);
  if (!collection.update) throw forbiddenAction("update", collection.name);
  const { rows, fields = [] } = permissionsOf(viewer, collection).update ?? {};
  const updated = await collection.update(changeOf(context, rows, fields), id, payload);
  if (updated === undefined) throw forbiddenItem();
  const done = collection.changeName?.(Object.keys(payload), payload) ?? "changed";
  await logItems(context, done, [updated]);
  return updated;
}

/** `{ keys, data }` (or `query`, see content.ts) changes many items alike; a list of items with ids changes each separately. */
export async function updateItems(context: WriteContext, body: unknown): Promise<string[]> {
  requireAction(context.viewer, "update", context.collection);
  const ids: string[] = [];
  for (const { id, payload } of readChanges(body)) ids.push(await updateItem(context, id, payload));
  return ids;
}

export async function removeItem(context: WriteContext, id: string, extras: Payload): Promise<void> {
  if (!(await removeIfThere(context, id, extras))) throw forbiddenItem();
}

/**
 * Ids that don't exist or aren't this viewer's are skipped. A list of only such ids is refused, as a single one is, unless the
 * viewer may delete everything, as in Directus.
 */
export async function removeItems(context: WriteContext, body: unknown): Promise<void> {
  const { viewer, collection } = context;
  requireAction(viewer, "delete", collection);
  const ids = readKeys(body);
  let removed = 0;
  for (const id of ids) if (await removeIfThere(context, id, {})) removed += 1;
  if (removed === 0 && ids.length > 0 && permissionsOf(viewer, collection).delete !== all)
    throw forbiddenItem();
}

async function removeIfThere(context: WriteContext, id: string, extras: Payload): Promise<boolean> {
  requireAction(context.viewer, "delete", context.collection);
  const isRemoved = await remove(context, id, extras);
  if (isRemoved) await logItems(context, "deleted", [id]);
  return isRemoved;
}

async function remove(context: WriteContext, id: string, extras: Payload): Promise<boolean> {
  const { collection, viewer, db } = context;
  const change = changeOf(context, permissionsOf(viewer, collection).delete, []);
  if (collection.remove) return collection.remove(change, id, extras);
  const table = sql.table(collection.name);
  const { numAffectedRows = 0n } =
    await sql`delete from ${table} where id = ${id} and ${change.reachable}`.execute(db);
  return numAffectedRows > 0n;
}

async function logItems(
  { db, viewer, collection, now }: WriteContext,
  done: ItemAction,
  ids: string[],
): Promise<void> {
  const kind = collection.logged;
  const action = `${kind}.${done}`;
  if (kind && isAction(action)) await recordActions(db, actorOf(viewer), action, { kind, ids }, now);
}

function changeOf(
  { collection, ...transaction }: WriteContext,
  rows: Rows | undefined,
  writable: readonly string[],
): Change {
  return {
    ...transaction,
    reachable: rows?.sql(transaction.viewer, collection.name) ?? NOTHING,
    check: (payload) => checkPayload(collection, payload, writable, "update"),
  };
}

function readBatch(body: unknown): Payload[] {
  const list = Array.isArray(body) ? body : [body];
  if (list.length > MAX_BATCH_ITEMS)
    throw invalidPayload(
      `the list holds ${list.length} items, at most ${MAX_BATCH_ITEMS} are allowed at once`,
    );
  return list.map(requirePayload);
}

function readChanges(body: unknown): { id: string; payload: Payload }[] {
  if (Array.isArray(body))
    return readBatch(body).map(({ id, ...payload }) => {
      if (typeof id !== "string") throw invalidPayload("each item of the list has to name its id");
      return { id, payload };
    });
  const { keys, data } = requirePayload(body);
  if (data === undefined) throw invalidPayload('"data" is required, next to "keys"');
  return readKeys({ keys }).map((id) => ({ id, payload: requirePayload(data) }));
}

function readKeys(body: unknown): string[] {
  const keys = Array.isArray(body) ? body : requirePayload(body).keys;
  if (!Array.isArray(keys) || keys.some((key) => typeof key !== "string" && typeof key !== "number"))
    throw invalidPayload('the ids have to be a list: ["…"] or { "keys": ["…"] }');
  if (keys.length > MAX_BATCH_ITEMS)
    throw invalidPayload(`the list holds ${keys.length} ids, at most ${MAX_BATCH_ITEMS} are allowed at once`);
  return keys.map(String);
}
