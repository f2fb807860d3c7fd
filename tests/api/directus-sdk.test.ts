import {
  aggregate,
  createDirectus,
  createItem,
  createItems,
  deleteFile,
  deleteItem,
  deleteItems,
  readFile,
  readItem,
  readItems,
  rest,
  staticToken,
  updateItem,
  updateItems,
  uploadFiles,
} from "@directus/sdk";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type Place } from "../support/databases.ts";
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

describe.each(databases)("the Directus SDK on $name", (database) => {
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
    const found = await client().request(
      readItems("templates", { search: "emial number 2", fields: ["template_name"] }),
    );
    expect(found[0]?.template_name).toBe("email number 2");
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
