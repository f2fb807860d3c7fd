import { sql } from "kysely";
import type { Db } from "../database/connect.ts";
import { STORED_TRANSFORMS } from "../limits/limits.ts";
import { isPreset, nameTransform, type Transform } from "./transforms.ts";

/** Transforms of files, made once and stored in the database until their file is deleted; all nodes share them. */

export async function findTransform(
  db: Db,
  fileId: string,
  transform: Transform,
): Promise<Uint8Array | undefined> {
  const stored = await db
    .selectFrom("file_transforms")
    .select("bytes")
    .where("file_id", "=", fileId)
    .where("name", "=", nameTransform(transform))
    .executeTakeFirst();
  return stored && new Uint8Array(stored.bytes);
}

/**
 * Stores a transform. Those that pages request come first; of the others, the newest few of a file are stored, because anyone can request
 * thousands of them. The transforms of an upload take no more than the upload itself, as its owner's quota counts only the upload.
 */
export async function storeTransform(
  db: Db,
  fileId: string,
  transform: Transform,
  bytes: Uint8Array,
  now: Date,
): Promise<void> {
  const preset = isPreset(transform);
  if (!preset && bytes.length > STORED_TRANSFORMS.largestBytes) return;
  await db.transaction().execute(async (db) => {
    // The file may have been deleted while its picture was made.
    const file = await db
      .selectFrom("files")
      .select(["id", "purpose", "filesize"])
      .where("id", "=", fileId)
      .executeTakeFirst();
    if (!file) return;
    await db
      .insertInto("file_transforms")
      .values({
        file_id: fileId,
        name: nameTransform(transform),
        is_preset: preset ? 1 : 0,
        bytes,
        date_created: now.toISOString(),
      })
      .onConflict((conflict) => conflict.columns(["file_id", "name"]).doNothing())
      .execute();
    await dropBeyondBounds(db, file);
  });
}

type File = { id: string; purpose: string; filesize: number | null };

async function dropBeyondBounds(db: Db, { id, purpose, filesize }: File): Promise<void> {
  const stored = await db
    .selectFrom("file_transforms")
    .select(["name", "is_preset", sql<number>`octet_length(bytes)`.as("size")])
    .where("file_id", "=", id)
    .orderBy("is_preset", "desc")
    .orderBy("date_created", "desc")
    .orderBy("name")
    .execute();
  // Pictures of templates are few, and count towards no quota.
  let freeBytes =
    purpose === "upload"
      ? Math.max(filesize ?? 0, STORED_TRANSFORMS.leastOfUpload)
      : Number.POSITIVE_INFINITY;
  let places = STORED_TRANSFORMS.mostOthers;
  const dropped: string[] = [];
  for (const { name, is_preset, size } of stored) {
    if (size > freeBytes || (!is_preset && places === 0)) {
      dropped.push(name);
      continue;
    }
    freeBytes -= size;
    if (!is_preset) places -= 1;
  }
  if (dropped.length === 0) return;
  await db.deleteFrom("file_transforms").where("file_id", "=", id).where("name", "in", dropped).execute();
}
