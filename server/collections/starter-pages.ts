import { readFile } from "node:fs/promises";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { installedPath } from "../config/program-files.ts";
import type { Database } from "../database/connect.ts";

/** The pages that are part of the software, in the order of the footer. */
export const STARTER_IDS = ["privacy", "terms"] as const;

const STARTER = "starter";

/**
 * The texts that are part of the software. A page that operators have changed is left alone; others are updated when a newer
 * version has another text. An older version updates nothing.
 */
export async function bringStarterPages(
  { db }: Database,
  catalogue: Pick<CatalogueVersion, "bump" | "refresh">,
  { isNewest = true, now = new Date() } = {},
): Promise<void> {
  const starters = await Promise.all(STARTER_IDS.map(readStarter));
  await db.transaction().execute(async (db) => {
    const date_updated = now.toISOString();
    let isRenewed = false;
    for (const [index, starter] of starters.entries()) {
      await db
        .insertInto("pages")
        .values({ ...starter, footer: index + 1, date_updated, origin: STARTER })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
      if (!isNewest) continue;
      const { numUpdatedRows } = await db
        .updateTable("pages")
        .set((eb) => ({ ...starter, date_updated, rev: eb("rev", "+", 1) }))
        .where("id", "=", starter.id)
        .where("origin", "=", STARTER)
        .where((eb) => eb.or([eb("title", "<>", starter.title), eb("body", "<>", starter.body)]))
        .executeTakeFirst();
      isRenewed ||= numUpdatedRows > 0n;
    }
    // A page that did not exist can't be cached, so a first start is no new catalogue version.
    if (isRenewed) await catalogue.bump(db);
  });
  await catalogue.refresh();
}

async function readStarter(id: (typeof STARTER_IDS)[number]) {
  const text = await readFile(installedPath(`server/collections/starter-pages/${id}.md`), "utf8");
  const [, title = id, body = ""] = /^# (.+)\n+([\s\S]*)$/.exec(text) ?? [];
  return { id, title, body };
}
