import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../server/database/ids.ts";
import { MAX_HISTORY_ENTRIES } from "../../server/limits/limits.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson, signIn } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

type Refusal = { errors: { message: string; extensions: Record<string, unknown> }[] };

const QUOTAS = {
  QUOTA_DOCUMENTS: "3",
  QUOTA_DOCUMENTS_MB: "1",
  QUOTA_PICTURES: "2",
  QUOTA_PICTURES_MB: "1",
  QUOTA_SESSIONS: "2",
};
const HALF = "a".repeat(520 * 1024);

describeOnDatabases("quotas per person on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let template: string;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const start = (quotas: Record<string, string>) =>
    startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN, ...quotas } });
  beforeAll(async () => {
    data = await place();
    server = await start(QUOTAS);
    template = (await aShelf(call, { count: 1 }))[0]?.id as string;
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  const create = ({ cookie }: Person, body: unknown = {}, headers = {}) =>
    postJson(
      call,
      "/items/documents",
      Array.isArray(body) ? body : { templates_id: template, ...(body as object) },
      { cookie, ...headers },
    );
  const change = ({ cookie }: Person, id: string, body: unknown) =>
    call(`/items/documents/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify(body),
    });
  const idOf = async (answer: Response) => ((await answer.json()) as { data: { id: string } }).data.id;
  const count = async ({ cookie }: Person, path = "/items/documents?fields=id") =>
    ((await (await call(path, { headers: { cookie } })).json()) as { data: unknown[] }).data.length;

  it("rejects a document over the quota and names the limit", async () => {
    const person = await aPerson(call);
    const key = { "idempotency-key": "the last one" };
    for (let made = 0; made < 2; made++) expect((await create(person)).status).toBe(200);
    const last = await idOf(await create(person, {}, key));
    const refused = await create(person);
    expect(refused.status).toBe(409);
    const { errors } = (await refused.json()) as Refusal;
    expect(errors[0]?.message).toContain("You have 3 documents, and the limit is 3.");
    expect(errors[0]?.extensions).toMatchObject({ code: "QUOTA_EXCEEDED", quota: "documents", allowed: 3 });
    expect(errors[0]?.extensions.text).toEqual({ key: "count_documents", values: { used: 3, allowed: 3 } });
    expect(await idOf(await create(person, {}, key))).toBe(last);
    expect(await count(person)).toBe(3);
    const other = await aPerson(call);
    expect((await create(other)).status).toBe(200);
  });

  it("stores a list of new documents completely or not at all", async () => {
    const person = await aPerson(call);
    const four = Array.from({ length: 4 }, () => ({ templates_id: template }));
    expect((await create(person, four)).status).toBe(409);
    expect(await count(person)).toBe(0);
  });

  it("accepts one of two concurrent documents at the limit", async () => {
    const person = await aPerson(call);
    for (let made = 0; made < 2; made++) await create(person);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await count(person)).toBe(3);
  });

  it("rejects a document that grows past the limit, accepts a smaller one", async () => {
    const person = await aPerson(call);
    const first = await idOf(await create(person, { data: { text: HALF } }));
    const second = await idOf(await create(person, { data: { text: "short" } }));
    const grown = await change(person, second, { data: { text: HALF } });
    expect(grown.status).toBe(409);
    expect(((await grown.json()) as Refusal).errors[0]?.message).toMatch(
      /use 0\.5 of 1 MB.*needs 0\.5 MB more.*Nothing was changed/,
    );
    const kept = await call(`/items/documents/${second}?fields=data,rev`, {
      headers: { cookie: person.cookie },
    });
    expect(((await kept.json()) as { data: unknown }).data).toEqual({ data: { text: "short" }, rev: 1 });
    expect((await change(person, first, { data: { text: "small" } })).status).toBe(200);
    expect((await change(person, second, { data: { text: HALF } })).status).toBe(200);
  });

  it("accepts one of two concurrently growing documents at the limit", async () => {
    const person = await aPerson(call);
    const ids = [await idOf(await create(person)), await idOf(await create(person))];
    const answers = await Promise.all(ids.map((id) => change(person, id, { data: { text: HALF } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("rejects a picture over the quota before decoding it", async () => {
    const person = await aPerson(call);
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    const upload = (bytes: Buffer, headers = {}) => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
      return call("/files", { method: "POST", headers: { cookie: person.cookie, ...headers }, body: form });
    };
    await upload(picture);
    const answers = await Promise.all([upload(picture), upload(picture)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    // Not a picture: only decoding can tell.
    const refused = await upload(Buffer.from("no picture"));
    expect(refused.status).toBe(409);
    const { errors } = (await refused.json()) as Refusal;
    expect(errors[0]?.extensions).toMatchObject({ quota: "pictures", used: 2, allowed: 2 });
    expect(await count(person, "/files")).toBe(2);
  });

  it("shows usage to the person only", async () => {
    const person = await aPerson(call);
    await create(person, { title: "Täg", data: { a: "ö" } });
    const answer = await call("/auth/usage", { headers: { cookie: person.cookie } });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const { data: usage } = (await answer.json()) as { data: unknown };
    expect(usage).toEqual({
      documents: { used: 1, allowed: 3 },
      // Title, data, theme, values the template has no field for, and invoice details.
      documents_bytes: { used: Buffer.byteLength('Täg{"a":"ö"}{}{}{}'), allowed: 1024 * 1024 },
      pictures: { used: 0, allowed: 2 },
      pictures_bytes: { used: 0, allowed: 1024 * 1024 },
      sessions: { used: 1, allowed: 2 },
    });
    expect((await call("/auth/usage")).status).toBe(403);
  });

  it("counts idempotency records and themes", async () => {
    const person = await aPerson(call);
    const text = "a".repeat(300 * 1024);
    const kept = await postJson(
      call,
      "/items/documents?fields=data",
      { templates_id: template, data: { text } },
      { cookie: person.cookie, "idempotency-key": "large" },
    );
    expect(kept.status).toBe(400);
    expect((await create(person, { theme: { text } })).status).toBe(400);
    expect(await count(person)).toBe(0);
  });

  it("ends the least recently used session at the limit", async () => {
    const person = await aPerson(call);
    const second = await signIn(call, person);
    const third = await signIn(call, person);
    const read = async (cookie: string) => (await call("/items/documents", { headers: { cookie } })).status;
    expect([await read(person.cookie), await read(second), await read(third)]).toEqual([401, 200, 200]);
  });

  it("allows reading, shrinking and deleting above a lowered quota", async () => {
    const person = await aPerson(call);
    const large = await idOf(await create(person, { data: { text: HALF } }));
    await create(person, { data: { text: "short" } });
    await create(person);
    await server.stop();
    server = await start({ ...QUOTAS, QUOTA_DOCUMENTS: "1" });
    expect(await count(person)).toBe(3);
    expect((await create(person)).status).toBe(409);
    expect((await change(person, large, { data: { text: "less" } })).status).toBe(200);
    const removal = { method: "DELETE", headers: { cookie: person.cookie } };
    expect((await call(`/items/documents/${large}`, removal)).status).toBe(204);
    expect(await count(person)).toBe(2);
  });

  it("drops the oldest history entry at the limit", async () => {
    const person = await aPerson(call);
    const ids = Array.from({ length: MAX_HISTORY_ENTRIES }, () => newId());
    await withDatabase(data, async ({ db }) => {
      const { id: user_id } = await db
        .selectFrom("user")
        .select("id")
        .where("email", "=", person.email)
        .executeTakeFirstOrThrow();
      const rows = ids.map((id, second) => ({
        id,
        user_id,
        date_created: new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString(),
        action: "created" as const,
      }));
      for (let at = 0; at < rows.length; at += 1_000)
        await db
          .insertInto("history")
          .values(rows.slice(at, at + 1_000))
          .execute();
    });
    const added = await postJson(call, "/items/history", { title: "The newest" }, { cookie: person.cookie });
    expect(added.status).toBe(200);
    const answer = await call("/items/history?aggregate[count]=*", {
      headers: { cookie: person.cookie },
    });
    const [totals] = ((await answer.json()) as { data: Record<string, unknown>[] }).data;
    expect(totals).toMatchObject({ count: MAX_HISTORY_ENTRIES });
    const oldest = await call(`/items/history/${ids[0]}`, { headers: { cookie: person.cookie } });
    const next = await call(`/items/history/${ids[1]}`, { headers: { cookie: person.cookie } });
    expect([oldest.status, next.status]).toEqual([403, 200]);
  });
});
