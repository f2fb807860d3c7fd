import type { ItemCollectionName } from "../../contract/collections.ts";
import { MAX_BATCH_ITEMS } from "../../contract/limits.ts";
import { contactMessages } from "../collections/contact-messages.ts";
import { documents } from "../collections/documents.ts";
import { history } from "../collections/history.ts";
import type { Keeper, Writing } from "../collections/keeper.ts";
import { savedTemplates } from "../collections/saved-templates.ts";
import { templates } from "../collections/templates.ts";
import { types } from "../collections/types.ts";
import { user } from "../collections/user.ts";
import { forbiddenAction, forbiddenItem, invalidPayload } from "../kernel/errors.ts";
import type { Viewer } from "../kernel/viewer.ts";
import { permissionsOf, requireAction, rowRule } from "./access.ts";
import { type Payload, requirePayload } from "./payload.ts";

const KEEPERS: Record<ItemCollectionName, Keeper> = {
  user,
  templates,
  types,
  saved_templates: savedTemplates,
  history,
  documents,
  contact_messages: contactMessages,
};

/** One item or a list of them; the ids that were made, in order. */
export async function createItems(
  writing: Writing,
  collection: ItemCollectionName,
  body: unknown,
): Promise<string[]> {
  const create = keeperAction(writing.viewer, "create", collection);
  const writable = permissionsOf(writing.viewer, collection).create ?? [];
  const ids: string[] = [];
  for (const payload of readBatch(body)) ids.push(await create(writing, payload, writable));
  return ids;
}

export async function updateItem(
  writing: Writing,
  collection: ItemCollectionName,
  id: string,
  payload: Payload,
): Promise<string> {
  const update = keeperAction(writing.viewer, "update", collection);
  const { rows, fields } = permissionsOf(writing.viewer, collection).update as {
    rows: "own" | "all";
    fields: readonly string[];
  };
  const updated = await update(writing, id, payload, fields, rowRule(writing.viewer, collection, rows));
  if (updated === undefined) throw forbiddenItem();
  return updated;
}

/** `{ keys, data }` changes many alike; a list of items with their ids changes each in its own way. */
export async function updateItems(
  writing: Writing,
  collection: ItemCollectionName,
  body: unknown,
): Promise<string[]> {
  requireAction(writing.viewer, "update", collection);
  const changes = readChanges(body);
  const ids: string[] = [];
  for (const { id, payload } of changes) ids.push(await updateItem(writing, collection, id, payload));
  return ids;
}

export async function removeItem(
  writing: Writing,
  collection: ItemCollectionName,
  id: string,
): Promise<void> {
  if (!(await removeIfThere(writing, collection, id))) throw forbiddenItem();
}

/** Ids that are not there, or not this viewer's, are passed over. */
export async function removeItems(
  writing: Writing,
  collection: ItemCollectionName,
  body: unknown,
): Promise<void> {
  requireAction(writing.viewer, "delete", collection);
  for (const id of readKeys(body)) await removeIfThere(writing, collection, id);
}

async function removeIfThere(writing: Writing, collection: ItemCollectionName, id: string): Promise<boolean> {
  const remove = keeperAction(writing.viewer, "remove", collection);
  return remove(
    writing,
    id,
    rowRule(writing.viewer, collection, permissionsOf(writing.viewer, collection).delete),
  );
}

function keeperAction<Name extends keyof Keeper>(
  viewer: Viewer,
  name: Name,
  collection: ItemCollectionName,
): NonNullable<Keeper[Name]> {
  const action = name === "remove" ? "delete" : name;
  requireAction(viewer, action as "create" | "update" | "delete", collection);
  const found = KEEPERS[collection][name];
  if (!found) throw forbiddenAction(action, collection);
  return found;
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
  if (data === undefined) throw invalidPayload('"data" is required, with "keys" beside it');
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
