import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Person, signIn } from "../support/people.ts";
import { sendRaw } from "../support/raw-request.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const SLOW_CONNECTIONS = 500;
const PASSWORD = "a-pass phrase-nobody-logs";

describeOnDatabases("abuse on $name", (database) => {
  let place: Place;
  let server: ServerProcess;
  let person: Person;
  let templates: string[];

  beforeAll(async () => {
    place = await database.place();
    server = await startServer({ environment: { ...place.environment, OPERATOR_TOKEN } });
    templates = (await aShelf(server.visitor().fetch, { count: 6 })).map((each) => each.id);
    person = await aPerson(server.visitor().fetch, { password: PASSWORD });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    return fetch(server.url + path, {
      method,
      headers: { cookie: person.cookie, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  async function expectRefused(answer: Response, statuses = [400]): Promise<void> {
    expect(statuses, await answer.clone().text()).toContain(answer.status);
    expect((await answer.json()).errors[0].message).toBeTypeOf("string");
  }

  test("ignores filter[__proto__][x]=1", async () => {
    for (const query of [
      "filter[__proto__][x]=1",
      "filter[constructor][prototype][x]=1",
      `filter=${encodeURIComponent('{"__proto__":{"x":1}}')}`,
    ])
      expect([200, 403], query).toContain((await send("GET", `/items/templates?${query}`)).status);
    const body = '{"__proto__":{"role":"operator"},"name":"Plain"}';
    const answer = await send("PATCH", `/items/user/${person.id}`, body);
    expect([200, 403]).toContain(answer.status);
    expect((await send("POST", "/items/types", '{"id":"mine","singular":"a","plural":"b"}')).status).toBe(
      403,
    );
  });

  test("rejects a filter of depth 50 in brackets, as JSON and in a SEARCH", async () => {
    const brackets = `filter${"[_and][0]".repeat(50)}[type][_eq]=blog`;
    await expectRefused(await send("GET", `/items/templates?${brackets}`));
    let nested: unknown = { type: { _eq: "blog" } };
    for (let depth = 0; depth < 50; depth++) nested = { _or: [nested] };
    await expectRefused(
      await send("GET", `/items/templates?filter=${encodeURIComponent(JSON.stringify(nested))}`),
    );
    await expectRefused(
      await send("SEARCH", "/items/templates", JSON.stringify({ query: { filter: nested } })),
    );
    const fields = Array.from({ length: 50 }, () => "image").join(".");
    await expectRefused(await send("GET", `/items/templates?fields=${fields}`));
  });

  test("answers limit=-1 with the maximum and rejects a higher limit", async () => {
    expect((await send("GET", "/items/templates?limit=-1")).status).toBe(200);
    for (const limit of ["1001", "1e9", "-2", "NaN", "1.5", "9".repeat(30)])
      await expectRefused(await send("GET", `/items/templates?limit=${limit}`));
    const answer = await send("GET", "/items/templates?limit=1001");
    expect((await answer.json()).errors[0].message).toContain("1000");
    for (const page of ["page=99999999", "offset=99999999"])
      expect(await (await send("GET", `/items/templates?${page}`)).json()).toEqual({ data: [] });
    await expectRefused(await send("GET", "/items/templates?offset=1e300"));
  });

  test("rejects ten thousand _in values", async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => String(n));
    for (const filter of [{ type: { _in: many } }, { _or: many.map((type) => ({ type })) }])
      await expectRefused(await send("SEARCH", "/items/templates", JSON.stringify({ query: { filter } })));
    const answer = await sendRaw(
      server.url,
      `GET /items/templates?filter[type][_in]=${many.join(",")} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ).catch(({ code }: NodeJS.ErrnoException) => code);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|413|414|431) |^ECONNRESET$/);
    const fields = Array.from({ length: 101 }, () => "id").join(",");
    await expectRefused(await send("GET", `/items/templates?fields=${fields}`));
    await expectRefused(await send("DELETE", "/items/history", JSON.stringify(many)));
    const records = JSON.stringify(many.map((title) => ({ title })));
    await expectRefused(await send("POST", "/items/history", records));
    const saved = JSON.stringify({ template_id: many.map((templates_id) => ({ templates_id })) });
    await expectRefused(await send("POST", "/items/saved_templates", saved));
  });

  test("answers 2 MB of JSON with 413", async () => {
    const body = JSON.stringify({ title: "x".repeat(2 * 1024 * 1024) });
    for (const [method, path] of [
      ["POST", "/items/history"],
      ["PATCH", `/items/user/${person.id}`],
      ["SEARCH", "/items/templates"],
      ["POST", "/auth/sign-in/email"],
    ] as const)
      await expectRefused(await send(method, path, body), [413]);
  });

  test("rejects JSON nested 100,000 levels deep and keeps working", async () => {
    const lists = "[".repeat(100_000) + "]".repeat(100_000);
    const objects = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const bodies = [
      lists,
      objects,
      `{"templates_id":"${templates[0]}","data":${objects}}`,
      `{"templates_id":"${templates[0]}","data":{"a":${lists}}}`,
      `{"template_id":${lists}}`,
      `{"keys":${lists},"data":${objects}}`,
      `{"query":{"filter":${objects}}}`,
      `{"query":{"fields":${lists},"sort":${lists}}}`,
    ];
    for (const body of bodies)
      for (const [method, path] of [
        ["POST", "/items/documents"],
        ["PATCH", "/items/documents"],
        ["DELETE", "/items/documents"],
        ["POST", "/items/saved_templates"],
        ["SEARCH", "/items/templates"],
        ["POST", "/auth/sign-in/email"],
      ] as const) {
        const answer = await send(method, path, body);
        // A SEARCH without a known query returns everything, and a reserved word is not a field.
        expect([400, 401, 403, 413, ...(method === "SEARCH" ? [200] : [])], `${method} ${path}`).toContain(
          answer.status,
        );
        await answer.arrayBuffer();
      }
    for (const body of ["{", "nul", "[1,", '{"a":1}{"b":2}', "\u0000", "﻿{}}"])
      await expectRefused(await send("POST", "/items/documents", body));
    expect((await send("GET", "/health")).status).toBe(200);
  });

  test("rejects templates whose pattern could block the server", async () => {
    const [id] = templates;
    const write = (pattern: string) => {
      const serial = { type: "string", title: "Serial", pattern };
      const fields = { type: "object", properties: { serial }, additionalProperties: false };
      return send("PATCH", `/items/templates/${id}`, JSON.stringify({ fields }), asOperator);
    };
    expect((await write("^([A-Z0-9]+-?)+$")).status).toBe(200);
    const data = { serial: `${"A".repeat(33)}!` };
    const asked = await send("POST", `/render/${id}.pdf`, JSON.stringify({ data }));
    expect([asked.status, (await asked.json()).errors[0].extensions]).toMatchObject([
      400,
      { code: "FAILED_VALIDATION", field: "serial", type: "pattern" },
    ]);
    for (const pattern of ["^(?=A)[A-Z]+$", "^(A+)-\\1$", "("]) {
      const refused = await write(pattern);
      expect(refused.status).toBe(400);
      expect((await refused.json()).errors[0].message).toContain("properties.serial.pattern");
    }
  });

  test("rejects CRLF in contact fields and stores nothing", async () => {
    const message = { name: "N", email: "n@example.org", subject: "S", message: "One line\nand another." };
    const { cookie } = await anOperator(server.visitor().fetch, place);
    for (const change of [
      { name: "N\r\nBcc: all@example.org" },
      { subject: "S\nTo: all@example.org" },
      { subject: "S\r" },
      { email: "n@example.org\r\nBcc: all@example.org" },
      { email: "n@example.org, all@example.org" },
      { name: "N\u0000" },
      { message: "a\u0000b" },
    ]) {
      const answer = await fetch(`${server.url}/items/contact_messages`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify({ ...message, ...change }),
      });
      expect(answer.status, JSON.stringify(change)).toBe(400);
      expect((await answer.json()).errors[0].extensions.field).toBe(Object.keys(change)[0]);
    }
    const read = () =>
      fetch(`${server.url}/items/contact_messages?aggregate[count]=*`, { headers: { cookie } });
    expect((await (await read()).json()).data).toEqual([{ count: 0 }]);
    const good = await send("POST", "/items/contact_messages", JSON.stringify(message));
    expect(good.status, await good.text()).toBe(200);
  });

  test("ignores unknown query parameters in answers and caches", async () => {
    const path = "/items/templates?fields=id&limit=3";
    const plain = await fetch(server.url + path);
    for (const more of [
      "&utm_source=x",
      "&_=1731650000",
      "&x[y][z]=1",
      "&Fields=*",
      `&${"q".repeat(500)}=1`,
    ]) {
      const answer = await fetch(server.url + path + more);
      expect(answer.headers.get("etag"), more).toBe(plain.headers.get("etag"));
    }
    const home = await fetch(`${server.url}/`);
    const marked = await fetch(`${server.url}/?utm_source=%3Cscript%3E`);
    expect(await marked.text()).toBe(await home.text());
  });

  test("writes one escaped log line per request, without secrets", async () => {
    const token = "wrong-token-0123456789-0123456789";
    await signIn(server.visitor().fetch, person);
    const wrong = JSON.stringify({ email: person.email, password: `${PASSWORD} not` });
    await send("POST", "/auth/sign-in/email", wrong);
    await send("GET", "/items/user", undefined, { authorization: `Bearer ${token}`, cookie: "" });
    await send("GET", `/items/templates?access_token=${token}`);
    await send("POST", "/items/documents", `{"password":"${PASSWORD}"`);
    const forged = '/x%0d%0a{"level":"fatal","msg":"forged"}%1b[31m';
    await sendRaw(server.url, `GET ${forged} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const marker = await fetch(`${server.url}/health`, { headers: { "user-agent": "x\tforged" } });
    const last = marker.headers.get("x-request-id");
    await expect.poll(() => server.output().includes(String(last))).toBe(true);

    const all = server.output().trimEnd().split("\n");
    const lines = all.filter((line) => !line.startsWith("Typecase is "));
    expect(all.length - lines.length).toBe(1); // where it listens, printed once
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.filter((line) => line.level === "fatal" || line.msg === "forged")).toEqual([]);
    expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
    const requests = parsed.filter((line) => line.msg === "request");
    expect(new Set(requests.map((line) => line.requestId)).size).toBe(requests.length);
    expect(requests.filter((line) => line.status === 500)).toEqual([]);
    const session = person.cookie.split(/[=;]/)[1] as string;
    const said = server.output() + server.errors();
    for (const secret of [
      PASSWORD,
      token,
      OPERATOR_TOKEN,
      session,
      decodeURIComponent(session).split(".")[0] as string,
    ])
      expect(said.includes(secret)).toBe(false);
    expect(server.errors()).toBe("");
  });
});

test(`${SLOW_CONNECTIONS} slow connections: closed, others served meanwhile`, {
  tags: ["long"],
}, async () => {
  const server = await startServer();
  const { port } = new URL(server.url);
  let open = 0;
  const closed = Array.from({ length: SLOW_CONNECTIONS }, (_, index) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      open++;
      // Half of them never finish their headers, and half of those not even their first line.
      socket.write(index % 2 ? "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " : "GE");
    });
    socket.on("error", () => undefined).resume();
    return new Promise<void>((resolve) => socket.once("close", () => resolve()));
  });
  let all = false;
  const gone = Promise.all(closed).then(() => {
    all = true;
  });
  await expect.poll(() => open).toBe(SLOW_CONNECTIONS);
  let servedMeanwhile = 0;
  while (!all && servedMeanwhile < 100) {
    for (const path of ["/health", "/", "/items/templates"])
      expect((await server.fetch(path)).status, path).toBe(200);
    servedMeanwhile += 3;
  }
  expect(servedMeanwhile).toBeGreaterThan(10);
  await gone;
  expect((await server.fetch("/health")).status).toBe(200);
  await server.stop();
});
