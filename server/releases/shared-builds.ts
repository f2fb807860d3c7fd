import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/connect.ts";

/**
 * The scripts, styles and fonts of the last builds, in the database: a page that one node sent asks another for its scripts, and that may
 * be of another version, or new and without a data folder from before. Only on PostgreSQL, where there can be several nodes. A build is
 * one row, with all its files one after the other.
 */
export type SharedBuilds = {
  findMeta(id: string): Promise<{ id: string; date: string } | undefined>;
  readFile(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
};

const NONE: SharedBuilds = { findMeta: async () => undefined, readFile: async () => undefined };
/** Names that no build has are asked for, too: the list is read again at most so often. */
const LIST_EVERY_MS = 1_000;

type Place = { build: string; from: number; length: number };

export async function openSharedBuilds(
  database: Database,
  current: { id: string; folder: string; max: number },
  now = new Date(),
): Promise<SharedBuilds> {
  const { db, dialect } = database;
  if (dialect !== "postgres") return NONE;
  await share(database, current, now);
  let places = new Map<string, Place>();
  let listedAt = Number.NEGATIVE_INFINITY;

  async function list(): Promise<void> {
    listedAt = performance.now();
    const rows = await db.selectFrom("builds").select(["id", "files"]).execute();
    places = new Map(rows.flatMap(({ id, files }) => placesOf(id, files)));
  }

  return {
    findMeta: (id) => db.selectFrom("builds").select(["id", "date"]).where("id", "=", id).executeTakeFirst(),
    readFile: async (name) => {
      if (!places.has(name) && performance.now() - listedAt > LIST_EVERY_MS) await list();
      const place = places.get(name);
      if (!place) return undefined;
      const { build, from, length } = place;
      const row = await db
        .selectFrom("builds")
        .select((eb) => eb.fn<Uint8Array>("substr", ["bytes", eb.val(from + 1), eb.val(length)]).as("bytes"))
        .where("id", "=", build)
        .executeTakeFirst();
      return row && new Uint8Array(row.bytes);
    },
  };
}

/** Removes unused builds except the newest few. */
async function share(
  { db, openWithoutTimeout }: Database,
  { id, folder, max }: { id: string; folder: string; max: number },
  now: Date,
): Promise<void> {
  const used = now.toISOString();
  const { numUpdatedRows } = await db
    .updateTable("builds")
    .set({ used })
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const names = (await readdir(folder)).sort();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const lengths = names.map((name, index) => [name, files[index]?.length ?? 0]);
  // Some megabytes, which a busy database may take longer for than a request may last.
  const withoutTimeout = await openWithoutTimeout?.();
  try {
    await (withoutTimeout?.db ?? db)
      .insertInto("builds")
      .values({ id, date: used, used, files: JSON.stringify(lengths), bytes: Buffer.concat(files) })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  } finally {
    await withoutTimeout?.close();
  }
  const newest = db.selectFrom("builds").select("id").orderBy("used", "desc").limit(max);
  await db.deleteFrom("builds").where("id", "not in", newest).execute();
}

function placesOf(build: string, files: string): [string, Place][] {
  let from = 0;
  return (JSON.parse(files) as [string, number][]).map(([name, length]) => {
    const place: [string, Place] = [name, { build, from, length }];
    from += length;
    return place;
  });
}
