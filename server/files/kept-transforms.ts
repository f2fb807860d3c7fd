import type { Db } from "../database/connect.ts";
import { KEPT_TRANSFORMS } from "../limits/limits.ts";
import { isPreset, nameTransform, type Transform } from "./transforms.ts";

/** Transforms of files, made once and kept in the database until their file is deleted; all nodes share them. */

export async function findKept(
  db: Db,
  fileId: string,
  transform: Transform,
): Promise<Uint8Array | undefined> {
  const kept = await db
    .selectFrom("file_transforms")
    .select("bytes")
    .where("file_id", "=", fileId)
    .where("name", "=", nameTransform(transform))
    .executeTakeFirst();
  return kept && new Uint8Array(kept.bytes);
}

/** What pages ask for is always kept. Of the rest, the newest few of a file: there are thousands, and anybody can ask for them. */
export async function keep(
  db: Db,
  fileId: string,
  transform: Transform,
  bytes: Uint8Array,
  now: Date,
): Promise<void> {
  const preset = isPreset(transform);
  if (!preset && bytes.length > KEPT_TRANSFORMS.largestBytes) return;
  await db.transaction().execute(async (db) => {
    // The file may have been deleted while its picture was made.
    const file = await db.selectFrom("files").select("id").where("id", "=", fileId).executeTakeFirst();
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
    if (!preset) await dropOldest(db, fileId);
  });
}

async function dropOldest(db: Db, fileId: string): Promise<void> {
  const others = await db
    .selectFrom("file_transforms")
    .select("name")
    .where("file_id", "=", fileId)
    .where("is_preset", "=", 0)
    .orderBy("date_created", "desc")
    .orderBy("name")
    .execute();
  const dropped = others.slice(KEPT_TRANSFORMS.mostOthers).map(({ name }) => name);
  if (dropped.length === 0) return;
  await db.deleteFrom("file_transforms").where("file_id", "=", fileId).where("name", "in", dropped).execute();
}
