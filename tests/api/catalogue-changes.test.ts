import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type Place } from "../support/databases.ts";
import { anOperator, aToken } from "../support/operators.ts";
import { aPerson, type Call } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

type Headers = Record<string, string>;

describe.each(databases)("catalogue changes on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let shelf: Awaited<ReturnType<typeof aShelf>>;
  let picture: Uint8Array<ArrayBuffer>;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    shelf = await aShelf(call, { types: ["blog"], count: 4 });
    const blank = { width: 60, height: 80, channels: 3, background: "#3050c0" } as const;
    picture = new Uint8Array(await sharp({ create: blank }).png().toBuffer());
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const change = (path: string, body: object, headers: Headers = asOperator) =>
    call(path, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const upload = async (headers: Headers) => {
    const form = new FormData();
    form.append("file", new Blob([picture]), "cover.png");
    const answer = await call("/files", { method: "POST", headers, body: form });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const imageOf = async (id: string) =>
    ((await (await call(`/items/templates/${id}?fields=image`)).json()) as { data: { image: string | null } })
      .data.image;
  const twoTemplates = () => {
    const [first, second] = shelf;
    if (!first || !second) throw new Error("the shelf is empty");
    return [first, second] as const;
  };
  const statusOf = async (path: string, headers: Headers = {}) => (await call(path, { headers })).status;

  it("keeps templates of a removed category on their type's page", async () => {
    const categories = [{ slug: "marketing", label: "Marketing" }];
    const moves = [{ category: "sales", to: { category: "_other" } }];
    expect((await change("/items/types/blog", { categories, moves })).status).toBe(200);
    const read = async (query = "") => {
      const html = await (await call(`/blog${query}`)).text();
      return { html, shown: shelf.filter(({ template_name }) => html.includes(`>${template_name}<`)).length };
    };
    const whole = await read();
    expect(whole.shown).toBe(4);
    expect(whole.html).toMatch(/Other<span[^>]*> ?(<!-- -->)?2</);
    expect((await read("?category=_other")).shown).toBe(2);
    expect((await read("?category=marketing")).shown).toBe(2);
  });

  it("shows a template's own picture and deletes it with the template", async () => {
    const [first, second] = twoTemplates();
    const operator = { cookie: (await anOperator(call, data)).cookie };
    const program = await aToken(data, "templates:write");
    const made = await upload(program);
    expect(await statusOf(`/assets/${made}`)).toBe(403);
    expect((await change(`/items/templates/${first.id}`, { image: made }, program)).status).toBe(200);
    expect([await imageOf(first.id), await statusOf(`/assets/${made}`)]).toEqual([made, 200]);
    expect(await (await call("/blog")).text()).toContain(`/assets/${made}`);
    // It no longer belongs to a person's uploads.
    expect(await statusOf(`/files/${made}`, program)).toBe(403);
    expect(
      (await change(`/items/templates/${first.id}`, { image: made, words: "other" }, program)).status,
    ).toBe(200);
    expect((await change(`/items/templates/${second.id}`, { image: made }, program)).status).toBe(400);

    const next = await upload(operator);
    expect((await change(`/items/templates/${first.id}`, { image: next }, operator)).status).toBe(200);
    expect([await statusOf(`/assets/${made}`), await statusOf(`/assets/${next}`)]).toEqual([403, 200]);
    expect((await change(`/items/templates/${first.id}`, { image: null }, operator)).status).toBe(200);
    expect([await imageOf(first.id), await statusOf(`/assets/${next}`)]).toEqual([null, 403]);
  });

  it("rejects other people's uploads as template pictures", async () => {
    const [{ id }] = twoTemplates();
    const person = { cookie: (await aPerson(call)).cookie };
    const operator = { cookie: (await anOperator(call, data)).cookie };
    const theirs = await upload(person);
    for (const headers of [operator, await aToken(data, "templates:write")])
      expect((await change(`/items/templates/${id}`, { image: theirs }, headers)).status).toBe(400);
    expect((await change(`/items/templates/${id}`, { image: theirs }, person)).status).toBe(403);
    const unknown = "0190aaaa-0000-7000-8000-000000000000";
    expect((await change(`/items/templates/${id}`, { image: unknown })).status).toBe(400);
    expect([await imageOf(id), await statusOf(`/assets/${theirs}`, person)]).toEqual([null, 200]);
  });
});
