import { monitorEventLoopDelay } from "node:perf_hooks";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { storeKit } from "../../server/catalogue/versions/kits.ts";
import { createHostClient } from "../../server/host/host-client.ts";
import { createMirror, type Mirror } from "../../server/host/mirror.ts";
import { HOST_MIRROR } from "../../server/limits/limits.ts";
import { createPictures, type Pictures } from "../../server/pictures/pictures.ts";
import { describeOnDatabases, type OpenedDatabase, quietLog } from "../support/databases.ts";
import { type DirectusHost, type HostItem, startDirectusHost } from "../support/directus-host.ts";

const item = (id: number, more: Partial<HostItem> = {}): HostItem => ({
  id,
  type: "CV",
  category: "Plain",
  url: `/designs/${id}`,
  content: null,
  template_name: `Design ${id}`,
  rating: null,
  image: null,
  ...more,
});
const many = (count: number, more: Partial<HostItem> = {}) =>
  Array.from({ length: count }, (_, index) => item(index + 1, more));
const DATED = { templates: [...Object.keys(item(1)), "date_updated"] };
type Schedule = NonNullable<Parameters<typeof createMirror>[0]["schedule"]>;
const NEVER: Schedule = { ...HOST_MIRROR, everyMs: 3_600_000 };

/** `npm test -- api --host-templates 100000` copies as many as a host may have, in some minutes. */
const COUNT = Number(process.env.HOST_TEMPLATES ?? 1_234);
const SLOWEST_MS = 60_000; // of 5,000, on a machine with other work

describeOnDatabases("the limits of a content host on $name", (testDatabase) => {
  let opened: OpenedDatabase;
  let host: DirectusHost;
  let pictures: Pictures;
  let close: (() => Promise<void>) | undefined;

  beforeEach(async () => {
    opened = await testDatabase.open();
    pictures = createPictures({ log: quietLog });
  });
  afterEach(async () => {
    await close?.();
    close = undefined;
    await pictures?.close();
    await host?.stop();
    await opened?.close();
  });

  async function mirrorOf(schedule: Schedule, timeoutMs = 20_000): Promise<Mirror> {
    const { database } = opened;
    const catalogue = await createCatalogueVersion(database, quietLog);
    const madeWith = await storeKit(database.db, { hash: "kit", files: [] });
    const mirror = createMirror({
      host: createHostClient(host.url, host.token, timeoutMs),
      database,
      catalogue,
      madeWith,
      rendering: { renderPages: () => Promise.reject(new Error("nothing is rendered")) },
      draws: false,
      pictures,
      schedule,
      log: quietLog,
    });
    close = async () => {
      await mirror.close();
      await catalogue.close();
    };
    await mirror.first;
    return mirror;
  }
  const shown = async () => {
    const query = opened.database.db.selectFrom("templates").select((eb) => eb.fn.countAll().as("count"));
    return Number((await query.where("published", "=", 1).executeTakeFirstOrThrow()).count);
  };
  /** Lists of templates: where they began, and whether they were of everything. */
  const lists = () =>
    host.queries
      .map((query) => new URLSearchParams(query))
      .filter((query) => query.has("page"))
      .map((query) => ({
        page: Number(query.get("page")),
        limit: Number(query.get("limit")),
        isWhole: !query.has("filter[date_updated][_gte]"),
      }));

  test("one that never answers is given up in time, and the last copy is shown", async () => {
    host = await startDirectusHost({ templates: many(3) });
    const mirror = await mirrorOf(NEVER, 300);
    expect(await shown()).toBe(3);
    host.trouble = "slow";
    const { faults, unpublished } = await mirror.refresh(true);
    expect(faults).toEqual([
      {
        folder: host.url,
        reason: expect.stringMatching(/gave no answer within 0\.3 s .*The last copy is shown\.$/),
      },
    ]);
    expect(unpublished).toBe(0);
    expect(await shown()).toBe(3);
    host.trouble = "odd";
    expect((await mirror.refresh(true)).faults[0]?.reason).toMatch(
      /answered JSON without the items in "data"/,
    );
    expect(await shown()).toBe(3);
  });

  test("closing doesn't wait for one that never answers", async () => {
    host = await startDirectusHost({ templates: many(1) });
    const mirror = await mirrorOf(NEVER);
    host.trouble = "slow";
    const asked = host.requests.length;
    const refreshed = mirror.refresh(true);
    await expect.poll(() => host.requests.length).toBeGreaterThan(asked);
    await mirror.close();
    expect(await refreshed).toMatchObject({ changed: 0, unpublished: 0 });
    expect(await shown()).toBe(1);
  });

  test("a large list is read in pages, and as a whole only from time to time", async () => {
    const date_updated = "2026-01-01T00:00:00Z";
    host = await startDirectusHost({ templates: many(1_201, { date_updated }) }, { fields: DATED });
    await mirrorOf({ everyMs: 10, largeFrom: 1_200, wholeEveryMs: 3_600_000 });
    expect(await shown()).toBe(1_201);
    await expect.poll(() => lists().filter(({ isWhole }) => !isWhole).length).toBeGreaterThan(4);
    expect(lists().filter(({ isWhole }) => isWhole)).toEqual(
      Array.from({ length: 14 }, (_, index) => ({ page: index + 1, limit: 100, isWhole: true })),
    );
    // What was deleted there is noticed with the next whole list.
    expect(HOST_MIRROR).toMatchObject({ everyMs: 60_000, largeFrom: 5_000, wholeEveryMs: 600_000 });
  });

  test("a small list is read as a whole each time", async () => {
    host = await startDirectusHost({ templates: many(3, { date_updated: "2026-01-01" }) }, { fields: DATED });
    await mirrorOf({ everyMs: 10, largeFrom: 3, wholeEveryMs: 3_600_000 });
    host.collections.templates?.pop();
    await expect.poll(shown).toBe(2);
    expect(lists().every(({ isWhole }) => isWhole)).toBe(true);
  });

  test("fields that weren't asked for, and items twice, change nothing", async () => {
    const extra = { published: false, origin: "library", slug: "../x", link: "javascript:1", __proto__x: 1 };
    host = await startDirectusHost(
      { templates: [item(1, extra), item(1, { template_name: "Again" }), item(2)] },
      { sendsAll: true },
    );
    const mirror = await mirrorOf(NEVER);
    expect((await mirror.refresh(true)).faults).toEqual([]);
    const rows = opened.database.db
      .selectFrom("templates")
      .select(["template_name", "slug", "origin", "published"]);
    expect(await rows.orderBy("template_name").execute()).toEqual([
      { template_name: "Design 1", slug: "design-1", origin: "host", published: 1 },
      { template_name: "Design 2", slug: "design-2", origin: "host", published: 1 },
    ]);
  });

  test(`${COUNT} templates are stored page by page, and visitors read them in between`, {
    timeout: SLOWEST_MS * (1 + COUNT / 5_000),
  }, async ({ annotate }) => {
    const loop = monitorEventLoopDelay({ resolution: 5 });
    const start = performance.now();
    const heaps: number[] = [];
    const timer = setInterval(() => heaps.push(process.memoryUsage().heapUsed / 1e6), 200);
    loop.enable();
    await copyMany(COUNT);
    loop.disable();
    clearInterval(timer);
    const quarter = Math.floor(heaps.length / 4);
    const lowest = (from: number) => Math.min(...heaps.slice(from, from + quarter)).toFixed();
    const pauses = [50, 99.9, 100].map((share) => (loop.percentile(share) / 1e6).toFixed());
    const seconds = ((performance.now() - start) / 1e3).toFixed();
    await annotate(
      `${seconds} s for a copy and two more lists; the event loop's turns took ${pauses.join(", ")} ms (median, 99.9 %, longest); heap of test, host and copy ${lowest(0)} MB in the first quarter, ${lowest(3 * quarter)} MB in the last`,
    );
  });
  async function copyMany(total: number): Promise<void> {
    host = await startDirectusHost({ templates: [] });
    const mirror = await mirrorOf(NEVER);
    host.collections.templates = many(total, { rating: 4, content: "x".repeat(2_000) });
    let counted = 0;
    const seen: number[] = [];
    const visitor = (async () => {
      while (counted < total) {
        const now = await shown();
        if (now > counted) seen.push(now);
        counted = now;
        await new Promise((resolve) => setTimeout(resolve, total / 40));
      }
    })();
    const report = await mirror.refresh(true);
    await visitor;
    expect(report).toMatchObject({ templates: total, changed: total + 1, faulty: 0 }); // and their type
    expect(seen.length).toBeGreaterThan(3);
    const { db } = opened.database;
    const together = await db
      .selectFrom("catalogue_changes")
      .select((eb) => eb.fn.countAll().as("count"))
      .groupBy("version")
      .execute();
    expect(Math.max(...together.map(({ count }) => Number(count)))).toBe(25);
    expect(together).toHaveLength(Math.ceil(total / 25));
    expect(await mirror.refresh(true)).toMatchObject({ templates: total, changed: 0, unpublished: 0 });
    host.collections.templates.splice(10, 150);
    expect(await mirror.refresh(true)).toMatchObject({ templates: total - 150, unpublished: 150 });
    expect(await shown()).toBe(total - 150);
  }

  test("a copy that was cut off leaves what it stored, hides nothing and is completed later", async () => {
    host = await startDirectusHost({ templates: many(1) });
    const mirror = await mirrorOf({ everyMs: 3_600_000, largeFrom: 1, wholeEveryMs: 3_600_000 });
    host.collections.templates = many(1_050);
    const failAt = (page: string | undefined) => {
      host.beforeAnswer = (path, query) => {
        host.trouble = path === "/items/templates" && query.get("page") === page ? "html" : "none";
      };
    };
    failAt("4");
    expect(await mirror.refresh(true)).toMatchObject({ templates: 300, unpublished: 0, faulty: 1 });
    expect(await shown()).toBe(300);
    failAt(undefined);
    expect(await mirror.refresh(true)).toMatchObject({ templates: 1_050, changed: 750, faulty: 0 });
    failAt("2");
    expect(await mirror.refresh(true)).toMatchObject({ templates: 100, changed: 0, unpublished: 0 });
    expect(await shown()).toBe(1_050);
  });

  test("what changed is read again after a list that ended early", async () => {
    const dated = (date_updated: string) => many(250, { date_updated });
    host = await startDirectusHost({ templates: dated("2026-01-01") }, { fields: DATED });
    const mirror = await mirrorOf(NEVER);
    host.collections.templates = dated("2026-02-01").map((each) => ({ ...each, url: "/new" }));
    host.beforeAnswer = (_, query) => {
      host.trouble = query.get("page") === "2" ? "down" : "none";
    };
    expect(await mirror.refresh(false)).toMatchObject({ changed: 100, faulty: 1 });
    host.beforeAnswer = undefined;
    host.trouble = "none";
    expect(await mirror.refresh(false)).toMatchObject({ changed: 150, faulty: 0 });
  });

  test("one that moved to an earlier page while the list was read is not hidden", async () => {
    host = await startDirectusHost({ templates: many(250) });
    const mirror = await mirrorOf(NEVER);
    host.beforeAnswer = (_, query) => {
      if (query.get("page") !== "2") return;
      host.beforeAnswer = undefined;
      host.collections.templates?.splice(0, 3); // 101 to 103 are now on the first page, which was read
    };
    // The three that are gone were read before.
    expect(await mirror.refresh(true)).toMatchObject({ unpublished: 0 });
    expect(await mirror.refresh(true)).toMatchObject({ templates: 247, unpublished: 3 });
    expect(await shown()).toBe(247);
  });

  test("many of one name get addresses of their own, which they keep", async () => {
    host = await startDirectusHost({ templates: many(230, { template_name: "Untitled" }) });
    const mirror = await mirrorOf(NEVER);
    const urls = async () => {
      const rows = await opened.database.db.selectFrom("templates").select(["id", "url"]).execute();
      return new Map(rows.map(({ id, url }) => [id, url]));
    };
    const before = await urls();
    expect(new Set(before.values()).size).toBe(230);
    expect([...before.values()]).toEqual(expect.arrayContaining(["/cv/untitled", "/cv/untitled-9"]));
    host.collections.templates = many(230, { template_name: "Untitled", rating: 3 });
    expect(await mirror.refresh(true)).toMatchObject({ changed: 230, faulty: 0 });
    expect(await urls()).toEqual(before);
  });

  test("pictures follow the templates, also those that were missing when the server stopped", async () => {
    const red = { create: { width: 8, height: 8, channels: 3, background: "#f00" } } as const;
    const picture = await sharp(red).png().toBuffer();
    const withPictures = (count: number) => many(count).map((each) => ({ ...each, image: `p${each.id}` }));
    host = await startDirectusHost({ templates: withPictures(130) });
    host.beforeAnswer = (path) => {
      host.trouble = path.startsWith("/assets/") ? "down" : "none";
    };
    const mirror = await mirrorOf(NEVER);
    await mirror.copyPictures();
    expect(await shown()).toBe(130);
    const pictured = async () => {
      const { db } = opened.database;
      const rows = await db.selectFrom("templates").select("image").where("image", "is not", null).execute();
      return new Set(rows.map(({ image }) => image)).size;
    };
    expect(await pictured()).toBe(0);
    // One question is enough while the host is down.
    const asked = () => host.requests.filter((each) => each.startsWith("GET /assets/")).length;
    expect(asked()).toBeLessThan(5);
    await close?.();
    for (let id = 1; id <= 129; id++) host.pictures.set(`p${id}`, picture);
    host.beforeAnswer = undefined;
    host.trouble = "none";
    const again = await mirrorOf(NEVER);
    await again.copyPictures();
    expect(await pictured()).toBe(129);
    // Neither one that was copied nor one that isn't there is asked for again.
    const before = asked();
    await again.copyPictures();
    expect(asked()).toBe(before);
    const first = host.requests.findIndex((each) => each.startsWith("GET /assets/"));
    const pages = host.queries.slice(0, first).filter((each) => each.includes("page="));
    expect(pages).toHaveLength(3); // and the last has nothing new
  });
});
