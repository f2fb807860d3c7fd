import { createBoundedCache, hashOf } from "../cache/bounded-cache.ts";
import { createSharedWork } from "../cache/shared-work.ts";
import { readableRows, refusal } from "../content/access.ts";
import type { Content } from "../content/content.ts";
import { withDatabase } from "../database/database-errors.ts";
import { isId } from "../database/ids.ts";
import { forbiddenItem, messageOf, routeNotFound } from "../errors/errors.ts";
import { PICTURE_CACHE } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { Reserve } from "../request/request.ts";
import type { Viewer } from "../request/viewer.ts";
import { findTransform, storeTransform } from "./stored-transforms.ts";
import { nameTransform, readTransform, type Transform } from "./transforms.ts";

type Asset = {
  bytes: Uint8Array;
  type: string;
  isPublic: boolean;
  /** Of these bytes: a file never changes. */
  etag: string;
  /** Without its extension, which depends on the type. */
  name: string;
};

type Assets = {
  read(viewer: Viewer, id: string, query: URLSearchParams, requester: Requester): Promise<Asset>;
};

/** The client that requests a picture, and whether it is still connected. */
export type Requester = { client: string; signal: AbortSignal; reserve?: Reserve };

/** As the database gives it and as it is sent. */
const COPIES_OF_PICTURE = 2;

/** Pictures in their original or another size: made once, stored in the database, and the most recent ones cached in memory. */
export function createAssets({
  content: { collection, database },
  pictures,
  log,
}: {
  content: Content;
  pictures: Pictures;
  log: Log;
}): Assets {
  const { db } = database;
  const recent = createBoundedCache<Uint8Array>(PICTURE_CACHE);
  const making = createSharedWork<Uint8Array>();

  async function readStored(id: string): Promise<Uint8Array> {
    const stored = await withDatabase(() =>
      db.selectFrom("file_contents").select("bytes").where("file_id", "=", id).executeTakeFirst(),
    );
    if (!stored) throw forbiddenItem();
    return new Uint8Array(stored.bytes);
  }

  async function make(id: string, transform: Transform, client: string, signal: AbortSignal) {
    const stored = await withDatabase(() => findTransform(db, id, transform));
    if (stored) return stored;
    const job = { kind: "convert", ...transform, bytes: await readStored(id) } as const;
    const { bytes } = await pictures.make(job, { client, signal });
    await storeTransform(db, id, transform, bytes, new Date()).catch((error: unknown) =>
      log.warn({ file: id, error: messageOf(error) }, "a picture was made but could not be stored"),
    );
    return bytes;
  }

  async function bytesOf(
    id: string,
    filesize: number,
    transform: Transform | undefined,
    requester: Requester,
  ) {
    const { client, signal, reserve } = requester;
    const key = `${id} ${transform ? nameTransform(transform) : "as stored"}`;
    const known = recent.get(key);
    if (known) return known;
    await reserve?.(filesize * COPIES_OF_PICTURE);
    const bytes = transform
      ? await making.run(key, signal, (signal) => make(id, transform, client, signal))
      : await readStored(id);
    recent.set(key, bytes, bytes.length);
    return bytes;
  }

  return {
    read: async (viewer, id, query, requester) => {
      // Anything but an id is a path that doesn't exist.
      if (!isId(id)) throw routeNotFound(`/assets/${id}`);
      const file = await withDatabase(() =>
        db
          .selectFrom("files")
          .select(["type", "purpose", "width", "height", "filesize", "filename_download"])
          .where("id", "=", id)
          .where(readableRows(viewer, collection("files"), "relation", "files"))
          .executeTakeFirst(),
      );
      if (!file) throw refusal(viewer, forbiddenItem());
      const transform = readTransform(query, file);
      return {
        bytes: await bytesOf(id, file.filesize, transform, requester),
        type: transform ? `image/${transform.format}` : file.type,
        isPublic: file.purpose === "template",
        etag: `"${hashOf(id, transform ? nameTransform(transform) : "as stored").slice(0, 22)}"`,
        name: file.filename_download.replace(/\.[^.]*$/, "") || "picture",
      };
    },
  };
}
