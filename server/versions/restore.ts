import { joinedPapers } from "../../contract/templates/paper-kinds.ts";
import { pageFile } from "../../contract/templates/template-file.ts";
import { actorOf, recordActions } from "../actions/action-log.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import { lockTemplate, storeVersion, takeOver } from "../catalogue/versions/template-versions.ts";
import { ownerOf } from "../content/access.ts";
import type { Database } from "../database/connect.ts";
import { forbiddenItem } from "../errors/errors.ts";
import type { Viewer } from "../request/viewer.ts";

type Parts = { database: Database; catalogue: CatalogueVersion; madeWith: MadeWith };
type Wanted = { version: string; note: string | null; base: number | undefined };

/** Makes the template as it was in a version, which is a new version. Files no longer change it: they would take it back. */
export async function restoreVersion(
  { database, catalogue, madeWith }: Parts,
  viewer: Viewer,
  { version, note, base }: Wanted,
): Promise<{ templates_id: string; number: number }> {
  const now = new Date();
  const restored = await database.db.transaction().execute(async (db) => {
    const found = await db
      .selectFrom("template_versions")
      .select(["templates_id", "number", "version", "template_name", "title"])
      .select(["page", "theme", "fields", "sample", "samples", "content"])
      .where("id", "=", version)
      .executeTakeFirst();
    if (!found) throw forbiddenItem();
    const { templates_id, number: restored, ...looks } = found;
    await lockTemplate(db, database.dialect, templates_id);
    await db
      .updateTable("templates")
      .set({
        ...looks,
        papers: joinedPapers(pageFile.parse(JSON.parse(looks.page))),
        date_updated: now.toISOString(),
      })
      .where("id", "=", templates_id)
      .execute();
    await takeOver(db, templates_id);
    const number = await storeVersion(db, {
      template: templates_id,
      madeWith,
      now,
      base,
      note: note ?? `Version ${restored} again`,
      userId: ownerOf(viewer),
    });
    await catalogue.bump(db, [templates_id]);
    await recordActions(
      db,
      actorOf(viewer),
      "template.restored",
      { kind: "template", ids: [templates_id] },
      now,
    );
    return { templates_id, number };
  });
  await catalogue.refresh();
  return restored;
}

/** Files no longer change it. False when there is no such template. */
export async function takeOverFromFiles(
  { database, catalogue }: Pick<Parts, "database" | "catalogue">,
  viewer: Viewer,
  template: string,
): Promise<boolean> {
  const isThere = await database.db.transaction().execute(async (db) => {
    const found = await db.selectFrom("templates").select("id").where("id", "=", template).executeTakeFirst();
    if (!found) return false;
    await takeOver(db, template);
    await catalogue.bump(db, [template]);
    await recordActions(
      db,
      actorOf(viewer),
      "template.changed",
      { kind: "template", ids: [template] },
      new Date(),
    );
    return true;
  });
  if (isThere) await catalogue.refresh();
  return isThere;
}
