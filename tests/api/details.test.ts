import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_DETAILS } from "../../contract/limits.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const WORDS = {
  texts: { "sender.name": "Studio Sorell", "sender.iban": "DE89 3704 0044 0532 0130 00" },
  lists: { work: [{ position: "Lighting designer", from: "2016" }] },
};
const FIELDS = {
  type: "object",
  additionalProperties: false,
  properties: {
    to: {
      type: "object",
      additionalProperties: false,
      properties: {
        who: { type: "string", "x-means": "recipient.name" },
        where: { type: "string", "x-means": "recipient.address" },
      },
    },
    photo: { type: "string", "x-widget": "image", "x-means": "sender.photo" },
  },
};

describeOnDatabases("details on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let mila: Person;
  let eve: Person;
  let operator: Person;
  let templates: string[];

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    const call = server.visitor().fetch;
    templates = (await aShelf(call, { count: 2 })).map(({ id }) => id);
    await ask(null, "PATCH", `/items/templates/${templates[0]}`, { fields: FIELDS }, asOperator);
    [mila, eve] = [await aPerson(call), await aPerson(call)];
    operator = await anOperator(call, data);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  async function ask(who: Person | null, method: string, path: string, body?: unknown, headers = {}) {
    const answer = await fetch(server.url + path, {
      method,
      headers: { "content-type": "application/json", ...(who ? { cookie: who.cookie } : {}), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { data, errors } = text ? JSON.parse(text) : { data: undefined, errors: undefined };
    return { status: answer.status, data, errors };
  }
  const keep = (who: Person, body: object) => ask(who, "POST", "/items/details", body);
  const list = async (who: Person) => (await ask(who, "GET", "/items/details")).data;

  test("are stored as typed, with the first as the default", async () => {
    const first = await keep(mila, { label: " Me " });
    expect(first.data).toMatchObject({
      label: "Me",
      is_default: 1,
      rev: 1,
      user_id: mila.id,
      words: { texts: {}, lists: {} },
    });
    const second = await keep(mila, {
      label: "The studio",
      words: { ...WORDS, texts: { ...WORDS.texts, "sender.bic": "" } },
    });
    expect(second.data).toMatchObject({ is_default: 0, words: WORDS });
    await ask(mila, "PATCH", `/items/details/${second.data.id}`, { is_default: 1 });
    expect(await list(mila)).toMatchObject([
      { label: "Me", is_default: 0, rev: 1 },
      { label: "The studio", is_default: 1, rev: 1 },
    ]);
    expect((await ask(mila, "DELETE", `/items/details/${second.data.id}`)).status).toBe(204);
    expect(await list(mila)).toMatchObject([{ label: "Me", is_default: 1 }]);
  });

  test("reject a change from an older revision and return the current one", async () => {
    const { data: made } = await keep(mila, { label: "Twice", words: WORDS });
    const path = `/items/details/${made.id}`;
    const texts = { "sender.name": "Elsewhere" };
    expect((await ask(mila, "PATCH", path, { words: { texts }, rev: 1 })).data.rev).toBe(2);
    const late = await ask(mila, "PATCH", path, { words: WORDS, rev: 1 });
    expect(late.status).toBe(412);
    expect(late.errors[0].extensions.current).toMatchObject({ id: made.id, rev: 2, words: { texts } });
    expect((await ask(mila, "PATCH", path, { label: "Later" }, { "if-match": '"rev-1"' })).status).toBe(412);
  });

  test("accept known meanings within limits and explain each rejection", async () => {
    for (const [body, word] of [
      [{ label: "x", words: { texts: { "recipient.name": "Noor" } } }, "recipient.name"],
      [{ label: "x", words: { texts: { "sender.name": "x".repeat(5_001) } } }, "5,000"],
      [{ label: "x", words: { texts: { "sender.logo": "https://a.example/a.png" } } }, "data URL"],
      [{ label: "x", words: { lists: { work: Array(101).fill({ text: "a" }) } } }, "100"],
      [{ label: " " }, "empty"],
      [{ label: "x".repeat(41) }, "40"],
    ] as const) {
      const refused = await keep(eve, body);
      expect(refused.status, JSON.stringify(body).slice(0, 80)).toBe(400);
      expect(refused.errors[0].message).toContain(word);
    }
    const picture = `data:image/png;base64,${"A".repeat(500_000)}`;
    const heavy = { texts: { "sender.logo": picture, "sender.photo": picture, "sender.signature": picture } };
    expect((await keep(eve, { label: "Pictures", words: heavy })).data.words.texts).toEqual(heavy.texts);
    expect((await keep(eve, { label: "x", pad: "A".repeat(3 * 1024 * 1024) })).status).toBe(413);
    for (let count = (await list(eve)).length; count < MAX_DETAILS; count++)
      expect((await keep(eve, { label: `Sender ${count}` })).status).toBe(200);
    const over = await keep(eve, { label: "One more" });
    expect(over.status).toBe(409);
    expect(over.errors[0]).toMatchObject({
      message: expect.stringContaining("You have 20 senders, and the limit is 20."),
      extensions: { code: "QUOTA_EXCEEDED", allowed: MAX_DETAILS },
    });
  });

  test("are private to their person", async () => {
    const { data: hers } = await keep(mila, { label: "Private", words: WORDS });
    const path = `/items/details/${hers.id}`;
    expect(await list(operator)).toEqual([]);
    for (const [who, headers] of [
      [eve, {}],
      [operator, {}],
      [null, {}],
      [null, asOperator],
    ] as const) {
      for (const [method, body] of [["GET"], ["PATCH", { label: "Mine" }], ["DELETE"]] as const)
        expect((await ask(who, method, path, body, headers)).status).toBe(403);
      const listed = await ask(who, "GET", `/items/details?filter[id][_eq]=${hers.id}`, undefined, headers);
      expect(listed.data ?? []).toEqual([]);
    }
    for (const who of [null, eve])
      expect((await ask(who, "POST", "/items/details", { label: "x", user_id: mila.id })).status).toBe(403);
    expect((await ask(mila, "PATCH", path, { user_id: eve.id })).status).toBe(403);
    expect((await ask(mila, "GET", path)).data).toMatchObject({ label: "Private", words: WORDS });
  });

  test("offer recipients from the person's own newest documents", async () => {
    const write = (who: Person, to: object, templates_id = templates[0], invoice = {}) =>
      ask(who, "POST", "/items/documents", { templates_id, data: { to }, invoice });
    await write(mila, { who: "Solberg Kunsthall", where: "Brugata 14" });
    // The buyer of an e-invoice is remembered, unless the page names another one since.
    const buyer = { electronicAddress: { id: "a@b.example", scheme: "EM" }, address: { country: "NO" } };
    await write(mila, { who: "Solberg Kunsthall" }, templates[0], { buyerFor: "Noor", buyer });
    await write(mila, { who: "Noor Halvorsen" }, templates[0], { buyerFor: "Noor Halvorsen", buyer });
    // A template whose fields have no meanings yet.
    const unmeant = JSON.parse(JSON.stringify(FIELDS).replaceAll(/,"x-means":"[^"]*"/g, ""));
    await ask(null, "PATCH", `/items/templates/${templates[1]}`, { fields: unmeant }, asOperator);
    await write(mila, { who: "Nobody" }, templates[1]);
    await write(eve, { who: "Eve's client" });
    await write(operator, { who: "The operator's client" });
    const asked = (who: Person | null, headers = {}) =>
      ask(who, "GET", "/documents/recipients", undefined, headers);
    expect((await asked(mila)).data).toEqual([
      {
        "recipient.name": "Noor Halvorsen",
        "recipient.country": "NO",
        "recipient.electronic_address": "a@b.example",
      },
      { "recipient.name": "Solberg Kunsthall", "recipient.address": "Brugata 14" },
    ]);
    expect((await asked(eve)).data).toEqual([{ "recipient.name": "Eve's client" }]);
    expect((await asked(operator)).data).toEqual([{ "recipient.name": "The operator's client" }]);
    expect((await asked(null)).status).toBe(403);
    expect((await asked(null, asOperator)).status).toBe(403);
    // Documents of the previous version are read with the current meanings of the fields.
    await ask(null, "PATCH", `/items/templates/${templates[1]}`, { fields: FIELDS }, asOperator);
    expect((await asked(mila)).data).toContainEqual({ "recipient.name": "Nobody" });
  });
});
