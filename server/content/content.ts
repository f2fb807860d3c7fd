import type { CollectionName, ItemCollectionName } from "../../contract/collections.ts";
import { type Catalogue, createCatalogue } from "../catalogue/catalogue-version.ts";
import { createTemplateIndex, type TemplateIndex } from "../catalogue/template-index.ts";
import type { ForwardMessage, Writing } from "../collections/keeper.ts";
import type { Database, Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { forbiddenItem } from "../kernel/errors.ts";
import type { Log } from "../kernel/logging.ts";
import { TOKEN_OPERATOR, type Viewer } from "../kernel/viewer.ts";
import { permissionsOf, requireAction } from "./access.ts";
import { applyOnce, type OnceKey, type WrittenAnswer } from "./idempotency.ts";
import type { RawQuery } from "./query/parameters.ts";
import { type Answer, type Item, readItem, readItems } from "./read.ts";
import { createItems, removeItem, removeItems, updateItem, updateItems } from "./write.ts";

/** The content API without HTTP: what the routes answer with and what pages take their data from. */
export type Content = {
  database: Database;
  catalogue: Catalogue;
  index: TemplateIndex;
  list(viewer: Viewer, collection: CollectionName, query: RawQuery): Promise<Answer>;
  find(viewer: Viewer, collection: CollectionName, id: string, query: RawQuery): Promise<Item>;
  write(request: WriteRequest): Promise<WrittenAnswer>;
  close(): Promise<void>;
};

export type WriteRequest = {
  viewer: Viewer;
  collection: ItemCollectionName;
  /** `fields` shapes the answer. */
  query: RawQuery;
  once: OnceKey | null;
  /** Revision named by `If-Match`. */
  base?: number | undefined;
} & (
  | { action: "create" | "update-many" | "remove-many"; body: unknown }
  | { action: "update"; id: string; body: Record<string, unknown> }
  | { action: "remove"; id: string }
);

type Parts = { database: Database; log: Log; forwardMessage?: ForwardMessage | undefined };

export async function createContent({ database, log, forwardMessage }: Parts): Promise<Content> {
  const catalogue = await createCatalogue(database, log);
  const index = await createTemplateIndex(database, catalogue);
  const reading = (db: Db) => ({ db, dialect: database.dialect, search: index.search });

  return {
    database,
    catalogue,
    index,
    list: async (viewer, collection, query) => {
      requireAction(viewer, "read", collection);
      return withDatabase(() => readItems(reading(database.db), viewer, collection, query));
    },
    find: async (viewer, collection, id, query) => {
      requireAction(viewer, "read", collection);
      const item = await withDatabase(() => readItem(reading(database.db), viewer, collection, id, query));
      if (!item) throw forbiddenItem();
      return item;
    },
    write: async (request) => {
      const answer = await withDatabase(() =>
        database.db.transaction().execute((db) => {
          const writing: Writing = {
            db,
            dialect: database.dialect,
            catalogue,
            viewer: request.viewer,
            now: new Date(),
            base: request.base,
            forwardMessage,
          };
          return applyOnce(db, request.once, writing.now, () => apply(writing, request, reading(db)));
        }),
      );
      if (!isOfCatalogue(request.collection)) return answer;
      // The change is made, whatever happens now; a version that can't be read is read again by the catalogue itself.
      await catalogue
        .refresh()
        .catch((error) => log.warn({ error: error.message }, "catalogue not refreshed"));
      return answer;
    },
    close: () => catalogue.close(),
  };
}

function isOfCatalogue(collection: ItemCollectionName): boolean {
  return collection === "templates" || collection === "types";
}

async function apply(
  writing: Writing,
  request: WriteRequest,
  reading: Parameters<typeof readItem>[0],
): Promise<WrittenAnswer> {
  const { collection } = request;
  switch (request.action) {
    case "create": {
      const ids = await createItems(writing, collection, request.body);
      return answerWith(request, reading, ids, Array.isArray(request.body));
    }
    case "update":
      return answerWith(
        request,
        reading,
        [await updateItem(writing, collection, request.id, request.body)],
        false,
      );
    case "update-many":
      return answerWith(request, reading, await updateItems(writing, collection, request.body), true);
    case "remove":
      await removeItem(writing, collection, request.id);
      return { status: 204, headers: {}, body: "" };
    case "remove-many":
      await removeItems(writing, collection, request.body);
      return { status: 204, headers: {}, body: "" };
  }
}

/** The items as they stand after the change, read in its transaction. */
async function answerWith(
  request: WriteRequest,
  reading: Parameters<typeof readItem>[0],
  ids: string[],
  many: boolean,
): Promise<WrittenAnswer> {
  const { collection, query } = request;
  // Whoever sends a message may not read messages, but may see the one just sent.
  const viewer = permissionsOf(request.viewer, collection).read ? request.viewer : TOKEN_OPERATOR;
  const items: Item[] = [];
  for (const id of ids) {
    const item = await readItem(reading, viewer, collection, id, query);
    if (item) items.push(item);
  }
  const headers: Record<string, string> = {};
  if (collection === "saved_templates" && ids[0]) {
    const record = await readItem(reading, viewer, collection, ids[0], { fields: "rev" });
    headers.etag = revisionTag(record?.rev);
  }
  return { status: 200, headers, body: JSON.stringify({ data: many ? items : (items[0] ?? null) }) };
}

/** The revision of a list as a strong ETag. */
export function revisionTag(rev: unknown): string {
  return `"rev-${rev}"`;
}

export function readRevisionTag(header: string | undefined): number | undefined {
  const found = /^(?:W\/)?"?(?:rev-)?(\d{1,15})"?$/.exec(header?.trim() ?? "");
  return found ? Number(found[1]) : undefined;
}
