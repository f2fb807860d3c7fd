import type { RenderTemplate } from "../../engine/input/render-template.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { Database } from "../database/connect.ts";
import { derivedId } from "../database/ids.ts";
import { OWN_IMAGE } from "../database/tables.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";

export type PagePicture = { page: number; bytes: Uint8Array; width: number; height: number };
/** All pages, or for the time being a small picture of the first. */
export type PicturedTemplate = { id: string; version: string; pictures: PagePicture[]; isSmall: boolean };

export type ThumbnailStore = {
  /**
   * Templates whose pictures are missing, small or of another version, in the order of their addresses from `after` on; those in
   * `except` (id and version) left out. `last` is where to go on, undefined at the end.
   */
  listWithout(
    max: number,
    except: (id: string, version: string) => boolean,
    after: string,
  ): Promise<{ templates: RenderTemplate[]; last: string | undefined }>;
  /** Those of these templates whose pictures are missing, small or of another version. */
  findWithout(ids: readonly string[]): Promise<RenderTemplate[]>;
  store(templates: PicturedTemplate[]): Promise<void>;
};

/** Templates looked at in one query, straight from an index: a millisecond. */
const READ_AT_ONCE = 500;

/**
 * Stores pictures of sample pages among the files of the database. A picture's id is derived from the template's version, the
 * version of kit and compiler, and the page. So a template needs new pictures exactly when its `image` has another id, and
 * storing the same pictures twice changes nothing. An `image` that was uploaded for it stays; its pages are drawn in addition.
 */
export function createThumbnailStore({
  database: { db },
  catalogue,
  templates,
  renderingVersion,
}: {
  database: Pick<Database, "db">;
  catalogue: Pick<CatalogueVersion, "bumpPictures" | "refresh">;
  templates: TemplateSource;
  renderingVersion: string;
}): ThumbnailStore {
  const pictureId: PictureId = (templateId, version, page) =>
    derivedId("sample page", templateId, version, renderingVersion, String(page));
  type Stored = { id: string; version: string; image: string | null };

  /** Those whose pages are not there as they would be drawn now. */
  async function withoutPictures<Row extends Stored>(rows: readonly Row[]): Promise<Row[]> {
    const others = rows.filter(({ id, version, image }) => image !== pictureId(id, version, 1));
    const images = others.flatMap(({ image }) => image ?? []);
    if (images.length === 0) return others;
    const own = await db
      .selectFrom("files")
      .select("templates_id")
      .where("id", "in", images)
      .where("variant", "=", OWN_IMAGE)
      .execute();
    if (own.length === 0) return others;
    const withOwn = new Set(own.map(({ templates_id }) => templates_id));
    const firstPages = others.filter(({ id }) => withOwn.has(id));
    const drawn = await db
      .selectFrom("files")
      .select("templates_id")
      .where(
        "id",
        "in",
        firstPages.map(({ id, version }) => pictureId(id, version, 1)),
      )
      .execute();
    const isDrawn = new Set(drawn.map(({ templates_id }) => templates_id));
    return others.filter(({ id }) => !isDrawn.has(id));
  }

  return {
    listWithout: async (max, except, after) => {
      const found: RenderTemplate[] = [];
      for (let last = after; ; ) {
        const rows = await db
          .selectFrom("templates")
          .select(["id", "url", "version", "image"])
          .where("published", "=", 1)
          .where("link", "is", null)
          .where("url", ">", last)
          .orderBy("url")
          .limit(READ_AT_ONCE)
          .execute();
        const without = new Set(await withoutPictures(rows));
        for (const row of rows) {
          const { id, url, version } = row;
          last = url;
          if (!without.has(row) || except(id, version)) continue;
          const template = await templates.find(id);
          if (template) found.push(template);
          if (found.length === max) return { templates: found, last };
        }
        if (rows.length < READ_AT_ONCE) return { templates: found, last: undefined };
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    findWithout: async (ids) => {
      const rows = await db
        .selectFrom("templates")
        .select(["id", "version", "image"])
        .where("published", "=", 1)
        .where("link", "is", null)
        .where("id", "in", ids)
        .execute();
      const without = new Set((await withoutPictures(rows)).map(({ id }) => id));
      const found = await Promise.all(ids.filter((id) => without.has(id)).map((id) => templates.find(id)));
      return found.filter((template) => template !== undefined);
    },
    store: async (pictured) => {
      await db.transaction().execute(async (db) => {
        for (const template of pictured) await storePictures(db, template, pictureId, new Date());
        await catalogue.bumpPictures(
          db,
          pictured.map(({ id }) => id),
        );
      });
      await catalogue.refresh();
    },
  };
}

/** A page's number, or that it is the first, small. */
type PictureId = (templateId: string, version: string, page: number | typeof SMALL) => string;
const SMALL = "small";

async function storePictures(
  db: Database["db"],
  { id, version, pictures, isSmall }: PicturedTemplate,
  pictureId: PictureId,
  now: Date,
) {
  const template = await db
    .selectFrom("templates")
    .select(["slug", "template_name"])
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!template) return; // it was changed meanwhile; the next round draws it again
  const smallId = pictureId(id, version, SMALL);
  const files = pictures.map((picture) => ({
    ...picture,
    fileId: isSmall ? smallId : pictureId(id, version, picture.page),
  }));
  for (const { fileId, page, bytes, width, height } of files) {
    const row = {
      id: fileId,
      uploaded_by: null,
      purpose: "template",
      templates_id: id,
      variant: isSmall ? SMALL : `page-${page}`,
      filename_download: `${template.slug}-${isSmall ? SMALL : page}.webp`,
      title: `${template.template_name}, page ${page}`,
      type: "image/webp",
      filesize: bytes.length,
      width,
      height,
      uploaded_on: now.toISOString(),
    };
    await db
      .insertInto("files")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
    await db
      .insertInto("file_contents")
      .values({ file_id: fileId, bytes })
      .onConflict((conflict) => conflict.column("file_id").doNothing())
      .execute();
  }
  const ownImages = db
    .selectFrom("files")
    .select("id")
    .where("templates_id", "=", id)
    .where("variant", "=", OWN_IMAGE);
  await db
    .updateTable("templates")
    .set({ image: files[0]?.fileId ?? null })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("image", "is", null), eb("image", "not in", ownImages)]))
    .execute();
  if (isSmall) return;
  // The small one of this version stays: pages that are open may ask for it yet.
  await db
    .deleteFrom("files")
    .where("templates_id", "=", id)
    .where("purpose", "=", "template")
    .where((eb) => eb.or([eb("variant", "is", null), eb("variant", "<>", OWN_IMAGE)]))
    .where("id", "not in", [smallId, ...files.map(({ fileId }) => fileId)])
    .execute();
}
