import type { Catalogue } from "../content/catalogue.ts";
import type { Database } from "../database/connect.ts";
import { derivedId } from "../database/ids.ts";
import type { TemplateSheet, TemplateSource } from "./template-source.ts";
import type { PicturedSheet, ThumbnailStore } from "./thumbnails.ts";

/**
 * Sample pages among the files of the database. A picture's id follows from the template's version and the page, so a
 * template lacks its pictures exactly when its `image` is another one, and making them twice changes nothing.
 */
export function createThumbnailStore({
  database: { db },
  catalogue,
  templates,
}: {
  database: Pick<Database, "db">;
  catalogue: Pick<Catalogue, "bump" | "refresh">;
  templates: TemplateSource;
}): ThumbnailStore {
  return {
    listWithout: async (most, except) => {
      const rows = await db
        .selectFrom("templates")
        .select(["id", "version", "image"])
        .where("published", "=", 1)
        .orderBy("id")
        .execute();
      const lacking = rows
        .filter(({ id, version, image }) => image !== pictureId(id, version, 1) && !except(id, version))
        .slice(0, most);
      const found: TemplateSheet[] = [];
      for (const { id } of lacking) {
        const sheet = await templates.find(id);
        if (sheet) found.push(sheet);
      }
      return found;
    },
    keep: async (sheets) => {
      await db.transaction().execute(async (db) => {
        for (const sheet of sheets) await keepPictures(db, sheet, new Date());
        await catalogue.bump(db);
      });
      await catalogue.refresh();
    },
  };
}

function pictureId(templateId: string, version: string, page: number): string {
  return derivedId("sample page", templateId, version, String(page));
}

async function keepPictures(db: Database["db"], { id, version, pictures }: PicturedSheet, now: Date) {
  const ids = pictures.map(({ page }) => pictureId(id, version, page));
  // A template that changed meanwhile gets its pictures in the next round.
  const updated = await db
    .updateTable("templates")
    .set({ image: ids[0] ?? null })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning(["slug", "template_name"])
    .executeTakeFirst();
  if (!updated) return;
  const stale = db
    .selectFrom("files")
    .select("id")
    .where("templates_id", "=", id)
    .where("purpose", "=", "template");
  await db.deleteFrom("file_contents").where("file_id", "in", stale).execute();
  await db.deleteFrom("files").where("templates_id", "=", id).where("purpose", "=", "template").execute();
  for (const [index, { page, bytes, width, height }] of pictures.entries()) {
    const fileId = ids[index] as string;
    await db
      .insertInto("files")
      .values({
        id: fileId,
        uploaded_by: null,
        purpose: "template",
        templates_id: id,
        variant: `page-${page}`,
        filename_download: `${updated.slug}-${page}.webp`,
        title: `${updated.template_name}, page ${page}`,
        type: "image/webp",
        filesize: bytes.length,
        width,
        height,
        uploaded_on: now.toISOString(),
      })
      .execute();
    await db.insertInto("file_contents").values({ file_id: fileId, bytes }).execute();
  }
}
