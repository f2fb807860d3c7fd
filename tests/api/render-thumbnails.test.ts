import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { newId } from "../../server/database/ids.ts";
import { createDrawingClaims } from "../../server/database/node-turns.ts";
import { createPictures } from "../../server/pictures/pictures.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { createTemplateSource } from "../../server/rendering/requests/template-source.ts";
import { createThumbnailStore } from "../../server/thumbnails/thumbnail-store.ts";
import { createThumbnails } from "../../server/thumbnails/thumbnails.ts";
import { describeOnDatabases, type OpenedDatabase, quietLog } from "../support/databases.ts";
import { spawnReusedChild } from "../support/reused-render-processes.ts";

let rendering: Rendering;
const pictures = createPictures({ log: quietLog });
beforeAll(async () => {
  rendering = createRendering({
    settings: { processes: 1, queue: 5, deadlineMs: 20_000, kitDir: "library/kit" },
    log: quietLog,
    spawn: spawnReusedChild,
  });
  await rendering.ready();
});
afterAll(async () => {
  await rendering.close();
  await pictures.close();
});

describeOnDatabases("thumbnails on $name", ({ name, open }) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await open();
    await opened.database.db
      .insertInto("types")
      .values({
        id: "posters",
        singular: "Poster",
        plural: "Posters",
        description: "",
        icon: "",
        sort: 1,
        categories: "[]",
        origin: null,
      })
      .execute();
  });
  afterAll(() => opened.close());

  async function aTemplate(slug: string, content: string, version = "v1"): Promise<string> {
    const id = newId();
    const now = new Date().toISOString();
    await opened.database.db
      .insertInto("templates")
      .values({
        id,
        type: "posters",
        category: "community",
        slug,
        url: `/posters/${slug}`,
        content,
        template_name: slug,
        fields: '{"type":"object","properties":{},"additionalProperties":false}',
        sample: "{}",
        page: '{"width":100,"height":50}',
        theme: '{"accent":"#112233"}',
        version,
        date_created: now,
        date_updated: now,
      })
      .execute();
    return id;
  }

  /** As a node does it; records what it renders in `drawn`. */
  const openThumbnails = async ({ isNewest = async () => true, drawn = [] as string[] } = {}) => {
    const noting: Rendering = {
      ...rendering,
      renderPages: (input, options) => {
        drawn.push(input.source);
        return rendering.renderPages(input, options);
      },
    };
    const catalogue = await createCatalogueVersion(opened.database, quietLog);
    const templates = createTemplateSource(opened.database, rendering.kit.hash);
    const store = createThumbnailStore({
      database: opened.database,
      catalogue,
      templates,
      renderingVersion: rendering.version,
    });
    const claims = createDrawingClaims(opened.database);
    const log = quietLog;
    const thumbnails = createThumbnails({ rendering: noting, pictures, store, claims, isNewest, log });
    return { catalogue, thumbnails, store };
  };
  const picturesOf = (id: string) =>
    opened.database.db
      .selectFrom("files")
      .innerJoin("file_contents", "file_contents.file_id", "files.id")
      .select(["files.id", "variant", "bytes", "width"])
      .where("templates_id", "=", id)
      .orderBy("variant")
      .execute();
  const imageOf = async (id: string) =>
    (
      await opened.database.db
        .selectFrom("templates")
        .select("image")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).image;

  test("are drawn once per version and announced", async () => {
    const id = await aTemplate("two-pages", "#set page(width: 10cm, height: 5cm)\nOne #pagebreak() Two");
    const broken = await aTemplate("broken", "#nope");
    const { catalogue, thumbnails } = await openThumbnails();
    const before = catalogue.version();
    const told: (readonly string[] | undefined)[] = [];
    catalogue.onNews("pictures", (templates) => told.push(templates));
    thumbnails.wake();
    await thumbnails.settled();
    const pictures = await picturesOf(id);
    expect(pictures.map((picture) => picture.variant)).toEqual(["page-1", "page-2"]);
    expect(await imageOf(id)).toBe(pictures[0]?.id);
    expect(await sharp(pictures[0]?.bytes).metadata()).toMatchObject({
      format: "webp",
      width: 1200,
      height: 600,
    });
    expect(await imageOf(broken)).toBeNull();
    expect(told).toEqual([[id]]);

    thumbnails.wake();
    await thumbnails.settled();
    expect(told).toHaveLength(1);

    await opened.database.db.updateTable("templates").set({ version: "v2" }).where("id", "=", id).execute();
    thumbnails.wake();
    await thumbnails.settled();
    const renewed = await picturesOf(id);
    expect(renewed).toHaveLength(2);
    expect(renewed[0]?.id).not.toBe(pictures[0]?.id);
    expect(await imageOf(id)).toBe(renewed[0]?.id);
    expect(told).toEqual([[id], [id]]);
    expect(catalogue.version()).toBe(before);
    await thumbnails.close();
    await catalogue.close();
  });

  test("keep a template's own picture", async () => {
    const id = await aTemplate("own-picture", "#set page(width: 9cm, height: 5cm)\nOne");
    const own = newId();
    const { db } = opened.database;
    await db
      .insertInto("files")
      .values({
        id: own,
        uploaded_by: null,
        purpose: "template",
        templates_id: id,
        variant: "own",
        filename_download: "cover.webp",
        title: "Cover",
        type: "image/webp",
        filesize: 1,
        width: 1,
        height: 1,
        uploaded_on: new Date().toISOString(),
      })
      .execute();
    await db
      .insertInto("file_contents")
      .values({ file_id: own, bytes: new Uint8Array([1]) })
      .execute();
    await db.updateTable("templates").set({ image: own }).where("id", "=", id).execute();
    const { catalogue, thumbnails } = await openThumbnails();
    let told = 0;
    catalogue.onNews("pictures", () => told++);
    const variants = async () => (await picturesOf(id)).map(({ variant }) => variant);
    const draw = async () => {
      thumbnails.wake();
      await thumbnails.settled();
      expect([await imageOf(id), await variants()]).toEqual([own, ["own", "page-1"]]);
    };
    await draw();
    await draw();
    expect(told).toBe(1);
    await db.updateTable("templates").set({ version: "v2" }).where("id", "=", id).execute();
    await draw();
    expect(told).toBe(2);
    // Without it the drawn page is used.
    await db.deleteFrom("files").where("id", "=", own).execute();
    thumbnails.wake();
    await thumbnails.settled();
    expect(await imageOf(id)).toBe((await picturesOf(id))[0]?.id);
    await thumbnails.close();
    await catalogue.close();
  });

  test("draw a small page first for waiting visitors", async () => {
    const id = await aTemplate("awaited", "#set page(width: 10cm, height: 5cm)\nOne #pagebreak() Two");
    const asked = await aTemplate("opened", "#set page(width: 10cm, height: 5cm)\nAll of it");
    const { catalogue, thumbnails } = await openThumbnails();
    thumbnails.prefer([id], "sheets");
    thumbnails.prefer([asked], "pages");
    thumbnails.wake();
    await thumbnails.settled();
    const pictures = await picturesOf(id);
    expect(pictures.map(({ variant, width }) => [variant, width])).toEqual([
      ["page-1", 1_200],
      ["page-2", 1_200],
      ["small", 360], // pages made with it may still request it
    ]);
    expect(await imageOf(id)).toBe(pictures[0]?.id);
    expect((await picturesOf(asked)).map(({ variant }) => variant)).toEqual(["page-1"]);
    await opened.database.db.updateTable("templates").set({ version: "v2" }).where("id", "=", id).execute();
    thumbnails.wake();
    await thumbnails.settled();
    expect((await picturesOf(id)).map(({ variant }) => variant)).toEqual(["page-1", "page-2"]);
    await thumbnails.close();
    await catalogue.close();
  });

  test("show the small page until all pages are drawn", async () => {
    const id = await aTemplate("small-first", "#set page(width: 10cm, height: 5cm)\nOne");
    const { catalogue, thumbnails, store } = await openThumbnails();
    const drawn = (width: number) => [{ page: 1, bytes: new Uint8Array([1]), width, height: width / 2 }];
    const isMissing = async () => (await store.findWithout([id])).length === 1;
    await store.store([{ id, version: "v1", pictures: drawn(480), isSmall: true }]);
    const [small] = await picturesOf(id);
    expect([await imageOf(id), small?.variant, await isMissing()]).toEqual([small?.id, "small", true]);
    await store.store([{ id, version: "v1", pictures: drawn(1_200), isSmall: false }]);
    const [whole] = await picturesOf(id);
    expect([await imageOf(id), whole?.variant, await isMissing()]).toEqual([whole?.id, "page-1", false]);
    await thumbnails.close();
    await catalogue.close();
  });

  test("continue after a stop", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 25; count++)
      ids.push(await aTemplate(`many-${count}`, `#set page(width: 9cm, height: 5cm)\n${count}`));
    const lookedAt = "#set page(width: 9cm, height: 5cm)\nLooked at";
    const looked = await aTemplate("zz-last", lookedAt);
    const drawn: string[] = [];
    const first = await openThumbnails({ drawn });
    const told: (readonly string[] | undefined)[] = [];
    first.catalogue.onNews("pictures", (templates) => told.push(templates));
    first.thumbnails.prefer([looked], "sheets");
    first.thumbnails.wake();
    // The row is written before the notification.
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await first.thumbnails.close();
    await first.catalogue.close();
    // Three are drawn at once, in an order that depends on the machine.
    expect(drawn.slice(0, 3), "what somebody looks at comes first").toContain(lookedAt);
    const second = await openThumbnails();
    second.thumbnails.wake();
    await second.thumbnails.settled();
    expect((await Promise.all(ids.map(imageOf))).filter((image) => image === null)).toEqual([]);
    await second.thumbnails.close();
    await second.catalogue.close();
  });

  if (name === "PostgreSQL")
    test("are taken over from a stopped node", async () => {
      const [ending, next] = [createDrawingClaims(opened.database), createDrawingClaims(opened.database)];
      for (let time = 0; time < 20; time++) {
        expect(await ending.take("sheet")).toBe(true);
        expect(await next.take("sheet")).toBe(false);
        await ending.end();
        expect(await next.take("sheet"), `the ${time + 1}. time`).toBe(true);
        await next.end();
      }
    });

  if (name === "PostgreSQL")
    test("are shared between nodes and drawn once", async () => {
      const sources = Array.from(
        { length: 12 },
        (_, count) => `#set page(width: 9cm, height: 5cm)\nShared ${count}`,
      );
      for (const [count, source] of sources.entries()) await aTemplate(`shared-${count}`, source);
      const drawn: string[] = [];
      const nodes = await Promise.all([1, 2].map(() => openThumbnails({ drawn })));
      for (const { thumbnails } of nodes) thumbnails.wake();
      for (const { thumbnails } of nodes) await thumbnails.settled();
      expect(drawn.filter((source) => sources.includes(source)).sort()).toEqual(sources.sort());
      for (const { thumbnails, catalogue } of nodes) {
        await thumbnails.close();
        await catalogue.close();
      }
    });

  test("are left to the newer version in a mixed cluster", async () => {
    const id = await aTemplate("newer", "#set page(width: 9cm, height: 5cm)\nNewer");
    const drawn: string[] = [];
    const older = await openThumbnails({ isNewest: async () => false, drawn });
    older.thumbnails.wake();
    await older.thumbnails.settled();
    expect([drawn, await imageOf(id)]).toEqual([[], null]);
    await older.thumbnails.close();
    await older.catalogue.close();
  });
});
