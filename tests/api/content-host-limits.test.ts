import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { storeKit } from "../../server/catalogue/versions/kits.ts";
import { createHostClient } from "../../server/host/host-client.ts";
import { createMirror, type Mirror } from "../../server/host/mirror.ts";
import { HOST_MIRROR } from "../../server/limits/limits.ts";
import { createPictures, type Pictures } from "../../server/pictures/pictures.ts";
import { databases, type OpenedDatabase, quietLog } from "../support/databases.ts";
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

describe.each(databases)("the limits of a content host on $name", (testDatabase) => {
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
    expect(lists().filter(({ isWhole }) => isWhole)).toEqual([
      { page: 1, limit: 500, isWhole: true },
      { page: 2, limit: 500, isWhole: true },
      { page: 3, limit: 500, isWhole: true },
      { page: 4, limit: 500, isWhole: true },
    ]);
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
});
