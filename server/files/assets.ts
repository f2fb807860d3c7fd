import sharp from "sharp";
import { readableRows, refusal } from "../content/access.ts";
import type { Content } from "../content/content.ts";
import { withDatabase } from "../database/database-errors.ts";
import { isId } from "../database/ids.ts";
import { createBoundedCache } from "../kernel/bounded-cache.ts";
import { forbiddenItem, invalidQuery, routeNotFound } from "../kernel/errors.ts";
import type { Viewer } from "../kernel/viewer.ts";
import { MAX_PICTURE_SIDE, PICTURE_CACHE } from "../limits/limits.ts";

export type Asset = { bytes: Uint8Array; type: string; isPublic: boolean };

type Transform = { width?: number; height?: number; format?: Format; quality?: number };
const FORMATS = ["webp", "jpeg", "png", "avif"] as const;
type Format = (typeof FORMATS)[number];

export type Assets = { read(viewer: Viewer, id: string, query: URLSearchParams): Promise<Asset> };

/** Pictures as they are stored, or at another size. The sizes made last are kept in memory, up to a bound. */
export function createAssets({ collection, database: { db } }: Content): Assets {
  const made = createBoundedCache<Uint8Array>(PICTURE_CACHE);

  return {
    read: async (viewer, id, query) => {
      // What can't be an id is no file's name but somebody trying paths.
      if (!isId(id)) throw routeNotFound(`/assets/${id}`);
      const file = await withDatabase(() =>
        db
          .selectFrom("files")
          .select(["type", "purpose"])
          .where("id", "=", id)
          .where(readableRows(viewer, collection("files"), "relation", "files"))
          .executeTakeFirst(),
      );
      if (!file) throw refusal(viewer, forbiddenItem());
      const transform = readTransform(query);
      const format = transform.format ?? "webp";
      const isAsStored =
        transform.width === undefined &&
        transform.height === undefined &&
        transform.quality === undefined &&
        file.type === `image/${format}`;
      const key = `${id} ${JSON.stringify(transform)}`;
      let bytes = made.get(key);
      if (!bytes) {
        const stored = await withDatabase(() =>
          db.selectFrom("file_contents").select("bytes").where("file_id", "=", id).executeTakeFirst(),
        );
        if (!stored) throw forbiddenItem();
        bytes = isAsStored ? new Uint8Array(stored.bytes) : await convert(stored.bytes, transform, format);
        made.set(key, bytes, bytes.length);
      }
      return {
        bytes,
        type: `image/${format}`,
        isPublic: file.purpose === "template",
      };
    },
  };
}

function readTransform(query: URLSearchParams): Transform {
  const transform: Transform = {};
  const width = readSide(query, "width");
  const height = readSide(query, "height");
  if (width) transform.width = width;
  if (height) transform.height = height;
  const format = query.get("format");
  if (format && format !== "auto") {
    const named = format === "jpg" ? "jpeg" : format;
    const known = FORMATS.find((each) => each === named);
    if (!known) throw invalidQuery(`"format" has to be one of ${FORMATS.join(", ")}`);
    transform.format = known;
  }
  const quality = query.get("quality");
  if (quality) {
    const number = Number(quality);
    if (!Number.isInteger(number) || number < 1 || number > 100)
      throw invalidQuery('"quality" must be a whole number from 1 to 100');
    transform.quality = number;
  }
  return transform;
}

function readSide(query: URLSearchParams, name: string): number | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > MAX_PICTURE_SIDE)
    throw invalidQuery(`"${name}" must be a whole number from 1 to ${MAX_PICTURE_SIDE}`);
  return number;
}

async function convert(
  bytes: Uint8Array,
  { width, height, quality }: Transform,
  format: Format,
): Promise<Uint8Array> {
  const image = sharp(bytes);
  if (width || height)
    image.resize({ width, height, fit: width && height ? "cover" : "inside", withoutEnlargement: true });
  return image.toFormat(format, quality ? { quality } : {}).toBuffer();
}
