import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CatalogueVersion, createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { createTemplateIndex, type TemplateIndex } from "../../server/catalogue/template-index.ts";
import { newId } from "../../server/database/ids.ts";
import { databases, type OpenedDatabase, quietLog } from "../support/databases.ts";

const COUNT = 350; // more than are read at once

describe.each(databases)("the search index on $name", ({ open }) => {
  let opened: OpenedDatabase;
  let catalogue: CatalogueVersion;
  let index: TemplateIndex;
  beforeAll(async () => {
    opened = await open();
    await opened.database.db
      .insertInto("types")
      .values({
        ...{ id: "posters", singular: "Poster", plural: "Posters", description: "", icon: "", sort: 1 },
        categories: "[]",
        origin: null,
      })
      .execute();
    await insert(Array.from({ length: COUNT }, (_, number) => aTemplate(`Old ${number}`)));
    catalogue = await createCatalogueVersion(opened.database, quietLog);
    index = createTemplateIndex(opened.database, catalogue, quietLog);
  });
  afterAll(async () => {
    await index.close();
    await catalogue.close();
    await opened.close();
  });

  const insert = (rows: ReturnType<typeof aTemplate>[]) =>
    opened.database.db.insertInto("templates").values(rows).execute();
  async function change(id: string, work: (db: OpenedDatabase["database"]["db"]) => Promise<unknown>) {
    await opened.database.db.transaction().execute(async (db) => {
      await work(db);
      await catalogue.bump(db, [id]);
    });
    await catalogue.refresh();
  }

  test("is right for who searches while it is being built, also for what changes meanwhile", async () => {
    const early = index.search("posters");
    index.start();
    expect(index.isReady()).toBe(false);
    const made = aTemplate("Meanwhile");
    await change(made.id, (db) => db.insertInto("templates").values(made).execute());
    expect((await early).length).toBeGreaterThanOrEqual(COUNT);
    await expect(index.search("meanwhile")).resolves.toEqual([made.id]);
    await change(made.id, (db) =>
      db.updateTable("templates").set({ published: 0 }).where("id", "=", made.id).execute(),
    );
    await expect(index.search("meanwhile")).resolves.not.toContain(made.id);
    expect(await index.search("posters")).toHaveLength(COUNT);
  });

  test("follows a type that is called differently", async () => {
    const { db } = opened.database;
    await db.transaction().execute(async (db) => {
      await db.updateTable("types").set({ plural: "Placards" }).where("id", "=", "posters").execute();
      await catalogue.bump(db);
    });
    await catalogue.refresh();
    expect(await index.search("placards")).toHaveLength(COUNT);
  });
});

function aTemplate(name: string) {
  const id = newId();
  const slug = id.slice(-12);
  const moment = new Date().toISOString();
  return {
    ...{ id, type: "posters", category: "community", slug, url: `/posters/${slug}`, template_name: name },
    content: "",
    fields: "{}",
    sample: "{}",
    page: '{"width":100,"height":50}',
    theme: "{}",
    version: "1",
    date_created: moment,
    date_updated: moment,
  };
}
