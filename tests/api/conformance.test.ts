import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Person } from "../support/people.ts";
import { giveAverages } from "../support/ratings.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";
import type { Case, Who, World } from "./conformance/case.ts";
import { CASES } from "./conformance/cases.ts";

describe.each(databases)("answers have Directus' shape on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let ada: Person;
  let grace: Person;
  let operator: Person;
  let world: World;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    const call = server.visitor().fetch;
    const shelf = await aShelf(call, { count: 120 });
    const templates = shelf.map((each) => each.id).sort();
    await giveAverages(place, new Map(shelf.map(({ id }, index) => [id, 1 + Math.min(index % 10, 8) / 2])));
    ada = await aPerson(call, { name: "Ada", email: "ada+work@example.org" });
    grace = await aPerson(call, { name: "Grace", email: "grace@example.org" });
    operator = await anOperator(call, place);
    const mine = await save(ada, templates.slice(0, 1));
    const theirs = await save(grace, templates.slice(5, 7));
    const record = await send(ada, "/items/history", { template_id: [{ templates_id: templates[0] }] });
    world = {
      user: ada.id,
      other: grace.id,
      saved: mine.id,
      entry: mine.template_id[0],
      otherEntry: theirs.template_id[0],
      otherSaved: theirs.id,
      entries: theirs.template_id,
      historyRecord: record.id,
      photo: await upload(ada),
      templates,
      fives: shelf.flatMap(({ id }, index) => (index % 10 >= 8 ? [id] : [])).sort(),
    };
  });

  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("has at least ninety cases", () => expect(CASES.length).toBeGreaterThanOrEqual(90));

  test.each(CASES)("$name", async (each) => {
    const answer = await ask(each);
    const text = await answer.text();
    expect(answer.status, text).toBe(each.status);
    if (each.code === undefined && each.status >= 300) return;
    if (text === "" || each.method === "OPTIONS") return;
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const body = JSON.parse(text);
    if (each.code) expectError(body, each);
    else expectData(body, each);
  });

  function expectError(
    body: { errors: { message: string; extensions: Record<string, unknown> }[] },
    each: Case,
  ) {
    // The routes of the accounts library also reject in its shape.
    const isAccount = /^\/auth\/(?!login$)/.test(resolve(each.path));
    expect(Object.keys(body)).toEqual(isAccount ? ["code", "message", "errors"] : ["errors"]);
    const [error] = body.errors;
    expect(error?.extensions.code).toBe(each.code);
    if (each.message) expect(error?.message).toMatch(each.message);
    if (each.extensions) expect(error?.extensions).toMatchObject(each.extensions);
  }

  function expectData(body: { meta?: unknown; data: unknown }, each: Case) {
    expect(Object.keys(body)).toEqual(each.meta ? ["meta", "data"] : ["data"]);
    if (each.meta) expect(body.meta).toEqual(each.meta);
    if (each.length !== undefined) expect(body.data).toHaveLength(each.length);
    if (each.keys)
      expect(Object.keys((Array.isArray(body.data) ? body.data[0] : body.data) as object)).toEqual(each.keys);
    if (each.data !== undefined) expect(body.data).toEqual(resolve(each.data));
  }

  function resolve<T>(value: T | ((world: World) => T)): T {
    return typeof value === "function" ? (value as (world: World) => T)(world) : value;
  }

  function ask(each: Case): Promise<Response> {
    const headers: Record<string, string> = { ...identity(each.as), ...each.headers };
    const body = each.raw
      ? each.raw.body
      : each.body === undefined
        ? undefined
        : JSON.stringify(resolve(each.body));
    if (body !== undefined) headers["content-type"] = each.raw?.type ?? "application/json";
    return fetch(server.url + resolve(each.path), {
      method: each.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
    });
  }

  function identity(who: Who): Record<string, string> {
    if (who === "ada") return { cookie: ada.cookie };
    if (who === "grace") return { cookie: grace.cookie };
    if (who === "operator") return { cookie: operator.cookie };
    return who === "bad token" ? { authorization: "Bearer nonsense" } : {};
  }

  async function send(person: Person, path: string, body: unknown) {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: person.cookie },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()).data;
  }

  function save(person: Person, templates: string[]) {
    const template_id = templates.map((templates_id) => ({ templates_id }));
    return send(person, "/items/saved_templates", { user_id: person.id, template_id });
  }

  async function upload(person: Person): Promise<string> {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("upload", new File([new Uint8Array(picture)], "my_photo.png", { type: "image/png" }));
    const answer = await fetch(`${server.url}/files`, {
      method: "POST",
      headers: { cookie: person.cookie },
      body: form,
    });
    return (await answer.json()).data.id;
  }
});
