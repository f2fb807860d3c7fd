import {
  aggregate,
  createDirectus,
  createItem,
  createItems,
  deleteFile,
  deleteFiles,
  deleteItem,
  deleteItems,
  readAssetArrayBuffer,
  readFile,
  readFiles,
  readItem,
  readItems,
  rest,
  staticToken,
  updateFile,
  updateFiles,
  updateItem,
  updateItems,
  updateItemsBatch,
  uploadFiles,
} from "@directus/sdk";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aPerson, type Person } from "../support/people.ts";
import { giveAverages } from "../support/ratings.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

type Template = {
  id: string;
  type: string;
  category: string;
  template_name: string;
  rating: number | null;
  url: string;
};
type Schema = { templates: Template[]; types: { id: string; singular: string; plural: string }[] };

const signed = (options: RequestInit, { cookie }: Person) => ({
  ...options,
  headers: { ...options.headers, cookie },
});

describeOnDatabases("the Directus SDK on $name", (database) => {
  let place: Place;
  let server: TestServer;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    const shelf = await aShelf(server.visitor().fetch, { count: 30 });
    await giveAverages(place, new Map(shelf.map(({ id }, index) => [id, 1 + Math.min(index % 10, 8) / 2])));
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const client = () => createDirectus<Schema>(server.url).with(staticToken(OPERATOR_TOKEN)).with(rest());

  test("reads, filters and sorts", async () => {
    const found = await client().request(
      readItems("templates", {
        filter: { type: { _eq: "blog" }, rating: { _gte: 4 } },
        fields: ["template_name", "rating"],
        sort: ["-rating"],
      }),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.map((each) => each.rating)).toEqual(
      [...found.map((each) => each.rating)].sort((a, b) => Number(b) - Number(a)),
    );
    expect(Object.keys(found[0] as object)).toEqual(["template_name", "rating"]);
  });

  test("pages through all items once", async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const items = await client().request(readItems("templates", { fields: ["id"], limit: 8, page }));
      seen.push(...items.map((item) => item.id));
    }
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
  });

  test("searches and tolerates typos", async () => {
    const first = async () => {
      const found = await client().request(
        readItems("templates", { search: "emial number 2", fields: ["template_name"] }),
      );
      return found[0]?.template_name;
    };
    await expect.poll(first).toBe("email number 2"); // once the search index is read
  });

  test("aggregates", async () => {
    const byType = await client().request(
      aggregate("templates", { aggregate: { count: "*" }, groupBy: ["type"] }),
    );
    expect(byType.map((each) => [(each as unknown as Template).type, each.count])).toEqual([
      ["ad", 10],
      ["blog", 10],
      ["email", 10],
    ]);
  });

  test("creates, reads, updates and deletes", async () => {
    const made = await client().request(
      createItem("templates", { template_name: "Fresh", type: "blog", category: "sales" }),
    );
    expect(made.url).toBe("/blog/fresh");
    const changed = await client().request(
      updateItem("templates", made.id, { category: "marketing" }, { fields: ["id", "category"] }),
    );
    expect(changed).toEqual({ id: made.id, category: "marketing" });
    await client().request(deleteItem("templates", made.id));
    await expect(client().request(readItem("templates", made.id))).rejects.toMatchObject({
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
  });

  test("creates, updates and deletes several at once", async () => {
    const made = await client().request(
      createItems(
        "templates",
        ["One", "Two"].map((template_name) => ({ template_name, type: "ad", category: "sales" })),
      ),
    );
    const ids = made.map((each) => each.id);
    const changed = await client().request(
      updateItems("templates", ids, { category: "marketing" }, { fields: ["category"] }),
    );
    expect(changed).toEqual([{ category: "marketing" }, { category: "marketing" }]);
    const each = ids.map((id, index) => ({ id, category: index === 0 ? "sales" : "marketing" }));
    const apart = await client().request(updateItemsBatch("templates", each, { fields: ["category"] }));
    expect(apart).toEqual([{ category: "sales" }, { category: "marketing" }]);
    await client().request(deleteItems("templates", ids));
    expect(await client().request(readItems("templates", { filter: { id: { _in: ids } } }))).toEqual([]);
  });

  test("uploads, reads and deletes a file", async () => {
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#a0b0c0" } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.append("title", "A picture");
    form.append("file", new File([new Uint8Array(picture)], "x.jpg", { type: "image/jpeg" }));
    const { id } = (await client().request(uploadFiles(form))) as { id: string };
    const file = await client().request(readFile(id, { fields: ["title", "width", "height"] }));
    expect(file).toEqual({ title: "A picture", width: 20, height: 10 });
    await client().request(deleteFile(id));
    await expect(client().request(readFile(id))).rejects.toMatchObject({
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
  });

  test("follows relations with deep and alias", async () => {
    const [first, second] = await client().request(readItems("templates", { fields: ["id"], limit: 2 }));
    const ada = await aPerson(server.visitor().fetch);
    const mine = createDirectus(server.url).with(rest({ onRequest: (options) => signed(options, ada) }));
    const entries = [{ templates_id: first?.id }, { templates_id: second?.id }];
    await mine.request(createItem("saved_templates" as never, { template_id: entries } as never));
    const read = (query: object) =>
      mine.request(readItems("saved_templates" as never, query as never)) as Promise<unknown>;
    const ids = { fields: [{ template_id: ["templates_id"] }] };
    expect(await read({ ...ids, deep: { template_id: { _limit: 1 } } })).toEqual([
      { template_id: [{ templates_id: first?.id }] },
    ]);
    expect(await read({ ...ids, deep: { template_id: { _limit: 1, _page: 2 } } })).toEqual([
      { template_id: [{ templates_id: second?.id }] },
    ]);
    expect(await read({ ...ids, deep: { template_id: { _sort: ["-templates_id.id"], _limit: 1 } } })).toEqual(
      [{ template_id: [{ templates_id: [first?.id, second?.id].sort()[1] }] }],
    );
    const only = { template_id: { _filter: { templates_id: { id: { _eq: second?.id } } } } };
    expect(await read({ ...ids, deep: only })).toEqual([{ template_id: [{ templates_id: second?.id }] }]);
    expect(
      await read({
        alias: { one: "template_id", all: "template_id" },
        fields: [{ one: ["templates_id"] }, "count(template_id)", { all: [{ templates_id: ["id"] }] }],
        deep: { one: { _limit: 1 }, all: { templates_id: { _filter: { id: { _neq: first?.id } } } } },
      }),
    ).toEqual([
      {
        one: [{ templates_id: first?.id }],
        template_id_count: 2,
        all: [{ templates_id: null }, { templates_id: { id: second?.id } }],
      },
    ]);
    expect(await read({ filter: { "count(template_id)": { _gt: 2 } } })).toEqual([]);
    const wrong = [
      [{ deep: { template_id: { _fields: "id" } } }, /"deep" takes _filter/],
      [{ deep: { rev: { _limit: 1 } } }, /"deep" takes relations/],
      [{ deep: { template: { _limit: 1 } } }, /access field "template"/],
      [{ alias: { "a.b": "rev" } }, /can't be an alias/],
      [{ fields: ["count(rev)"] }, /"count" takes a list/],
      [{ fields: ["week(date_created)"] }, /not a function of fields/],
    ] as const;
    for (const [query, message] of wrong)
      await expect(read(query)).rejects.toMatchObject({
        errors: [{ message: expect.stringMatching(message) }],
      });
  });

  test("takes functions of dates in fields, filters, groups and orders", async () => {
    const ada = await aPerson(server.visitor().fetch);
    const mine = createDirectus(server.url).with(rest({ onRequest: (options) => signed(options, ada) }));
    await mine.request(createItem("history" as never, { action: "created" } as never));
    const [record] = (await mine.request(
      readItems("history" as never, { fields: ["date_created"] } as never),
    )) as { date_created: string }[];
    const made = new Date(String(record?.date_created));
    const parts = {
      date_created_year: made.getUTCFullYear(),
      date_created_month: made.getUTCMonth() + 1,
      date_created_weekday: made.getUTCDay(),
      date_created_minute: made.getUTCMinutes(),
    };
    const fields = ["year", "month", "weekday", "minute"].map((fn) => `${fn}(date_created)`);
    const filter = { "year(date_created)": { _eq: made.getUTCFullYear() } };
    const read = (query: object) => mine.request(readItems("history" as never, query as never));
    expect(await read({ fields, filter, sort: ["-year(date_created)"] })).toEqual([parts]);
    expect(await read({ filter: { "year(date_created)": { _lt: 2000 } } })).toEqual([]);
    const grouped = await mine.request(
      aggregate("history" as never, { aggregate: { count: "*" }, groupBy: ["year(date_created)"] } as never),
    );
    expect(grouped).toEqual([{ date_created_year: made.getUTCFullYear(), count: 1 }]);
  });

  test("doesn't share answers that depend on the viewer inside deep or a function", async () => {
    const ada = await aPerson(server.visitor().fetch);
    const asAda = { headers: { cookie: ada.cookie } };
    for (const query of [
      "fields=id&limit=1&deep[image][_filter][uploaded_by][_eq]=$CURRENT_USER",
      "fields=id&limit=1&filter[year(date_created)][_lte]=$NOW",
    ]) {
      const answer = await fetch(`${server.url}/items/templates?${query}`, asAda);
      expect(answer.headers.get("cache-control"), query).not.toContain("public");
    }
  });

  test("changes and deletes by query", async () => {
    const made = await client().request(
      createItems(
        "templates",
        ["Q1", "Q2", "Q3"].map((template_name) => ({ template_name, type: "ad", category: "sales" })),
      ),
    );
    const ids = made.map(({ id }) => id);
    const query = { filter: { id: { _in: ids } } };
    const changed = await client().request(
      updateItems(
        "templates",
        { ...query, limit: 2, sort: ["template_name"] },
        { category: "marketing" },
        {
          fields: ["template_name"],
        },
      ),
    );
    expect(changed).toEqual([{ template_name: "Q1" }, { template_name: "Q2" }]);
    await client().request(deleteItems("templates", { ...query, limit: -1 }));
    expect(await client().request(readItems("templates", query))).toEqual([]);
    expect(await client().request(readItems("templates", { limit: -1, fields: ["id"] }))).toHaveLength(30);
    await expect(
      client().request(deleteItems("templates", { filter: { nope: { _eq: 1 } } } as never)),
    ).rejects.toMatchObject({ errors: [{ extensions: { code: "FORBIDDEN" } }] });
    const visitor = createDirectus<Schema>(server.url).with(rest());
    await expect(visitor.request(deleteItems("templates", query))).rejects.toMatchObject({
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
  });

  test("deletes only own items by query", async () => {
    const [ada, eve] = [await aPerson(server.visitor().fetch), await aPerson(server.visitor().fetch)];
    const of = (person: Person) =>
      createDirectus(server.url).with(rest({ onRequest: (options) => signed(options, person) }));
    for (const person of [ada, eve])
      await of(person).request(createItem("history" as never, { action: "created" } as never));
    await of(eve).request(deleteItems("history" as never, { limit: -1 } as never));
    expect(await of(eve).request(readItems("history" as never))).toEqual([]);
    expect(await of(ada).request(readItems("history" as never))).toHaveLength(1);
  });

  test("renames and deletes files", async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#a0b0c0" } })
      .png()
      .toBuffer();
    const upload = async () => {
      const form = new FormData();
      form.append("file", new File([new Uint8Array(picture)], "x.png", { type: "image/png" }));
      return (await client().request(uploadFiles(form))) as { id: string };
    };
    const [one, two] = [await upload(), await upload()];
    const named = await client().request(updateFile(one.id, { title: "New name" }, { fields: ["title"] }));
    expect(named).toEqual({ title: "New name" });
    const both = updateFiles([one.id, two.id], { title: "Both" }, { fields: ["title"] });
    expect(await client().request(both)).toEqual([{ title: "Both" }, { title: "Both" }]);
    const listed = await client().request(readFiles({ filter: { id: { _in: [one.id, two.id] } } }));
    expect(listed).toHaveLength(2);
    const other = new FormData();
    other.append("file", new File([new Uint8Array(picture)], "y.png", { type: "image/png" }));
    await expect(client().request(updateFile(one.id, other as never))).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining("never changes") }],
    });
    const bytes = await client().request(readAssetArrayBuffer(one.id, { key: "system-small-cover" }));
    expect((await sharp(Buffer.from(bytes as ArrayBuffer)).metadata()).width).toBe(96);
    await client().request(deleteFiles([one.id, two.id]));
    await expect(client().request(readFile(two.id))).rejects.toMatchObject({
      errors: [{ extensions: { code: "FORBIDDEN" } }],
    });
  });

  test("reports errors", async () => {
    await expect(client().request(createItem("templates", { type: "blog" }))).rejects.toMatchObject({
      errors: [
        {
          message: expect.stringContaining("template_name"),
          extensions: { code: "FAILED_VALIDATION", field: "template_name" },
        },
      ],
    });
    const wrong = createDirectus<Schema>(server.url).with(staticToken("wrong")).with(rest());
    await expect(wrong.request(readItems("templates"))).rejects.toMatchObject({
      errors: [{ extensions: { code: "INVALID_CREDENTIALS" } }],
    });
  });
});
