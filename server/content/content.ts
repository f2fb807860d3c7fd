import { type SqlBool, sql } from "kysely";
import { MAX_BATCH_ITEMS } from "../../contract/limits.ts";
import type { Database, Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { forbiddenCollection, forbiddenItem, invalidPayload } from "../errors/errors.ts";
import { COPIES_OF_ANSWER, MAX_ANSWER_BYTES } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Reserve } from "../request/request.ts";
import type { Viewer } from "../request/viewer.ts";
import { ownerOf, readableBy, requireAction } from "./access.ts";
import { createResponseBudget, longColumns, requireResponseBudget } from "./answer-size.ts";
import type { Collection, Collections } from "./collection.ts";
import { applyOnce, type OnceKey, type WrittenAnswer } from "./idempotency.ts";
import { isObject, type RawQuery, readSearchBody } from "./query/parameters.ts";
import { parseShape } from "./query/parse.ts";
import { type Answer, readItem, readItems } from "./read.ts";
import { ALIAS, type Item, type ReadContext } from "./select.ts";
import { createItems, removeItem, removeItems, updateItem, updateItems, type WriteContext } from "./write.ts";

/**
 * The content API without HTTP: what the routes answer with and what pages take their data from. No library: Directus itself is a server
 * of its own, and no package reads its query dialect with access rows on both databases (decision 1).
 */
export type Content = {
  database: Database;
  /** Throws when there is none of this name. */
  collection(name: string): Collection;
  /** `reserve` waits for memory before rows are read; pages, which read little, go without. */
  list(viewer: Viewer, collection: string, query: RawQuery, reserve?: Reserve): Promise<Answer>;
  find(viewer: Viewer, collection: string, id: string, query: RawQuery, reserve?: Reserve): Promise<Item>;
  write(request: WriteRequest): Promise<WrittenAnswer>;
};

export type WriteRequest = {
  viewer: Viewer;
  clientAddress: string;
  collection: string;
  /** `fields` shapes the answer. */
  query: RawQuery;
  reserve?: Reserve;
  once: OnceKey | null;
  /** Revision named by `If-Match`. */
  base?: number | undefined;
  /** In the transaction, after the change; not when the answer to an earlier request is sent again. Without ids for deletions. */
  written?(db: Db, ids: string[]): Promise<void>;
} & WriteAction;

/** The items are named by a list, `{ keys }` or `{ query }`. */
type ManyItems = { action: "update-many" | "remove-many"; body: unknown };

export type WriteAction =
  | { action: "create"; body: unknown }
  | ManyItems
  | { action: "update"; id: string; body: Record<string, unknown> }
  | { action: "remove"; id: string; extras?: Record<string, unknown> };

type Parts = { database: Database; collections: readonly Collection[]; log: Log };

export function createContent({ database, collections: list, log }: Parts): Content {
  const collections: Collections = new Map(list.map((each) => [each.name, each]));
  const readContext = (db: Db, viewer: Viewer): ReadContext => ({
    db,
    dialect: database.dialect,
    collections,
    viewer,
  });

  function collection(name: string): Collection {
    const found = collections.get(name);
    if (!found) throw forbiddenCollection(name.slice(0, 80));
    return found;
  }

  return {
    database,
    collection,
    list: async (viewer, name, query, reserve) => {
      requireAction(viewer, "read", collection(name));
      const { db, longReads } = database;
      return withDatabase(() =>
        readItems(
          { ...readContext(db, viewer), longReads, budget: createResponseBudget(reserve) },
          collection(name),
          query,
        ),
      );
    },
    find: async (viewer, name, id, query, reserve) => {
      requireAction(viewer, "read", collection(name));
      const item = await withDatabase(() =>
        readItem(
          { ...readContext(database.db, viewer), budget: createResponseBudget(reserve) },
          collection(name),
          id,
          query,
          "id",
        ),
      );
      if (!item) throw forbiddenItem();
      return item;
    },
    write: async (request) => {
      const { viewer, base, once, clientAddress } = request;
      const written = collection(request.collection);
      if (request.action === "create") {
        const count = Array.isArray(request.body) ? request.body.length : 1;
        await written.beforeCreate?.({ viewer, clientAddress, count });
      }
      await withDatabase(() => reserveWritten(readContext(database.db, viewer), written, request));
      const answer = await withDatabase(() =>
        database.db.transaction().execute((db) => {
          const now = new Date();
          const { dialect } = database;
          const writeContext = { db, dialect, viewer, clientAddress, now, base, collection: written };
          return applyOnce(db, once, now, () =>
            apply(writeContext, request, { ...readContext(db, viewer), budget: createResponseBudget() }),
          );
        }),
      );
      // The change is made, whatever happens now.
      await written
        .afterWrite?.()
        .catch((error) =>
          log.warn({ collection: written.name, error: error.message }, "what follows a write failed"),
        );
      return answer;
    },
  };
}

async function apply(
  writeContext: WriteContext,
  request: WriteRequest,
  readContext: ReadContext,
): Promise<WrittenAnswer> {
  const { db } = writeContext;
  const answerWith = async (ids: string[], many: boolean) => {
    await request.written?.(db, ids);
    return answerWritten(readContext, writeContext.collection, ids, request.query, many);
  };
  const answerRemoved = async () => {
    await request.written?.(db, []);
    return { status: 204, headers: {}, body: "" };
  };
  switch (request.action) {
    case "create":
      return answerWith(await createItems(writeContext, request.body), Array.isArray(request.body));
    case "update":
      return answerWith([await updateItem(writeContext, request.id, request.body)], false);
    case "update-many":
      return answerWith(await updateItems(writeContext, await nameKeys(readContext, request)), true);
    case "remove":
      await removeItem(writeContext, request.id, request.extras ?? {});
      return answerRemoved();
    case "remove-many":
      await removeItems(writeContext, await nameKeys(readContext, request));
      return answerRemoved();
  }
}

/** `{ query }` instead of `{ keys }` names the items that a list with this query has, 100 unless it has a limit. */
async function nameKeys(
  context: ReadContext,
  { collection: name, action, body }: ManyItems & { collection: string },
): Promise<unknown> {
  const collection = context.collections.get(name);
  if (!collection || !isObject(body) || body.query === undefined || body.keys !== undefined) return body;
  requireAction(context.viewer, action === "update-many" ? "update" : "delete", collection);
  if (!isObject(body.query)) throw invalidPayload('"query" must be of type object');
  const { filter, search, sort, limit, offset, page } = readSearchBody({ query: body.query }, {});
  const isAll = limit === -1 || limit === "-1";
  const found = await readItems(context, collection, {
    fields: "id",
    filter,
    search,
    sort,
    offset,
    page,
    limit: isAll ? MAX_BATCH_ITEMS + 1 : limit,
  });
  if (found.data.length > MAX_BATCH_ITEMS)
    throw invalidPayload(
      `the query names more than ${MAX_BATCH_ITEMS} items, which is the limit; narrow it, or send it with "limit": ${MAX_BATCH_ITEMS} until nothing is left`,
    );
  return { ...body, query: undefined, keys: found.data.map(({ id }) => id) };
}

/**
 * Waits for the memory that the answer to a change takes, before its transaction begins. What is created was counted as it was received.
 */
async function reserveWritten(
  context: ReadContext,
  collection: Collection,
  request: WriteRequest,
): Promise<void> {
  const { reserve, query } = request;
  if (!reserve || (request.action !== "update" && request.action !== "update-many")) return;
  const columns = requestedColumns(context, collection, query);
  if (longColumns(collection, columns).length === 0) return;
  if (!("id" in request)) return reserve(MAX_ANSWER_BYTES * COPIES_OF_ANSWER);
  const where = sql<SqlBool>`${sql.ref(`${ALIAS}.id`)} = ${request.id}`;
  await requireResponseBudget(
    { db: context.db, budget: createResponseBudget(reserve) },
    collection,
    columns,
    {
      alias: ALIAS,
      where,
      tail: sql``,
    },
  );
}

/** None if the fields are refused: the error is sent once it is known that the change is allowed. */
function requestedColumns(
  { viewer, collections }: ReadContext,
  { name }: Collection,
  query: RawQuery,
): Set<string> {
  try {
    const variables = { userId: ownerOf(viewer), now: new Date() };
    const shown = parseShape(query, name, readableBy(viewer, collections), variables);
    return new Set([...shown.values()].map(({ field }) => field));
  } catch {
    return new Set();
  }
}

/** The items after the change, read in its transaction. */
async function answerWritten(
  readContext: ReadContext,
  collection: Collection,
  ids: string[],
  query: RawQuery,
  many: boolean,
): Promise<WrittenAnswer> {
  const items: Item[] = [];
  for (const id of ids) {
    const item = await readItem(readContext, collection, id, query, "written");
    if (item) items.push(item);
  }
  const headers: Record<string, string> = {};
  if (collection.etag && ids[0]) {
    const record = await readItem(readContext, collection, ids[0], { fields: collection.etag }, "written");
    headers.etag = revisionTag(record?.[collection.etag]);
  }
  return { status: 200, headers, body: JSON.stringify({ data: many ? items : (items[0] ?? null) }) };
}

/** A revision as a strong ETag. */
export function revisionTag(rev: unknown): string {
  return `"rev-${rev}"`;
}

export function readRevisionTag(header: string | undefined): number | undefined {
  const found = /^(?:W\/)?"?(?:rev-)?(\d{1,15})"?$/.exec(header?.trim() ?? "");
  return found ? Number(found[1]) : undefined;
}
