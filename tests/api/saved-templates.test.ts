import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aPerson, type Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("saved templates on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let templates: string[];

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    templates = (await aShelf(server.visitor().fetch, { count: 60 })).map((each) => each.id);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  type List = { id: string; rev: number; template_id: { id: string; templates_id: string }[] };

  function send(
    person: Person,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(server.url + path, {
      method,
      headers: {
        cookie: person.cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function read(person: Person): Promise<List & { etag: string | null }> {
    const answer = await send(
      person,
      "GET",
      "/items/saved_templates?fields=id,rev,template_id.id,template_id.templates_id",
    );
    return { ...((await answer.json()).data[0] as List), etag: answer.headers.get("etag") };
  }

  const saved = (list: List) => list.template_id.map((entry) => entry.templates_id);
  const entries = (ids: string[]) => ({ template_id: ids.map((templates_id) => ({ templates_id })) });

  async function aReader(
    ids: string[] = [],
  ): Promise<{ person: Person; list: List & { etag: string | null } }> {
    const person = await aPerson(server.visitor().fetch);
    const answer = await send(person, "POST", "/items/saved_templates", {
      user_id: person.id,
      ...entries(ids),
    });
    expect(answer.status).toBe(200);
    return { person, list: await read(person) };
  }

  test("merges the first saves of two tabs into one record", async () => {
    const person = await aPerson(server.visitor().fetch);
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) =>
        send(person, "POST", "/items/saved_templates", {
          user_id: person.id,
          ...entries([templates[n] as string]),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(saved(await read(person)).sort()).toEqual(templates.slice(0, 4).sort());
  });

  test("keeps the changes of two tabs", async () => {
    const { person, list } = await aReader(templates.slice(0, 3));
    const path = `/items/saved_templates/${list.id}`;
    const [removed, added] = await Promise.all([
      send(person, "PATCH", path, entries(templates.slice(1, 3)), { "if-match": list.etag as string }),
      send(person, "PATCH", path, {
        ...entries([...templates.slice(0, 3), templates[7] as string]),
        rev: list.rev,
      }),
    ]);
    expect([removed.status, added.status]).toEqual([200, 200]);
    expect(saved(await read(person)).sort()).toEqual(
      [...templates.slice(1, 3), templates[7] as string].sort(),
    );
  });

  test("replaces the list without a revision, as specified", async () => {
    const { person, list } = await aReader(templates.slice(0, 3));
    await send(person, "PATCH", `/items/saved_templates/${list.id}`, entries([templates[9] as string]));
    expect(saved(await read(person))).toEqual([templates[9]]);
  });

  test("keeps 200 concurrent toggles", async () => {
    const { person, list } = await aReader(templates.slice(0, 20));
    // Every toggle starts from the first revision: half remove one of twenty, half add one of twenty others,
    // and each is sent five times.
    const toggles = Array.from({ length: 200 }, (_, index) => index % 40);
    const answers = await Promise.all(
      toggles.map((toggle) => {
        const start = templates.slice(0, 20);
        const next =
          toggle < 20
            ? start.filter((_, index) => index !== toggle)
            : [...start, templates[toggle] as string];
        return send(person, "PATCH", `/items/saved_templates/${list.id}`, entries(next), {
          "if-match": list.etag as string,
        });
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const end = saved(await read(person));
    expect(end.sort()).toEqual(templates.slice(20, 40).sort());
    expect(new Set(end).size).toBe(end.length);
  });

  test("answers an unknown revision with 412 and the current list", async () => {
    const { person, list } = await aReader([templates[0] as string]);
    const answer = await send(person, "PATCH", `/items/saved_templates/${list.id}`, entries([]), {
      "if-match": '"rev-4711"',
    });
    expect(answer.status).toBe(412);
    const [error] = (await answer.json()).errors;
    expect(error.extensions).toMatchObject({ code: "PRECONDITION_FAILED", current: { rev: list.rev } });
    expect(error.extensions.current.template_id).toHaveLength(1);
    expect(await read(person)).toEqual(list);
  });

  test("accepts the last 200 revisions as a base", async () => {
    const { person, list } = await aReader([templates[0] as string]);
    const path = `/items/saved_templates/${list.id}`;
    for (let n = 0; n < 205; n++)
      await send(person, "PATCH", path, entries(n % 2 ? [templates[1] as string] : [templates[2] as string]));
    const now = (await read(person)).rev;
    const from = (rev: number) =>
      send(person, "PATCH", path, entries([templates[3] as string]), { "if-match": `"rev-${rev}"` });
    expect((await from(now - 203)).status).toBe(412);
    expect((await from(now - 199)).status).toBe(200);
  });

  test("rejects unknown templates", async () => {
    const { person, list } = await aReader(templates.slice(0, 2));
    const answer = await send(
      person,
      "PATCH",
      `/items/saved_templates/${list.id}`,
      entries([templates[5] as string, "11111111-1111-4111-8111-111111111111"]),
    );
    expect(answer.status).toBe(400);
    expect(await read(person)).toEqual(list);
  });

  test("applies a retried request once", async () => {
    const { person } = await aReader();
    const key = { "idempotency-key": "one-click" };
    const record = { template_id: [{ templates_id: templates[0] }], title: "Once" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(person, "POST", "/items/history", record, key)),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(bodies).size).toBe(1);
    const { data } = await (await send(person, "GET", "/items/history?filter[title][_eq]=Once")).json();
    expect(data).toHaveLength(1);
  });

  test("rejects a key used for another request", async () => {
    const { person } = await aReader();
    const key = { "idempotency-key": "mine" };
    expect((await send(person, "POST", "/items/history", { title: "A" }, key)).status).toBe(200);
    const answer = await send(person, "POST", "/items/history", { title: "B" }, key);
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors[0].message).toContain("already used");
  });

  test("keeps keys separate per person", async () => {
    const [one, two] = [await aReader(), await aReader()];
    const key = { "idempotency-key": "shared" };
    await send(one.person, "POST", "/items/history", { title: "Secret" }, key);
    const answer = await send(two.person, "POST", "/items/history", { title: "Secret" }, key);
    expect((await answer.json()).data.user_id).toBe(two.person.id);
  });

  test("never overwrites a newer document", async () => {
    const { person } = await aReader();
    const made = (
      await (
        await send(person, "POST", "/items/documents", {
          templates_id: templates[0],
          title: "Draft",
          data: { a: 1 },
        })
      ).json()
    ).data;
    const path = `/items/documents/${made.id}`;
    expect((await send(person, "PATCH", path, { data: { a: 2 }, rev: made.rev })).status).toBe(200);
    const late = await send(person, "PATCH", path, { data: { a: 3 }, rev: made.rev });
    expect(late.status).toBe(412);
    expect((await late.json()).errors[0].extensions.current).toMatchObject({
      rev: made.rev + 1,
      data: { a: 2 },
    });
  });
});
