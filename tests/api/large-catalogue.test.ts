import { type CompiledQuery, DefaultQueryExecutor } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { describeCollections } from "../../server/collections/index.ts";
import { derivedId } from "../../server/database/ids.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { all, COUNT, fill, type Made, TYPES } from "../support/large-catalogue.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const ofType = (type: string) => all.filter((each) => each.type === type);
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

describeOnDatabases(`${COUNT} templates on $name`, (database) => {
  let place: Place;
  let server: TestServer;

  beforeAll(async () => {
    place = await database.place();
    await fill(place);
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  async function read(query: string): Promise<{ data: Record<string, unknown>[]; meta: unknown }> {
    const answer = await fetch(`${server.url}/items/templates?${query}`);
    expect(answer.status, query).toBe(200);
    return answer.json();
  }

  /** SQLite's query plan for each of these queries. */
  const plansOf = (queries: CompiledQuery[]) =>
    withDatabase(place, ({ db }) =>
      Promise.all(
        queries.map(async (query) => {
          const plan = { ...query, sql: `explain query plan ${query.sql}` };
          const { rows } = await db.executeQuery<{ detail: string }>(plan);
          return { sql: query.sql, steps: rows.map(({ detail }) => detail) };
        }),
      ),
    );

  test("lists a thousand templates of a type, and the rest by page", async () => {
    for (const type of TYPES) {
      const fields = "category,url,template_name,id,image";
      const listed: Record<string, unknown>[] = [];
      for (let page = 1; page <= 4; page++) {
        const { data } = await read(`filter[type][_eq]=${type}&fields=${fields}&limit=1000&page=${page}`);
        expect(data).toHaveLength(page < 4 ? 1000 : ofType(type).length - 3000);
        listed.push(...data);
      }
      const expected = ofType(type).map(({ category, url, template_name, id }) => ({
        category,
        url,
        template_name,
        id,
        image: null,
      }));
      expect(listed).toEqual(expected.sort(byId));
      expect((await read(`filter[type][_eq]=${type}&fields=id&limit=1000&page=5`)).data).toEqual([]);
    }
  });

  test("lists 500 templates, 1,000 at most", async () => {
    const { data } = await read("fields=type,category,url,content,template_name,rating,id,image&limit=500");
    expect(data).toHaveLength(500);
    expect(Object.keys(data[0] as object)).toEqual([
      "type",
      "category",
      "url",
      "content",
      "template_name",
      "rating",
      "id",
      "image",
    ]);
    for (const limit of ["1000", "-1"])
      expect((await read(`fields=id&limit=${limit}`)).data).toHaveLength(1000);
    expect((await read("fields=id")).data).toHaveLength(100);
  });

  test("pages through any order without gaps or repeats", async () => {
    const seen: string[] = [];
    for (let page = 1; page <= COUNT / 1000; page++) {
      const { data } = await read(`sort=-rating,template_name&fields=id&limit=1000&page=${page}`);
      seen.push(...data.map((row) => row.id as string));
    }
    const expected = [...all].sort(
      (a, b) => b.rating - a.rating || (a.template_name < b.template_name ? -1 : 1),
    );
    expect(seen).toEqual(expected.map((each) => each.id));
  });

  test("counts correctly", async () => {
    const { meta } = await read("limit=0&filter[type][_eq]=letters&meta=total_count,filter_count");
    expect(meta).toEqual({ total_count: COUNT, filter_count: ofType("letters").length });
    expect((await read("aggregate[count]=*")).data).toEqual([{ count: COUNT }]);
    expect((await read("aggregate[count]=id&groupBy[]=type")).data).toEqual(
      [...TYPES].sort().map((type) => ({ type, count: { id: ofType(type).length } })),
    );
    const good = all.filter((each) => each.rating >= 4.5 && each.category === "modern");
    const filter = "filter[rating][_gte]=4.5&filter[category][_eq]=modern";
    expect((await read(`${filter}&aggregate[count]=*`)).data).toEqual([{ count: good.length }]);
    expect((await read(`${filter}&aggregate[max]=rating`)).data).toEqual([{ max: { rating: 5 } }]);
  });

  test("finds templates by full, partial and misspelt queries", async () => {
    for (const number of [0, 4_711, COUNT - 1]) {
      const { id, template_name } = all[number] as Made;
      const found = await read(`search=${encodeURIComponent(template_name)}&fields=id&limit=3`);
      expect(found.data[0], template_name).toEqual({ id });
      const [word] = template_name.split(" ") as [string];
      const slip = word.slice(0, 3) + word[4] + word[3] + word.slice(5);
      for (const words of [word.slice(0, -1), slip]) {
        const { data } = await read(`search=${encodeURIComponent(words)}&fields=id&limit=1000`);
        expect(data, `${words} for ${word}`).toContainEqual({ id });
      }
    }
    const everywhere = await read("search=invoices&fields=type&limit=1000&meta=filter_count&page=4");
    expect(everywhere.meta).toEqual({ filter_count: ofType("invoices").length });
    expect(everywhere.data).toHaveLength(ofType("invoices").length - 3000);
    expect(new Set(everywhere.data.map((row) => row.type))).toEqual(new Set(["invoices"]));
    expect((await read("search=qqqqzzzzqqqq&fields=id")).data).toEqual([]);
  });

  test.runIf(database.name === "SQLite")(
    "reads search results by id, not by scanning all templates",
    async () => {
      const asked = countRows();
      expect((await read("search=letters&fields=id,template_name&limit=20")).data).toHaveLength(20);
      for (const words of ["letters", "qqqqzzzzqqqq"])
        for (const more of [
          "sort=-type&offset=500",
          "sort=rating&filter[type][_eq]=letters",
          "filter[rating][_gt]=4&limit=1&meta=filter_count",
          "aggregate[count]=*&groupBy=template_name",
        ])
          await read(`search=${words}&${more}`);
      asked.stop();
      // The index may be reading the catalogue at the same time.
      const queries = asked.queries.filter(({ sql }) => sql.includes('as "item"'));
      expect(queries.length).toBeGreaterThan(8);
      for (const { sql, steps } of await plansOf(queries)) {
        const reached = steps.filter((step) => step.includes(" item "));
        expect(reached, sql).toEqual([expect.stringContaining("(id=?)")]);
      }
    },
  );

  test.runIf(database.name === "SQLite")("sorts indexed fields by their index", async () => {
    const { indexed = [] } = describeCollections().find(({ name }) => name === "templates") ?? {};
    expect(indexed).toContain("rating");
    for (const field of indexed) {
      const asked = countRows();
      await read(`sort=-${field}&limit=20&fields=id,template_name,description`);
      asked.stop();
      for (const { sql, steps } of await plansOf(asked.queries))
        expect(steps, sql).not.toContain("USE TEMP B-TREE FOR ORDER BY");
    }
  });

  test("shows new, changed and deleted templates at once, in searches too", async () => {
    const send = (method: string, path: string, body?: unknown) =>
      fetch(`${server.url}/items/templates${path}`, {
        method,
        headers: { ...asOperator, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const made = await send("POST", "?fields=id", {
      template_name: "Wolkenkratzer",
      type: "letters",
      category: "classic",
    });
    const { id } = (await made.json()).data;
    const count = async () => (await read("aggregate[count]=*")).data;
    const search = async (words: string) => (await read(`search=${words}&fields=id`)).data;
    expect(await count()).toEqual([{ count: COUNT + 1 }]);
    expect(await search("wolkenkratzer")).toEqual([{ id }]);
    await send("PATCH", `/${id}`, { template_name: "Zitronenfalter" });
    expect(await search("zitronenfalter")).toEqual([{ id }]);
    expect((await send("DELETE", `/${id}`)).status).toBe(204);
    expect(await count()).toEqual([{ count: COUNT }]);
    expect(await search("zitronenfalter")).not.toContainEqual({ id });
  });

  test("makes pages from queries for what they show", async () => {
    const read = countRows();
    for (const path of [
      "/",
      "/templates",
      "/templates?q=letters",
      "/letters",
      "/letters?category=modern&page=20",
      "/letters?category=modern&page=20&sort=rating",
      "/letters?paper=us-letter&sort=name",
      (all[4_711] as Made).url,
      "/login",
      "/nowhere",
    ]) {
      read.rows = 0;
      const answer = await server.fetch(path);
      expect(answer.status, path).toBe(path === "/nowhere" ? 404 : 200);
      expect(read.rows, `rows read for ${path}`).toBeLessThan(path.includes("q=") ? 1_100 : 300);
    }
    read.stop();
  });

  test("pages through a category in order without gaps or repeats", { tags: ["long"] }, async () => {
    const names: string[] = [];
    for (let page = 1; page <= 28; page++) {
      const html = await (await server.fetch(`/posters?category=classic&sort=name&page=${page}`)).text();
      const own = html.matchAll(/href="(\/posters\/t-\d+)"/g);
      names.push(...new Set([...own].map(([, url]) => url as string)));
    }
    const expected = ofType("posters").filter(({ category }) => category === "classic");
    const byName = (a: Made, b: Made) => (a.template_name < b.template_name ? -1 : 1);
    expect(names).toEqual(expected.sort(byName).map(({ url }) => url));
  });

  test("lists every template once in the site map", async () => {
    const locations = async (path: string) =>
      [...(await (await server.fetch(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, address]) => address as string,
      );
    const parts = await locations("/sitemap.xml");
    expect(parts).toEqual(["/sitemap/1.xml", "/sitemap/2.xml", "/sitemap/3.xml"]);
    const named = (await Promise.all(parts.map(locations))).flat();
    const expected = [
      "/",
      "/templates",
      "/privacy",
      "/terms",
      ...TYPES.map((type) => `/${type}`),
      ...all.map(({ url }) => url),
    ];
    expect(named.toSorted()).toEqual(expected.toSorted());
    expect((await server.fetch("/sitemap/4.xml")).status).toBe(404);
  });

  test("refreshes only pages that show a changed picture", async () => {
    const [shown, other] = [all[4_711], all[4_712]] as [Made, Made];
    const pages = [shown.url, other.url, "/posters"];
    for (const path of pages) expect((await server.fetch(path)).status).toBe(200);
    const picture = derivedId("picture");
    await withDatabase(place, async (opened) => {
      const elsewhere = await createCatalogueVersion(opened, quietLog);
      await opened.db.transaction().execute(async (db) => {
        const file = { ...FILE, id: picture, templates_id: shown.id };
        await db.insertInto("files").values(file).execute();
        await db.updateTable("templates").set({ image: picture }).where("id", "=", shown.id).execute();
        await elsewhere.bumpPictures(db, [shown.id]);
      });
      await elsewhere.close();
    });
    const page = async () => (await server.fetch(shown.url)).text();
    await expect.poll(page).toContain(picture);
    const read = countRows();
    for (const path of [other.url, "/posters"]) expect((await server.fetch(path)).status).toBe(200);
    expect(read.queries).toEqual([]);
    read.stop();
  });
});

/** Records queries and row counts from now on. */
function countRows(): { queries: CompiledQuery[]; rows: number; stop(): void } {
  const execute = DefaultQueryExecutor.prototype.executeQuery;
  const spy = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
  const counted = { queries: [] as CompiledQuery[], rows: 0, stop: () => spy.mockRestore() };
  spy.mockImplementation(async function (this: DefaultQueryExecutor, query) {
    const result = await execute.call(this, query);
    // Every node polls its version.
    if (!query.sql.includes('from "catalogue"')) {
      counted.queries.push(query);
      counted.rows += result.rows.length;
    }
    return result;
  });
  return counted;
}

const FILE = {
  uploaded_by: null,
  purpose: "template",
  variant: "page-1",
  filename_download: "page.webp",
  title: "page",
  type: "image/webp",
  filesize: 1,
  width: 1,
  height: 1,
  uploaded_on: "2026-01-01T00:00:00.000Z",
};
