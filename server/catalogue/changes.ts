import { type SqlBool, sql } from "kysely";
import { isShownDifferently } from "../../shared/filling/use-count.ts";
import type { Database, Db } from "../database/connect.ts";
import { countUseOfDay } from "./statistics/day-counts.ts";

/**
 * Which templates changed in which version, one row for each that ever did. A version's number is taken under the lock
 * of the one row of `catalogue`, which is held until the transaction ends: who has seen a version has seen all before it.
 */

/** Values of one statement; databases bound them. */
const BATCH = 200;
/** More than this many at once are not listed separately. */
const MAX_NAMED = 500;

export const CHANNEL = "typecase_catalogue";

/** Call in the transaction that changes these templates or types, after its writes: a new version, sent to all nodes. */
export async function recordChanges(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  templates: readonly string[],
): Promise<void> {
  const { version } = await db
    .updateTable("catalogue")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", 1)
    .returning("version")
    .executeTakeFirstOrThrow();
  for (const batch of inBatches(templates))
    await db
      .insertInto("catalogue_changes")
      .values(batch.map((template_id) => ({ template_id, version, pictures: 0 })))
      .onConflict((conflict) => conflict.column("template_id").doUpdateSet({ version }))
      .execute();
  await notifyNodes({ db, dialect });
}

/** Changes of a template without a new catalogue version: pages that show it are rendered again. */
export type News = "pictures" | "ratings";

const NO_NEWS: Record<News, number> = { pictures: 0, ratings: 0 };

export async function recordNews(db: Db, news: News, templates: readonly string[]): Promise<void> {
  const counted = await db
    .updateTable("catalogue")
    .set((eb) => ({ [news]: eb(news, "+", 1) }))
    .where("id", "=", 1)
    .returning(news)
    .executeTakeFirstOrThrow();
  for (const batch of inBatches(templates))
    await db
      .insertInto("catalogue_changes")
      .values(batch.map((template_id) => ({ template_id, version: 0, ...NO_NEWS, ...counted })))
      .onConflict((conflict) => conflict.column("template_id").doUpdateSet(counted))
      .execute();
}

/**
 * Counts a use of a template. A use is not a new catalogue version; pages that show the template are rebuilt
 * only when the text of the number changes, as after a new picture. All nodes notice it at their next poll.
 */
export async function countUse(db: Db, template: string): Promise<void> {
  const counted = await db
    .updateTable("templates")
    .set((eb) => ({ used: eb("used", "+", 1) }))
    .where("id", "=", template)
    .returning("used")
    .executeTakeFirst();
  if (counted) await countUseOfDay(db, template);
  if (counted && isShownDifferently(counted.used)) await recordNews(db, "pictures", [template]);
}

/** On PostgreSQL other nodes are notified when the transaction is committed. */
export async function notifyNodes({ db, dialect }: Pick<Database, "db" | "dialect">): Promise<void> {
  if (dialect === "postgres") await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
}

export async function templatesSince(
  db: Db,
  news: News,
  reached: number,
): Promise<readonly string[] | undefined> {
  const rows = await db
    .selectFrom("catalogue_changes")
    .select("template_id")
    .where(news, ">", reached)
    .limit(MAX_NAMED + 1)
    .execute();
  return rows.length > MAX_NAMED ? undefined : rows.map((row) => row.template_id);
}

export type Change = { template_id: string; version: number };

/** The next changes after this one, in their order. */
export function changesAfter(db: Db, last: Change, max: number): Promise<Change[]> {
  return db
    .selectFrom("catalogue_changes")
    .select(["template_id", "version"])
    .where(sql<SqlBool>`(version, template_id) > (${last.version}, ${last.template_id})`)
    .orderBy("version")
    .orderBy("template_id")
    .limit(max)
    .execute();
}

function inBatches(templates: readonly string[]): string[][] {
  const ids = [...new Set(templates)]; // a statement can't change one row twice
  const batches: string[][] = [];
  for (let at = 0; at < ids.length; at += BATCH) batches.push(ids.slice(at, at + BATCH));
  return batches;
}
