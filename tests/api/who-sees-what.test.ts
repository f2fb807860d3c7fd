import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

/** Database fields that the API never returns. */
const HIDDEN: [string, string[]][] = [
  ["user", ["role", "password", "disabledAt", "emailVerified", "token"]],
  ["templates", ["published", "origin", "source_hash", "slug", "version", "rating_sum", "rating_order"]],
  ["ratings", ["hidden_words"]],
  ["types", ["origin"]],
  ["documents", ["password"]],
];

describeOnDatabases("privacy on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let ada: Person;
  let grace: Person;
  let operator: Person;
  let templates: string[];
  /** Grace's records, which Ada tries to read and change. */
  const hers: Record<string, string> = {};

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    templates = (await aShelf(server.visitor().fetch, { count: 6 })).map((each) => each.id);
    ada = await aPerson(server.visitor().fetch, { name: "Ada" });
    grace = await aPerson(server.visitor().fetch, { name: "Grace" });
    operator = await anOperator(server.visitor().fetch, place);
    const [template] = templates;
    hers.user = grace.id;
    hers.saved_templates = await make("saved_templates", { template_id: [{ templates_id: template }] });
    hers.history = await make("history", { template_id: [{ templates_id: template }], title: "Hers" });
    hers.documents = await make("documents", {
      templates_id: template,
      title: "Hers",
      data: { a: 1 },
      labels: [{ label: "Hers" }],
    });
    hers.details = await make("details", { label: "Hers", words: { texts: { "sender.name": "Grace" } } });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  function send(who: Person | null, method: string, path: string, body?: unknown, headers = {}) {
    return fetch(server.url + path, {
      method,
      headers: {
        ...(who ? { cookie: who.cookie } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function make(collection: string, body: unknown): Promise<string> {
    return (await (await send(grace, "POST", `/items/${collection}`, body)).json()).data.id;
  }

  async function read(who: Person, path: string) {
    const answer = await send(who, "GET", path);
    expect(answer.status, `${path} ${await answer.clone().text()}`).toBe(200);
    return answer.json();
  }

  const refusalOf = async (answer: Response) => ({ status: answer.status, body: await answer.json() });

  test("answers another person's profile like a missing id", async () => {
    const nobody = "11111111-1111-7111-8111-111111111111";
    for (const [method, body] of [["GET"], ["PATCH", { name: "Eve" }], ["DELETE"]] as const) {
      const theirs = await refusalOf(await send(ada, method, `/items/user/${grace.id}`, body));
      const missing = await refusalOf(await send(ada, method, `/items/user/${nobody}`, body));
      expect(theirs.status).toBe(403);
      expect(theirs).toEqual(missing);
    }
    expect((await read(grace, "/items/user")).data[0].name).toBe("Grace");
  });

  test("answers deleting another person's item like a missing id", async () => {
    const nobody = "11111111-1111-7111-8111-111111111111";
    for (const [collection, id = ""] of Object.entries(hers)) {
      for (const [path, body] of [
        [(each: string) => `/items/${collection}/${each}`, () => undefined],
        [() => `/items/${collection}`, (each: string) => [each]],
        [() => `/items/${collection}`, (each: string) => ({ keys: [each] })],
      ] as const) {
        const theirs = await refusalOf(await send(ada, "DELETE", path(id), body(id)));
        const missing = await refusalOf(await send(ada, "DELETE", path(nobody), body(nobody)));
        expect(theirs.status, collection).toBe(403);
        expect(theirs).toEqual(missing);
      }
      expect((await read(grace, `/items/${collection}/${id}`)).data.id).toBe(id);
    }
  });

  test("deletes only the person's own items of a list", async () => {
    const made = await send(ada, "POST", "/items/documents", { templates_id: templates[0], title: "Own" });
    const { id } = (await made.json()).data;
    const answer = await send(ada, "DELETE", "/items/documents", [hers.documents, id]);
    expect(answer.status).toBe(204);
    expect((await send(ada, "GET", `/items/documents/${id}`)).status).toBe(403);
    expect((await read(grace, `/items/documents/${hers.documents}`)).data.id).toBe(hers.documents);
  });

  test("ignores a forged user_email", async () => {
    const forged = {
      user_email: grace.email,
      "x-user-email": grace.email,
      cookie: `${ada.cookie}; user_email=${encodeURIComponent(grace.email)}`,
    };
    for (const path of [
      "/items/user",
      `/items/user?user_email=${grace.email}`,
      `/items/user?email=${grace.email}&user_id=${grace.id}`,
    ]) {
      const { data } = await (await send(ada, "GET", path, undefined, forged)).json();
      expect(data.map((row: { id: string }) => row.id)).toEqual([ada.id]);
    }
    const alone = await send(null, "GET", "/items/user", undefined, { cookie: `user_email=${grace.email}` });
    expect(alone.status).toBe(403);
  });

  test("reveals no row or count by another person's email address", async () => {
    const filter = `filter[email][_eq]=${encodeURIComponent(grace.email)}`;
    expect((await read(ada, `/items/user?${filter}`)).data).toEqual([]);
    expect((await read(ada, `/items/user?${filter}&aggregate[count]=*`)).data).toEqual([{ count: 0 }]);
    expect((await read(ada, `/items/user?${filter}&meta=*`)).meta).toEqual({
      total_count: 1,
      filter_count: 0,
    });
    expect((await read(ada, `/items/user?search=${grace.email}`)).data).toEqual([]);
    const either = JSON.stringify({ _or: [{ email: { _eq: grace.email } }, { id: { _nnull: true } }] });
    const { data } = await read(ada, `/items/user?filter=${encodeURIComponent(either)}`);
    expect(data.map((row: { id: string }) => row.id)).toEqual([ada.id]);
    expect((await read(ada, "/items/user?groupBy=email&aggregate[count]=*")).data).toEqual([
      { email: ada.email, count: 1 },
    ]);
  });

  test("groups by relations of readable records only", async () => {
    const types = (await read(grace, "/items/templates?fields=id,type&limit=10")).data as {
      id: string;
      type: string;
    }[];
    const typeOf = (template: string | undefined) => types.find(({ id }) => id === template)?.type ?? "";
    const linus = await aPerson(server.visitor().fetch);
    const used = [templates[0], templates[0], templates[1], templates[2]];
    for (const templates_id of used)
      expect((await send(linus, "POST", "/items/history", { template_id: [{ templates_id }] })).status).toBe(
        200,
      );
    const name = "template_id.templates_id.type";
    const counts = Map.groupBy(used, typeOf);
    const expected = [...counts]
      .map(([type, own]) => ({ [name]: type, count: own.length }))
      .sort((a, b) => (String(a[name]) < String(b[name]) ? -1 : 1));
    expect((await read(linus, `/items/history?groupBy=${name}&aggregate[count]=*`)).data).toEqual(expected);
    expect((await read(linus, `/items/documents?groupBy=templates_id.type`)).data).toEqual([]);
    expect(
      (await read(grace, `/items/documents?groupBy=templates_id.type&sort=-templates_id.type`)).data,
    ).toEqual([{ "templates_id.type": typeOf(templates[0]), count: 1 }]);
    for (const hidden of ["template_id.templates_id.origin", "template_id.nowhere.type"])
      expect((await send(linus, "GET", `/items/history?groupBy=${hidden}`)).status, hidden).toBe(403);
    expect((await send(linus, "GET", "/items/history?groupBy=title.type")).status).toBe(400);
    expect((await send(linus, "GET", "/items/history?groupBy=template_id.templates_id.content")).status).toBe(
      400,
    );
  });

  test("hides other people's records from every filter", async () => {
    for (const collection of ["saved_templates", "history", "documents", "document_labels", "details"]) {
      for (const query of [
        `filter[user_id][_eq]=${grace.id}`,
        `filter[id][_eq]=${hers[collection]}`,
        "filter[_or][0][id][_nnull]=true&filter[_or][1][user_id][_neq]=x",
        "search=Hers",
      ])
        expect((await read(ada, `/items/${collection}?${query}`)).data, `${collection} ${query}`).toEqual([]);
      const { meta } = await read(ada, `/items/${collection}?meta=total_count,filter_count&limit=0`);
      expect(meta).toEqual({ total_count: 0, filter_count: 0 });
    }
    expect((await read(ada, `/files?filter[uploaded_by][_eq]=${grace.id}`)).data).toEqual([]);
  });

  test("hides other people's records behind relations", async () => {
    const before = await snapshot();
    const entries = await read(grace, "/items/saved_templates?fields=template_id.id");
    const mine = await send(ada, "POST", "/items/saved_templates", {
      template_id: [{ templates_id: templates[1] }],
    });
    const { id } = (await mine.json()).data;
    const stolen = { template_id: [{ id: entries.data[0].template_id[0].id }] };
    expect((await send(ada, "PATCH", `/items/saved_templates/${id}`, stolen)).status).toBe(403);
    const linked = { documents_id: hers.documents, template_id: [{ templates_id: templates[0] }] };
    expect([400, 403]).toContain((await send(ada, "POST", "/items/history", linked)).status);
    expect(await snapshot()).toEqual(before);
  });

  describe.each(HIDDEN)("an unreadable field of %s", (collection, fields) => {
    test.each(fields)("%s: 403 for every kind of query", async (field) => {
      for (const query of [
        `fields=${field}`,
        `filter[${field}][_eq]=x`,
        `filter[_or][0][${field}][_nnull]=true`,
        `sort=-${field}`,
        `aggregate[count]=${field}`,
        `aggregate[countDistinct]=${field}`,
        `groupBy=${field}&aggregate[count]=*`,
      ])
        for (const headers of [{ cookie: ada.cookie }, { cookie: operator.cookie }, asOperator]) {
          const answer = await send(null, "GET", `/items/${collection}?${query}`, undefined, headers);
          expect(answer.status, query).toBe(403);
          expect(Object.keys(await answer.json())).toEqual(["errors"]);
        }
      const asked = { query: { filter: { [field]: { _nnull: true } }, meta: "*" } };
      expect((await send(ada, "SEARCH", `/items/${collection}`, asked)).status).toBe(403);
    });
  });

  test("rejects filters, searches and counts of unreadable collections", async () => {
    for (const [who, collection] of [
      [null, "user"],
      [null, "documents"],
      [ada, "contact_messages"],
      [ada, "auth_user"],
      [ada, "saved_templates_templates"],
    ] as const)
      for (const query of [
        "",
        "?aggregate[count]=*",
        "?meta=*&limit=0",
        "?search=a",
        "?filter[id][_nnull]=true",
      ])
        expect((await send(who, "GET", `/items/${collection}${query}`)).status, collection + query).toBe(403);
    for (const relation of ["filter[template_id][_some][history_id][user_id][_eq]=x", "fields=user_id.email"])
      expect(
        (await (await send(ada, "GET", `/items/history?${relation}`)).text()).includes(grace.email),
      ).toBe(false);
  });

  test("returns only readable fields for fields=*.*.*", async () => {
    const text = JSON.stringify([
      await read(ada, "/items/user?fields=*.*.*"),
      await read(ada, "/items/saved_templates?fields=*.*.*"),
      await read(ada, "/items/history?fields=*.*.*"),
      await read(ada, "/items/documents?fields=*.*.*"),
      await (await send(null, "GET", "/items/templates?fields=*.*.*")).json(),
    ]);
    for (const [, fields] of HIDDEN)
      for (const field of fields) expect(text.includes(`"${field}":`), field).toBe(false);
    expect(text.includes(grace.email)).toBe(false);
    expect(text.includes(grace.id)).toBe(false);
  });

  test("_in=[] and _or=[] match nothing", async () => {
    for (const filter of [{ id: { _in: [] } }, { _or: [] }, { _and: [{ _or: [] }] }]) {
      const query = encodeURIComponent(JSON.stringify(filter));
      expect((await read(ada, `/items/templates?filter=${query}`)).data, JSON.stringify(filter)).toEqual([]);
      expect((await read(ada, `/items/user?filter=${query}`)).data).toEqual([]);
    }
  });

  test("rejects changes of id, email, role and user_id", async () => {
    const [profile] = (await read(ada, "/items/user")).data;
    for (const change of [
      { id: grace.id },
      { email: grace.email },
      { email: "new@example.org" },
      { role: "operator" },
      { user_id: grace.id },
      { emailVerified: true },
      { name: "Changed", role: "operator" },
    ]) {
      const answer = await send(ada, "PATCH", `/items/user/${ada.id}`, { ...profile, ...change });
      expect(answer.status, JSON.stringify(change)).toBe(403);
      expect((await read(ada, "/items/user")).data).toEqual([profile]);
    }
    expect((await send(ada, "PATCH", `/items/user/${ada.id}`, profile)).status).toBe(200);
    expect((await send(ada, "POST", "/items/types", { id: "x", singular: "x", plural: "x" })).status).toBe(
      403,
    );
  });

  test("rejects creating or moving records for other people", async () => {
    const [template] = templates;
    const made = await send(ada, "POST", "/items/documents", { templates_id: template, title: "Mine" });
    const mine = (await made.json()).data;
    for (const change of [{ user_id: grace.id }, { id: hers.documents }, { templates_id: templates[2] }])
      expect((await send(ada, "PATCH", `/items/documents/${mine.id}`, change)).status).toBe(403);
    expect((await read(ada, `/items/documents/${mine.id}`)).data).toEqual(mine);
    for (const [collection, body] of [
      ["documents", { templates_id: template, title: "For you" }],
      ["history", { template_id: [{ templates_id: template }] }],
      ["saved_templates", { template_id: [{ templates_id: template }] }],
    ] as const)
      expect((await send(ada, "POST", `/items/${collection}`, { ...body, user_id: grace.id })).status).toBe(
        403,
      );
    expect((await read(grace, "/items/documents")).data).toHaveLength(1);
  });

  /** All records of Grace as she sees them. */
  async function snapshot(): Promise<unknown> {
    return Promise.all(
      ["user", "saved_templates", "history", "documents"].map((name) =>
        read(grace, `/items/${name}?fields=*.*`),
      ),
    );
  }
});
