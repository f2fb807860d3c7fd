import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

type Headers = Record<string, string>;
type Listed = { data: { id: string }[]; meta?: { filter_count: number } };

describeOnDatabases("hidden templates on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let operator: Headers;
  let person: Person;
  let [type, hidden, shown] = ["", "", ""];
  let round = 0;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    operator = { cookie: (await anOperator(call, data)).cookie };
    person = await aPerson(call);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });
  beforeEach(async () => {
    type = `kind-${++round}`;
    const shelf = await aShelf(call, { types: [type], count: 2 });
    [hidden, shown] = shelf.map(({ id }) => id) as [string, string];
  });

  const change = (id: string, body: object, headers: Headers = operator) =>
    call(`/items/templates/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const remove = (id: string, headers: Headers = operator) =>
    call(`/items/templates/${id}`, { method: "DELETE", headers });
  const list = async (query: string, headers: Headers = {}) => {
    const answer = await call(`/items/templates?filter[type][_eq]=${type}&fields=id&sort=id${query}`, {
      headers,
    });
    return { answer, ids: ((await answer.json()) as Listed).data.map(({ id }) => id) };
  };
  const actionsOn = async (id: string) => {
    const answer = await call("/auth/actions?limit=50", { headers: operator });
    const { data } = (await answer.json()) as { data: { action: string; target: { id: string } }[] };
    return data.filter(({ target }) => target.id === id).map(({ action }) => action);
  };

  it("disappear from lists, searches, counts and pages until shown again", async () => {
    expect((await change(hidden, { state: "hidden" })).status).toBe(200);
    for (const headers of [{} as Headers, { cookie: person.cookie }, operator, asOperator]) {
      expect((await list("", headers)).ids).toEqual([shown]);
      expect((await list("&search=number", headers)).ids).toEqual([shown]);
      const counted = await call(`/items/templates?filter[type][_eq]=${type}&aggregate[count]=*`, {
        headers,
      });
      expect(Number(((await counted.json()) as { data: { count: number }[] }).data[0]?.count)).toBe(1);
    }
    const page = async (path: string) => (await call(path, { headers: operator })).text();
    expect(await page(`/${type}`)).not.toContain(`${type} number 1<`);
    expect(await page(`/templates?q=${type}`)).not.toContain(`${type} number 1<`);
    expect((await call(`/${type}/${type}-number-1`, { headers: operator })).status).toBe(404);
    // People who saved or used it can still read it by id.
    expect((await call(`/items/templates/${hidden}`)).status).toBe(200);

    expect((await change(hidden, { state: "published" })).status).toBe(200);
    expect((await list("")).ids).toEqual([hidden, shown].sort());
    expect(await page(`/${type}`)).toContain(`${type} number 1<`);
    expect(await actionsOn(hidden)).toEqual([
      "template.published",
      "template.unpublished",
      "template.created",
    ]);
  });

  it("are found only by operators who ask for their state", async () => {
    await change(hidden, { state: "hidden" });
    const both = [hidden, shown].sort();
    const wishes = [
      ["&filter[state][_in]=published,hidden", both],
      ["&filter[state][_eq]=hidden", [hidden]],
      ["&filter[_or][0][state][_eq]=hidden&filter[_or][1][state][_eq]=published", both],
      ["&filter[state][_in]=published,hidden&search=number", both],
    ] as const;
    for (const [wish, found] of wishes) {
      const open = wish.includes("eq]=hidden&") || wish.includes("_in") ? [shown] : [];
      // In every order, because a response made for one could be sent to the other.
      for (const [headers, ids] of [
        [{}, open],
        [operator, found],
        [{ cookie: person.cookie }, open],
        [asOperator, found],
        [{}, open],
      ] as [Headers, string[]][]) {
        const { answer, ids: seen } = await list(wish, headers);
        expect(seen, wish).toEqual(ids);
        expect(answer.headers.get("cache-control")).toContain("private");
      }
    }
    // However the filter is written.
    const written = encodeURIComponent(`{"type":"${type}","st\\u0061te":{"_eq":"hidden"}}`);
    for (const [headers, count] of [
      [operator, 1],
      [{}, 0],
    ] as [Headers, number][]) {
      const answer = await call(`/items/templates?filter=${written}&fields=id`, { headers });
      expect(((await answer.json()) as Listed).data).toHaveLength(count);
    }
    expect((await list("")).answer.headers.get("cache-control")).toContain("public");
  });

  it("are hidden and deleted by operators only", async () => {
    for (const headers of [{} as Headers, { cookie: person.cookie }]) {
      expect((await change(shown, { state: "hidden" }, headers)).status).toBe(403);
      expect((await remove(shown, headers)).status).toBe(403);
    }
    expect((await change(shown, { state: "draft" })).status).toBe(400);
    expect((await list("")).ids).toContain(shown);
  });

  it("are hidden instead of deleted if used", async () => {
    const made = await postJson(
      call,
      "/items/documents",
      { templates_id: shown, title: "Mine", data: {}, theme: {} },
      { cookie: person.cookie },
    );
    expect(made.status).toBe(200);
    const refused = await remove(shown);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [
        {
          message: `${type} number 2 is in use, so it can’t be deleted. Hide it instead.`,
          extensions: { code: "INVALID_FOREIGN_KEY" },
        },
      ],
    });
    expect((await list("")).ids).toContain(shown);
    expect((await remove(hidden)).status).toBe(204);
    expect((await list("")).ids).toEqual([shown]);
    // Several at once: all or none.
    const several = await call("/items/templates", {
      method: "DELETE",
      headers: { "content-type": "application/json", ...operator },
      body: JSON.stringify([shown]),
    });
    expect(several.status).toBe(400);
  });
});
