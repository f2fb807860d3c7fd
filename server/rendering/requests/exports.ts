import type { DayCounts } from "../../catalogue/statistics/day-counts.ts";
import type { Database } from "../../database/connect.ts";
import { withDatabase } from "../../database/database-errors.ts";
import { newId } from "../../database/ids.ts";
import { messageOf } from "../../errors/errors.ts";
import type { Log } from "../../log/logging.ts";
import type { Viewer } from "../../request/viewer.ts";

/**
 * Records that a person gets an export of a template, with the number of files. Only the server records exports, because they allow a
 * person to rate the template.
 */
export type RecordExport = (viewer: Viewer, template: string, log: Log, files?: number) => Promise<void>;

/** Visitors' exports are only counted. For a person, the first and the last day are stored. */
export function createExportRecord(
  database: Pick<Database, "db">,
  counts: Pick<DayCounts, "countExport">,
): RecordExport {
  return async (viewer, template, log, files = 1) => {
    if (files > 0) counts.countExport(template, files);
    if (viewer.role === "visitor" || !viewer.userId) return;
    const { userId } = viewer;
    try {
      await withDatabase(() => record(database, userId, template, new Date()));
    } catch (error) {
      // The export itself succeeded, so the client gets it.
      log.warn({ error: messageOf(error) }, "export not recorded");
    }
  };
}

async function record({ db }: Pick<Database, "db">, userId: string, template: string, now: Date) {
  const moment = now.toISOString();
  const earlier = await db
    .selectFrom("exports")
    .select("date_updated")
    .where("user_id", "=", userId)
    .where("templates_id", "=", template)
    .executeTakeFirst();
  if (earlier?.date_updated.slice(0, 10) === moment.slice(0, 10)) return;
  await db
    .insertInto("exports")
    .values({
      id: newId(now.getTime()),
      user_id: userId,
      templates_id: template,
      ratings_id: null,
      date_created: moment,
      date_updated: moment,
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "templates_id"]).doUpdateSet({ date_updated: moment }),
    )
    .execute();
}
