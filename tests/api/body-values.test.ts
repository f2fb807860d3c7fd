import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_BODY_DEPTH, MAX_BODY_VALUES, MAX_DRAFT_BODY_VALUES } from "../../contract/limits.ts";
import { FORM } from "../../server/limits/limits.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { aPerson, type Person } from "../support/people.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { OPERATOR_TOKEN } from "../support/shelf.ts";

const json = { "content-type": "application/json" };
const SOME_ID = "01890000-0000-7000-8000-000000000001";

const list = (length: number) => `[${"5,".repeat(length - 1)}5]`;
const SHAPES = {
  numbers: list(300_000),
  "empty lists": `[${"[],".repeat(200_000)}[]]`,
  "objects of one key": `[${'{"a":1},'.repeat(90_000)}{}]`,
  "many keys": `{${Array.from({ length: 60_000 }, (_, at) => `"key${at}":1`).join(",")}}`,
};

describeOnDatabases("bodies of many values on $name", (database) => {
  let place: Place;
  let server: ServerProcess;
  let person: Person;

  beforeAll(async () => {
    place = await database.place();
    server = await startServer({ environment: { ...place.environment, OPERATOR_TOKEN } });
    person = await aPerson(server.visitor().fetch);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method,
      headers: { ...json, cookie: person.cookie, ...headers },
      body,
    });

  async function expectRefusal(answer: Response, limit: number): Promise<void> {
    expect(answer.status).toBe(413);
    const [error] = (await answer.json()).errors;
    expect(error.extensions).toMatchObject({ limit, code: "CONTENT_TOO_LARGE" });
    expect(error.message).toContain(`The limit is ${limit.toLocaleString("en")}`);
  }

  test.each(Object.entries(SHAPES))("rejects a document of %s and stores nothing", async (_name, values) => {
    const body = `{"templates_id":"${SOME_ID}","data":{"items":${values}}}`;
    await expectRefusal(await send("POST", "/items/documents", body), MAX_BODY_VALUES);
    await expectRefusal(await send("PATCH", `/items/documents/${SOME_ID}`, body), MAX_BODY_VALUES);
    const count = await send("SEARCH", "/items/documents", '{"query":{"aggregate":{"count":"*"}}}');
    expect((await count.json()).data).toEqual([{ count: 0 }]);
  });

  test("rejects too many values on every kind of route and names the limit", async () => {
    const values = SHAPES.numbers;
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}`, cookie: "" };
    for (const [method, path, limit, headers] of [
      ["POST", "/items/contact_messages", MAX_BODY_VALUES, {}],
      ["PATCH", "/items/saved_templates", MAX_BODY_VALUES, {}],
      ["DELETE", "/items/history", MAX_BODY_VALUES, {}],
      ["POST", "/items/details", MAX_BODY_VALUES, {}],
      ["POST", `/documents/${SOME_ID}/template`, MAX_BODY_VALUES, {}],
      ["PUT", `/shares/${SOME_ID}`, MAX_BODY_VALUES, {}],
      ["POST", "/items/templates", MAX_BODY_VALUES, operator],
      ["PATCH", `/items/template_drafts/${SOME_ID}`, MAX_DRAFT_BODY_VALUES, operator],
      ["POST", "/drafts", MAX_DRAFT_BODY_VALUES, operator],
      ["POST", "/drafts/render", MAX_DRAFT_BODY_VALUES, operator],
      ["POST", "/drafts/check", MAX_DRAFT_BODY_VALUES, operator],
    ] as const) {
      const answer = await send(method, path, `{"data":${values}}`, headers);
      expect(answer.status, path).toBe(413);
      await expectRefusal(answer, limit);
    }
  });

  test("accepts the allowed number of values", async () => {
    // The object, its list and each number in it.
    const body = (values: number) => `{"message":${list(values - 2)}}`;
    const full = await send("POST", "/items/contact_messages", body(MAX_BODY_VALUES));
    expect((await full.json()).errors[0].message).toMatch(/"message"|"name"/);
    await expectRefusal(
      await send("POST", "/items/contact_messages", body(MAX_BODY_VALUES + 1)),
      MAX_BODY_VALUES,
    );
  });

  test("rejects deep nesting and names the limit", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    for (const path of ["/items/documents", "/items/contact_messages", `/shares/${SOME_ID}`]) {
      const answer = await send(path.startsWith("/shares") ? "PUT" : "POST", path, deep);
      expect(answer.status, path).toBe(400);
      expect((await answer.json()).errors[0].message).toContain(`${MAX_BODY_DEPTH} levels`);
    }
    const account = await send("POST", "/auth/sign-in/email", "[".repeat(5_000));
    expect(account.status).toBe(400);
  });

  const form = (body: string) =>
    send("POST", "/files", body, { "content-type": "multipart/form-data; boundary=x" });
  const part = (name: string, text = "") =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

  test("rejects forms with many parts, long headers or long texts before parsing", async () => {
    await expectRefusal(await form(`${part("a").repeat(20_000)}--x--\r\n`), FORM.parts);
    for (const [body, limit] of [
      [`${part("a".repeat(FORM.headerBytes))}--x--\r\n`, FORM.headerBytes],
      [`--x\r\n${"a: b\r\n".repeat(FORM.headerBytes)}`, FORM.headerBytes],
      [`${part("a", "b".repeat(FORM.textBytes + 1))}--x--\r\n`, FORM.textBytes],
    ] as const) {
      const answer = await form(body);
      expect(answer.status).toBe(413);
      const [error] = (await answer.json()).errors;
      expect(error.extensions).toEqual({ limit, code: "CONTENT_TOO_LARGE" });
      expect(error.message).toContain(`The limit is ${limit.toLocaleString("en")} bytes`);
    }
    const full = await form(`${part("a").repeat(FORM.parts)}--x--\r\n`);
    expect((await full.json()).errors[0].message).toContain("No files were included");
  });
});
