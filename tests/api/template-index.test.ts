import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CatalogueVersion, createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { createTemplateIndex, type TemplateIndex } from "../../server/catalogue/search/template-index.ts";
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
        categories: JSON.stringify([{ slug: "school", label: "School", words: "école" }]),
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

  test("answers from the database until it is built", async () => {
    expect(index.isReady()).toBe(false);
    expect(await index.search("posters")).toHaveLength(COUNT);
    const special = [
      { ...aTemplate("Smørrebrød Łódź"), words: "lunch, playful", description: "For a café." },
      { ...aTemplate("Lunch"), category: "school" },
      { ...aTemplate("Nobody's lunch"), published: 0 },
    ];
    await insert(special);
    const found = async (words: string) => {
      const ids = await index.search(words);
      return special.flatMap(({ id, template_name }) => (ids.includes(id) ? [template_name] : []));
    };
    expect(await found("LUNCH")).toEqual(["Smørrebrød Łódź", "Lunch"]);
    expect(await found("lun")).toEqual(["Smørrebrød Łódź", "Lunch"]); // a prefix
    expect(await found("lun poster")).toEqual([]); // only the last word may be a prefix
    expect(await found("lunch poster")).toEqual(["Smørrebrød Łódź", "Lunch"]);
    expect(await found("free lunch template")).toEqual(["Smørrebrød Łódź", "Lunch"]);
    expect(await found("smorrebrod lodz")).toEqual(["Smørrebrød Łódź"]);
    expect(await found("cafe")).toEqual(["Smørrebrød Łódź"]);
    expect(await found("école lunch")).toEqual(["Lunch"]); // a keyword of its category
    expect(await found("verspielt")).toEqual(["Smørrebrød Łódź"]); // a keyword in another language
    expect(await found("zebra")).toEqual([]);
    expect(await found("lunch zebra")).toEqual([]);
    expect(await found(`lunch" OR "old' | 'x`)).toEqual([]);
    // It follows changes.
    const [first, second] = special as [(typeof special)[0], (typeof special)[0]];
    const { db } = opened.database;
    await db.updateTable("templates").set({ template_name: "Supper" }).where("id", "=", second.id).execute();
    expect(await found("lunch")).toEqual(["Smørrebrød Łódź"]);
    expect(await found("supper")).toEqual(["Lunch"]);
    await db.updateTable("templates").set({ published: 0 }).where("id", "=", first.id).execute();
    expect(await found("lunch")).toEqual([]);
    await db.updateTable("templates").set({ published: 1 }).where("id", "=", first.id).execute();
    expect(await found("lunch")).toEqual(["Smørrebrød Łódź"]);
    await db
      .deleteFrom("templates")
      .where(
        "id",
        "in",
        special.map(({ id }) => id),
      )
      .execute();
    expect(await found("lunch")).toEqual([]);
  });

  test("is correct while it is being built", async () => {
    let told = 0;
    index.onReady(() => told++);
    index.start();
    const early = index.search("posters");
    expect(index.isReady()).toBe(false);
    const made = aTemplate("Meanwhile");
    await change(made.id, (db) => db.insertInto("templates").values(made).execute());
    expect((await early).length).toBeGreaterThanOrEqual(COUNT);
    await expect(index.search("meanwhile")).resolves.toEqual([made.id]);
    await expect.poll(() => index.isReady()).toBe(true);
    expect(told).toBe(1);
    await expect(index.search("meenwhile")).resolves.toEqual([made.id]); // typos need the index
    await change(made.id, (db) =>
      db.updateTable("templates").set({ published: 0 }).where("id", "=", made.id).execute(),
    );
    await expect(index.search("meanwhile")).resolves.not.toContain(made.id);
    expect(await index.search("posters")).toHaveLength(COUNT);
  });

  test("follows a renamed type", async () => {
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
    published: 1,
    words: null as string | null,
    description: null as string | null,
    date_created: moment,
    date_updated: moment,
  };
}
