import { ownerOf } from "../content/access.ts";
import type { Database, Db } from "../database/connect.ts";
import type { ApiError } from "../errors/errors.ts";
import { lockUsage, pictureUsage, type Quota, refuseOverQuota, requireQuota } from "../limits/quotas.ts";
import { type Viewer, writesForPeople } from "../request/viewer.ts";

/** Uploads of a key for people are counted by the site that has the key. */
function countedOwner(viewer: Viewer): string | null {
  return writesForPeople(viewer) ? null : ownerOf(viewer);
}

/** Whether a person's quota is used up. Uploads of a static token belong to no person and are not counted. */
export async function findQuotaExceeded(
  { db }: Database,
  viewer: Viewer,
  quota: Quota,
): Promise<ApiError | undefined> {
  const owner = countedOwner(viewer);
  if (!owner) return undefined;
  return refuseOverQuota("pictures", quota, await pictureUsage(db, owner), { count: 1, bytes: 1 });
}

/** In the transaction that stores the pictures. */
export async function requirePictureQuota(
  db: Db,
  dialect: Database["dialect"],
  viewer: Viewer,
  quota: Quota,
  pictures: readonly { bytes: Uint8Array }[],
): Promise<void> {
  const owner = countedOwner(viewer);
  if (!owner) return;
  await lockUsage(db, dialect, owner);
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, 0);
  requireQuota("pictures", quota, await pictureUsage(db, owner), { count: pictures.length, bytes });
}
