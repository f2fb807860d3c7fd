import type { Db } from "../../database/connect.ts";

/**
 * How much the last check of a template found that is to be mended. It is known of a template as it is, with the kit and the engine
 * that are there; whatever changes one of them makes it unknown again.
 */

/** As in kits.ts, which forgets with it what was checked with others. */
type CheckedWith = { kit: string; engine: string };

export const UNCHECKED = { findings: null, checked_with: null } as const;

/** Nothing when the template has become another one since `version` was checked. */
export async function keepFindings(
  db: Db,
  { template, version, findings }: { template: string; version: number; findings: number },
  madeWith: CheckedWith,
): Promise<void> {
  await db
    .updateTable("templates")
    .set({ findings, checked_with: wordsOf(madeWith) })
    .where("id", "=", template)
    .where("version_number", "=", version)
    .execute();
}

/** At a start, when another release may have brought another kit. */
export async function forgetFindings(db: Db, madeWith: CheckedWith): Promise<void> {
  await db.updateTable("templates").set(UNCHECKED).where("checked_with", "<>", wordsOf(madeWith)).execute();
}

function wordsOf({ kit, engine }: CheckedWith): string {
  return `${kit} ${engine}`;
}
