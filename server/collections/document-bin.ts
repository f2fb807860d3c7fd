import { DAYS_IN_BIN } from "../../contract/limits.ts";
import type { Database } from "../database/connect.ts";

const AT_ONCE = 100; // a document may be megabytes

/** Deletes documents whose time in the bin is over, with everything that belongs to them. */
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
    // The date again: a document may have been restored in between.
    await db.deleteFrom("documents").where("id", "in", ids).where("date_deleted", "<", before).execute();
  }
}
