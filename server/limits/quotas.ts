import { sql } from "kysely";
import type { Settings } from "../config/settings.ts";
import type { Database, Db } from "../database/connect.ts";
import { type ApiError, quotaExceeded } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import { noteLimitHit } from "../metrics/limit-hits.ts";

/** How much one person may store. The operator sets it. */
export type Quota = { max: number; maxBytes: number };
export type Quotas = { documents: Quota; pictures: Quota; sessions: number };

/** How many of something a person has, and how large they are together. */
type Usage = { count: number; bytes: number };

const MEGABYTE = 1024 * 1024;

export function readQuotas(settings: Settings): Quotas {
  return {
    documents: { max: settings.quotaDocuments, maxBytes: settings.quotaDocumentsMb * MEGABYTE },
    pictures: { max: settings.quotaPictures, maxBytes: settings.quotaPicturesMb * MEGABYTE },
    sessions: settings.quotaSessions,
  };
}

/**
 * Locks a person's usage until the transaction ends, so that two requests at the limit don't both succeed. SQLite has one writer at a
 * time anyway.
 */
export async function lockUsage(db: Db, dialect: Database["dialect"], userId: string): Promise<void> {
  if (dialect === "sqlite") return;
  await db.selectFrom("user").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
}

/** Comments on drafts count as well. */
export async function documentUsage(db: Db, userId: string): Promise<Usage> {
  const documents = await db
    .selectFrom("documents")
    .select((eb) => [eb.fn.countAll<number>().as("count"), total("bytes").as("bytes")])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const comments = await db
    .selectFrom("draft_comments")
    .select(sql<number>`coalesce(sum(octet_length(words)), 0)`.as("bytes"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { count: documents.count, bytes: documents.bytes + comments.bytes };
}

export async function pictureUsage(db: Db, userId: string): Promise<Usage> {
  return db
    .selectFrom("files")
    .select((eb) => [eb.fn.countAll<number>().as("count"), total("filesize").as("bytes")])
    .where("uploaded_by", "=", userId)
    .executeTakeFirstOrThrow();
}

const total = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`;

type Counted = "documents" | "pictures";

export function requireQuota(kind: Counted, quota: Quota, used: Usage, added: Usage): void {
  const refusal = refuseOverQuota(kind, quota, used, added);
  if (refusal) noteLimitHit(`quota of ${kind}`);
  if (refusal) throw refusal;
}

/** Only growth is refused: a person above the quota can still read, shrink and delete. */
export function refuseOverQuota(
  kind: Counted,
  quota: Quota,
  used: Usage,
  added: Usage,
): ApiError | undefined {
  if (added.count > 0 && used.count + added.count > quota.max)
    return quotaExceeded(messageFor(`count_${kind}`, { used: used.count, allowed: quota.max }), {
      quota: kind,
      used: used.count,
      allowed: quota.max,
      needed: added.count,
    });
  if (added.bytes > 0 && used.bytes + added.bytes > quota.maxBytes)
    return quotaExceeded(
      messageFor(`bytes_${kind}`, {
        used: megabytes(used.bytes),
        allowed: megabytes(quota.maxBytes),
        needed: megabytes(added.bytes),
      }),
      { quota: `${kind}_bytes`, used: used.bytes, allowed: quota.maxBytes, needed: added.bytes },
    );
  return undefined;
}

/** With as many digits as a person reads. */
function megabytes(bytes: number): number {
  return Number((bytes / MEGABYTE).toFixed(bytes < MEGABYTE / 10 ? 3 : 1));
}
