import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { databases, type Place } from "../support/databases.ts";
import { aPerson, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describe.each(databases)("case-insensitive text on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let template: string;
  let person: Person;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    const call = server.visitor().fetch;
    [template] = (await aShelf(call, { count: 3 })).map((each) => each.id) as [string];
    person = await aPerson(call, { name: "Žofie Ångström" });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  async function namesOf(collection: string, filter: unknown, headers = {}): Promise<unknown[]> {
    const query = `fields=id&filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const answer = await fetch(`${server.url}/items/${collection}?${query}`, { headers });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data.map(({ id }: { id: unknown }) => id);
  }

  async function rename(template_name: string): Promise<void> {
    const answer = await fetch(`${server.url}/items/templates/${template}`, {
      method: "PATCH",
      headers: { ...asOperator, "content-type": "application/json" },
      body: JSON.stringify({ template_name }),
    });
    expect(answer.status).toBe(200);
  }

  test("is found in every alphabet", async () => {
    await rename("ÉLAN Вектор STRASSE");
    for (const [operator, words] of [
      ["_icontains", "élan вЕКТОР"],
      ["_istarts_with", "éLAn"],
      ["_iends_with", "strasse"],
    ] as const)
      expect(await namesOf("templates", { template_name: { [operator]: words } }), words).toEqual([template]);
    expect(await namesOf("templates", { template_name: { _contains: "élan" } })).toEqual([]);
    expect(await namesOf("templates", { template_name: { _nicontains: "ÉLAN" } })).toHaveLength(2);
    await rename("Øresund");
    expect(await namesOf("templates", { template_name: { _icontains: "élan" } })).toEqual([]);
    expect(await namesOf("templates", { template_name: { _icontains: "øRESUND" } })).toEqual([template]);
  });

  test("is found whichever code wrote it", async () => {
    const headers = { cookie: person.cookie };
    expect(await namesOf("user", { name: { _icontains: "ŽOFIE å" } }, headers)).toEqual([person.id]);
    const call = server.visitor().fetch;
    const document = await postJson(
      call,
      "/items/documents?fields=id",
      { templates_id: template, title: "Überblick" },
      headers,
    );
    const { id } = (await document.json()).data;
    expect(await namesOf("documents", { title: { _icontains: "ÜBER" } }, headers)).toEqual([id]);
    const found = await fetch(`${server.url}/items/documents?search=ÜBERBLICK&fields=id`, { headers });
    expect((await found.json()).data).toEqual([{ id }]);
  });

  test("keeps its internal columns private", async () => {
    const call = server.visitor().fetch;
    const as = { cookie: person.cookie };
    const made = await postJson(call, "/items/documents", { templates_id: template, title: "One" }, as);
    const { data } = await made.json();
    const late = await fetch(`${server.url}/items/documents/${data.id}`, {
      method: "PATCH",
      headers: { ...as, "content-type": "application/json", "if-match": '"rev-7"' },
      body: JSON.stringify({ title: "Two" }),
    });
    expect(late.status).toBe(412);
    const { current } = (await late.json()).errors[0].extensions;
    const stored = Object.entries(COLLECTIONS.documents).filter(([, { type }]) => type !== "alias");
    expect(Object.keys(current).sort()).toEqual(stored.map(([name]) => name).sort());
  });

  if (database.name === "SQLite")
    test("uses a stored column for every text field", () => {
      // A connection without our SQL functions.
      const reader = new DatabaseSync(join(place.environment.DATA_DIR, "typecase.sqlite"), {
        readOnly: true,
      });
      try {
        for (const [name, fields] of Object.entries(COLLECTIONS))
          for (const [field, { type, source }] of Object.entries(fields)) {
            if (source || (type !== "string" && type !== "text")) continue;
            const differing = `select count(*) as n from "${name}" where "${field}_lower" is not "${field}"`;
            expect(reader.prepare(differing).get(), `${name}.${field}`).toHaveProperty("n");
          }
        const [row] = reader.prepare(`select name_lower from "user"`).all();
        expect(row).toEqual({ name_lower: "žofie ångström" });
      } finally {
        reader.close();
      }
    });
});
