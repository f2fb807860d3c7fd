import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_RENDER_BODY_BYTES } from "../../contract/limits.ts";
import { databases, type Place } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

type Stored = { id: string; title: string; rev: number; data: Record<string, unknown> };

describe.each(databases)("documents on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let template: string;
  let person: Person;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const read = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;
  /** Asked the way that is never answered from a cache. */
  const used = async () => {
    const answer = await call("/items/templates", {
      method: "SEARCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: { filter: { id: { _eq: template } }, fields: ["used"] } }),
    });
    return (await read<{ used: number }[]>(answer))[0]?.used ?? 0;
  };

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    template = (await aShelf(call, { count: 1 }))[0]?.id as string;
    person = await aPerson(call);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const create = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    postJson(
      call,
      "/items/documents",
      { templates_id: template, ...body },
      { cookie: person.cookie, ...headers },
    );
  const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    call(`/items/documents/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: person.cookie, ...headers },
      body: JSON.stringify(body),
    });

  it("are made once for a key, however often they are asked for", async () => {
    const key = { "idempotency-key": "the first edit" };
    const first = await read<Stored>(await create({}, key));
    const again = await read<Stored>(await create({}, key));
    expect(again.id).toBe(first.id);
  });

  it("refuse a change that started from another revision, and say what is there", async () => {
    const { id } = await read<Stored>(await create({ data: { number: "1" } }));
    expect((await change(id, { data: { number: "2" } }, { "if-match": '"rev-1"' })).status).toBe(200);
    const late = await change(id, { data: { number: "3" } }, { "if-match": '"rev-1"' });
    expect(late.status).toBe(412);
    const { errors } = (await late.json()) as { errors: { extensions: { current: Stored } }[] };
    expect(errors[0]?.extensions.current).toMatchObject({ rev: 2, data: { number: "2" } });
  });

  it("come with what was filled in only when it is named, in lists, by id and after a write", async () => {
    const made = await read<Stored>(await create({ title: "Named", data: { number: "7" } }));
    const { id } = made;
    const filter = `filter[id][_eq]=${id}`;
    const get = async <T>(path: string) => read<T>(await call(path, { headers: { cookie: person.cookie } }));
    const [listed] = await get<Stored[]>(`/items/documents?${filter}&limit=-1`);
    const found = await get<Stored>(`/items/documents/${id}?fields=*`);
    const changed = await read<Stored>(await change(id, { title: "Renamed" }));
    for (const answer of [made, listed, found, changed]) {
      expect(answer).toMatchObject({ id, theme: {} });
      expect(answer).not.toHaveProperty("data");
    }
    const named = await get<Stored[]>(`/items/documents?${filter}&fields=*,data`);
    expect(named).toMatchObject([{ title: "Renamed", data: { number: "7" } }]);
    expect(await get(`/items/documents/${id}?fields=data`)).toEqual({ data: { number: "7" } });
  });

  it("hold pictures: as large as a render, and no larger", async () => {
    const picture = `data:image/png;base64,${"A".repeat(5 * 1024 * 1024)}`;
    const { id } = await read<Stored>(await create({ data: { photo: picture } }));
    const kept = await read<Stored>(
      await call(`/items/documents/${id}?fields=data`, { headers: { cookie: person.cookie } }),
    );
    expect(kept.data.photo).toBe(picture);
    const larger = { data: { photo: "A".repeat(MAX_RENDER_BODY_BYTES) } };
    expect((await change(id, larger)).status).toBe(413);
    expect((await postJson(call, "/items/history", { title: "A".repeat(2_000_000) })).status).toBe(413);
  });

  it("a visitor's export counts once an address, template and day, and changes no page", async () => {
    const before = await used();
    const [tag, after] = [await call("/"), await call("/")].map((page) => page.headers.get("etag"));
    expect(tag).toBe(after);
    for (let time = 0; time < 3; time++)
      expect((await postJson(call, `/render/${template}/used`, {})).status).toBe(204);
    expect(await used()).toBe(before + 1);
    expect((await call("/")).headers.get("etag")).toBe(tag);
  });

  it("a person's export is counted with its history record and not twice", async () => {
    const before = await used();
    const headers = { cookie: person.cookie };
    expect((await postJson(call, `/render/${template}/used`, {}, headers)).status).toBe(204);
    expect(await used()).toBe(before);
    const record = { action: "exported", title: "Mine", template_id: [{ templates_id: template }] };
    expect((await postJson(call, "/items/history", record, headers)).status).toBe(200);
    expect(await used()).toBe(before + 1);
  });

  it("`used` is raised by one a person, template and day, however long the list in a request is", async () => {
    const { cookie } = await aPerson(call);
    const before = await used();
    const entries = Array.from({ length: 20 }, () => ({ templates_id: template }));
    const records = Array.from({ length: 100 }, () => ({ action: "exported", template_id: entries }));
    expect((await postJson(call, "/items/history", records, { cookie })).status).toBe(200);
    expect((await postJson(call, "/items/history", records[0], { cookie })).status).toBe(200);
    expect(await used()).toBe(before + 1);
  });

  it("a template that is not there is refused, and so is counting without end", async () => {
    expect((await postJson(call, "/render/nothing/used", {})).status).toBe(403);
    expect((await postJson(call, `/render/${crypto.randomUUID()}/used`, {})).status).toBe(403);
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => postJson(call, `/render/${template}/used`, {})),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
