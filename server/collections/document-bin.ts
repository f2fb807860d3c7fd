import { DAYS_IN_BIN } from "../../contract/limits.ts";
import type { Database } from "../database/connect.ts";

const AT_ONCE = 100; // a document may be megabytes

/** Deletes what has been in the bin for longer than it is kept there, with all that belongs to it. */
export async function emptyBins({ db }: Pick<Database, "db">, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAYS_IN_BIN * 86_400_000).toISOString();
  for (;;) {
    const old = await db
      .selectFrom("documents")
      .select("id")
      .where("date_deleted", "<", before)
      .limit(AT_ONCE)
      .execute();
    if (old.length === 0) return;
    const ids = old.map(({ id }) => id);
    // The date again: one may have been taken back meanwhile.
    await db.deleteFrom("documents").where("id", "in", ids).where("date_deleted", "<", before).execute();
  }
}
