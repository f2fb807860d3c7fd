import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";
import type { Case, Who, World } from "./conformance/case.ts";
import { CASES } from "./conformance/cases.ts";

describe.each(databases)("the wire is Directus-shaped on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let ada: Person;
  let operator: Person;
  let world: World;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    const call = server.visitor().fetch;
    const templates = (await aShelf(call, { count: 120 })).map((each) => each.id).sort();
    ada = await aPerson(call, { name: "Ada", email: "ada@example.org" });
    const grace = await aPerson(call, { name: "Grace", email: "grace@example.org" });
    operator = await anOperator(call, place);
    const mine = await save(ada, templates[0] as string);
    const theirs = await save(grace, templates[5] as string);
    const record = await send(ada, "/items/history", { template_id: [{ templates_id: templates[0] }] });
    world = {
      user: ada.id,
      other: grace.id,
      saved: mine.id,
      entry: mine.template_id[0],
      otherEntry: theirs.template_id[0],
      historyRecord: record.id,
      photo: await upload(ada),
      templates,
    };
  });

  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("there are at least ninety cases", () => expect(CASES.length).toBeGreaterThanOrEqual(90));

  test.each(CASES)("$name", async (each) => {
    const answer = await ask(each);
    const text = await answer.text();
    expect(answer.status, text).toBe(each.status);
    if (each.code === undefined && each.status >= 300) return;
    if (text === "" || each.method === "OPTIONS") return;
    const body = JSON.parse(text);
    if (each.code) expectError(body, each);
    else expectData(body, each);
  });

  function expectError(
    body: { errors: { message: string; extensions: Record<string, unknown> }[] },
    each: Case,
  ) {
    expect(Object.keys(body)).toEqual(["errors"]);
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

  function save(person: Person, templates_id: string) {
    return send(person, "/items/saved_templates", { user_id: person.id, template_id: [{ templates_id }] });
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
