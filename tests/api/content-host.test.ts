import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { databases, describeOnDatabases, type Place } from "../support/databases.ts";
import { type DirectusHost, type HostItem, startDirectusHost } from "../support/directus-host.ts";
import { anOperator } from "../support/operators.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const TYPST = '#set page("a4")\n= Hello from the host';
const item = (id: number, more: Partial<HostItem> = {}): HostItem => ({
  id,
  type: "CV Template",
  category: "Modern & bold",
  url: `/designs/${id}`,
  content: "<p>HTML</p>",
  template_name: `Design ${id}`,
  rating: 4.5,
  image: null,
  ...more,
});

describeOnDatabases("a content host on $name", (database) => {
  let place: Place;
  let host: DirectusHost;
  let server: TestServer;

  beforeEach(async () => {
    place = await database.place();
  });
  afterEach(async () => {
    await server?.stop();
    await host?.stop();
    await place?.remove();
  });

  async function start(
    items: HostItem[],
    environment: Record<string, string> = {},
    fields?: Record<string, string[]>,
  ) {
    host = await startDirectusHost({ templates: items }, fields ? { fields } : {});
    server = await restart(environment);
  }
  const restart = (environment: Record<string, string> = {}) =>
    startServerHere({
      environment: {
        ...place.environment,
        OPERATOR_TOKEN,
        CONTENT_HOST: `${host.url}/`,
        CONTENT_TOKEN: host.token,
        RENDER_PROCESSES: "0",
        ...environment,
      },
    });
  const refresh = async (query = "") => {
    const answer = await fetch(`${server.url}/site/content-host/refresh${query}`, {
      method: "POST",
      headers: asOperator,
    });
    return (await answer.json()).data as {
      templates: number;
      changed: number;
      unpublished: number;
      faults: { folder: string; reason: string }[];
    };
  };
  const templates = async (query = "fields=template_name,type,category,url,rating,link&sort=template_name") =>
    (await (await fetch(`${server.url}/items/templates?${query}`)).json()).data as Record<string, unknown>[];

  test("shows its templates and types, and follows changes", async () => {
    await start([item(1), item(2, { type: "de", content: TYPST, rating: null, category: null })]);
    expect(await refresh()).toMatchObject({ templates: 2, unpublished: 0, faults: [] });
    expect(await templates()).toEqual([
      {
        template_name: "Design 1",
        type: "cv-template",
        category: "modern-bold",
        url: "/cv-template/design-1",
        rating: 4.5,
        link: `${host.url}/designs/1`,
      },
      {
        template_name: "Design 2",
        type: "de-templates",
        category: "general",
        url: "/de-templates/design-2",
        rating: null,
        link: null,
      },
    ]);
    const types = await fetch(`${server.url}/items/types?fields=id,plural,categories&sort=id`);
    expect((await types.json()).data).toMatchObject([
      {
        id: "cv-template",
        plural: "CV Template",
        categories: [{ slug: "modern-bold", label: "Modern & bold" }],
      },
      { id: "de-templates", plural: "de" },
    ]);

    const [first] = await templates("fields=id&filter[template_name]=Design 1");
    host.collections.templates = [item(1, { template_name: "Renamed" }), item(3)];
    expect(await refresh()).toMatchObject({ templates: 2, changed: 2, unpublished: 1 });
    const now = await templates("fields=id,template_name,url&sort=template_name");
    expect(now).toEqual([
      { id: expect.any(String), template_name: "Design 3", url: "/cv-template/design-3" },
      { id: first?.id, template_name: "Renamed", url: "/cv-template/design-1" },
    ]);
    expect(await refresh()).toMatchObject({ changed: 0, unpublished: 0 });
    // Back again, as the same template.
    host.collections.templates.push(item(2, { type: "de", content: TYPST, rating: null, category: null }));
    expect(await refresh()).toMatchObject({ changed: 1 });
    expect(await templates("fields=url&filter[type]=de-templates")).toEqual([
      { url: "/de-templates/design-2" },
    ]);
  });

  test("serves the last copy while it is down, slow or in trouble, also after a restart", async () => {
    await start([item(1)]);
    await refresh();
    for (const [trouble, reason] of [
      ["down", /gave no answer/],
      ["html", /answered 200 with text\/html instead of JSON/],
      ["refuse", /answered 401: Invalid user credentials/],
    ] as const) {
      host.trouble = trouble;
      const report = await refresh();
      expect(report).toMatchObject({ changed: 0, unpublished: 0 });
      expect(report.faults[0]?.reason, trouble).toMatch(reason);
      expect(await templates("fields=template_name")).toEqual([{ template_name: "Design 1" }]);
    }
    await server.stop();
    server = await restart();
    expect(await templates("fields=template_name")).toEqual([{ template_name: "Design 1" }]);
    host.trouble = "none";
    expect((await refresh()).faults).toEqual([]);
  });

  test("keeps bad items apart and names them", async () => {
    await start([
      item(1, { type: "CV template" }),
      item(2, { type: "CV  Template!" }),
      item(3, { type: "Users", template_name: "Design 1" }),
      item(4, { type: "Users", template_name: "Design 1", rating: "abc", unknown: { a: 1 } }),
      item(5, { url: "javascript:alert(1)" }),
      item(6, { url: null }),
      item(7, { content: 7 }),
      item(8, { template_name: null, type: null, image: { id: "none" } }),
      item(9, { type: "模板" }),
    ]);
    const { faults } = await refresh();
    expect(faults.map(({ folder }) => folder.replace(host.url, "")).sort()).toEqual([
      "/items/templates/5",
      "/items/templates/6",
      "/items/templates/7",
    ]);
    expect((await templates("fields=url&sort=url")).map(({ url }) => url)).toEqual([
      "/cv-template-2/design-2",
      "/cv-template/design-1",
      "/other/untitled",
      "/templates-templates/design-9",
      "/users-templates/design-1",
      "/users-templates/design-1-2",
    ]);
    const shown = await fetch(`${server.url}/site/library`, { headers: asOperator });
    expect(shown.status).toBe(403); // for operators with a session
  });

  test("reads many pages, however short, and between them what changed", async () => {
    const dated = (id: number, date_updated = "2026-01-01T00:00:00Z") => item(id, { date_updated });
    const many = Array.from({ length: 701 }, (_, index) => dated(index + 1));
    host = await startDirectusHost(
      { templates: many },
      { fields: { templates: [...Object.keys(item(1)), "date_updated"] }, maxLimit: 250 },
    );
    server = await restart();
    expect(await refresh()).toMatchObject({ templates: 701, faults: [] });
    const counted = await fetch(`${server.url}/items/templates?aggregate[count]=*`);
    expect((await counted.json()).data).toEqual([{ count: 701 }]);
    const changed = dated(5, "2026-02-01T00:00:00Z");
    host.collections.templates = [{ ...changed, template_name: "New name" }, ...many.slice(10)];
    // Those that were deleted are noticed when the whole list is read.
    expect(await refresh("?only=changed")).toMatchObject({ changed: 1, unpublished: 0 });
    expect(await templates("fields=template_name&search=New name&limit=1")).toEqual([
      { template_name: "New name" },
    ]);
    expect(await refresh("?only=changed")).toMatchObject({ templates: 1, changed: 0 });
    expect(await refresh()).toMatchObject({ templates: 692, changed: 0, unpublished: 9 });
  });

  test("shows the picture of a template that is opened at the host", async () => {
    host = await startDirectusHost({ templates: [item(1, { image: "pic" })] });
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    host.pictures.set("pic", png);
    server = await restart();
    const list = async () => (await templates("fields=id,image")) as { id: string; image: string }[];
    await expect.poll(async () => (await list())[0]?.image).toBeTruthy();
    const [{ image = "", id = "" } = {}] = await list();
    const picture = await fetch(`${server.url}/assets/${image}`);
    expect(picture.headers.get("content-type")).toBe("image/webp");
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(40);
    const render = await fetch(`${server.url}/render/${id}.pdf`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(render.status).toBe(403);
  });

  test("can be another Typecase, whose templates keep their fields", async () => {
    const behind = await database.place();
    const backend = await startServerHere({ environment: { ...behind.environment, OPERATOR_TOKEN } });
    try {
      await aShelf((path, init) => fetch(backend.url + path, init), { count: 4, types: ["memo", "note"] });
      const fields = {
        type: "object",
        properties: { number: { type: "string", title: "Number" } },
        additionalProperties: false,
      };
      const changed = await fetch(`${backend.url}/items/templates`, {
        method: "PATCH",
        headers: { "content-type": "application/json", ...asOperator },
        body: JSON.stringify({
          query: { filter: { type: { _eq: "memo" } } },
          data: {
            fields,
            sample: { number: "7" },
            content: TYPST,
            title: "Memo {number}",
            description: "A memo.",
          },
        }),
      });
      expect(changed.status).toBe(200);
      await fetch(`${backend.url}/items/templates`, {
        method: "DELETE",
        headers: { "content-type": "application/json", ...asOperator },
        body: JSON.stringify({ query: { filter: { type: { _eq: "note" } } } }),
      });
      server = await startServerHere({
        environment: {
          ...place.environment,
          OPERATOR_TOKEN,
          CONTENT_HOST: backend.url,
          RENDER_PROCESSES: "0",
        },
      });
      expect(await refresh()).toMatchObject({ templates: 2, faults: [] });
      const found = await templates("fields=template_name,type,title,fields&sort=template_name");
      expect(found).toMatchObject([
        { template_name: "memo number 1", type: "memo", title: "Memo {number}", fields },
        { template_name: "memo number 3", type: "memo" },
      ]);
      const types = await fetch(`${server.url}/items/types?fields=id,singular,plural`);
      expect((await types.json()).data).toEqual([
        { id: "memo", singular: "memo piece", plural: "memo pieces" },
      ]);
    } finally {
      await backend.stop();
      await behind.remove();
    }
  });

  test("is read on demand by operators and their tokens only", async () => {
    await start([]);
    const asked = await fetch(`${server.url}/site/content-host/refresh`, { method: "POST" });
    expect(asked.status).toBe(403);
  });
});

describe("sources of a content host", () => {
  let place: Place;
  let host: DirectusHost;
  let server: TestServer;
  beforeAll(async () => {
    place = await (databases[0] as (typeof databases)[number]).place();
    host = await startDirectusHost({
      templates: [item(1, { content: TYPST }), item(2, { content: "#let broken = (\n= No" })],
    });
    const environment = {
      ...place.environment,
      OPERATOR_TOKEN,
      CONTENT_HOST: host.url,
      CONTENT_TOKEN: host.token,
      RENDER_PROCESSES: "1",
    };
    server = await startServerHere({ environment });
  });
  afterAll(async () => {
    await server?.stop();
    await host?.stop();
    await place?.remove();
  });

  test("are compiled first: one that doesn't compile is listed in the studio and not published", async () => {
    const answer = await fetch(`${server.url}/site/content-host/refresh`, {
      method: "POST",
      headers: asOperator,
    });
    const { data } = await answer.json();
    expect(data.faults).toEqual([{ folder: `${host.url}/items/templates/2`, reason: expect.any(String) }]);
    const { cookie } = await anOperator((path, init) => fetch(server.url + path, init), place);
    const shown = await fetch(`${server.url}/site/library`, { headers: { cookie } });
    expect((await shown.json()).data).toEqual({ faults: data.faults, total: 1 });
    const listed = (await (await fetch(`${server.url}/items/templates?fields=id,template_name`)).json()).data;
    expect(listed).toMatchObject([{ template_name: "Design 1" }]);
    const pdf = await fetch(`${server.url}/render/${listed[0].id}.pdf`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ data: {} }),
    });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
  });
});
