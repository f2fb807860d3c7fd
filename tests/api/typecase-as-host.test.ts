import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeyScope } from "../../contract/people/api-keys.ts";
import { demote } from "../../server/accounts/operators.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const EMAIL = "ada@example.org";

async function verify(place: Place, email: string): Promise<void> {
  await withDatabase(place, ({ db, dialect }) =>
    db
      .updateTable("auth_user")
      .set({ emailVerified: dialect === "postgres" ? true : 1 })
      .where("email", "=", email)
      .execute(),
  );
}

/** Between the two: can lose an answer, or wait for something else to happen first. */
async function startRelay(target: string) {
  const relay = {
    url: "",
    /** The next of these requests arrives, and its answer doesn't. */
    loses: "",
    /** What happens before the next of these requests arrives. */
    before: undefined as { request: string; happens(): Promise<unknown> } | undefined,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const line = `${method} ${url}`;
    const body = await buffer(request);
    const { before } = relay;
    if (before && line.startsWith(before.request)) {
      relay.before = undefined;
      await before.happens();
    }
    const headers = new Headers();
    for (const name of ["authorization", "content-type", "idempotency-key"])
      if (request.headers[name]) headers.set(name, String(request.headers[name]));
    const answer = await fetch(target + url, {
      method,
      headers,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (relay.loses && line.startsWith(relay.loses)) {
      relay.loses = "";
      return void request.socket.destroy();
    }
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  relay.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return relay;
}

describeOnDatabases("a Typecase that stores the people of another on $name", (database) => {
  const places: Place[] = [];
  let behind: Place;
  let front: Place;
  let backend: TestServer;
  let relay: Awaited<ReturnType<typeof startRelay>>;
  let server: TestServer;
  let operator: Person;
  let token: string;
  /** The same person on both sites. */
  let there: Person;
  let here: Person;
  const atBackend: Call = (path, init) => fetch(backend.url + path, init);
  const atFront: Call = (path, init) => fetch(server.url + path, init);

  beforeAll(async () => {
    behind = await database.place();
    front = await database.place();
    places.push(behind, front);
    backend = await startServerHere({
      environment: { ...behind.environment, OPERATOR_TOKEN, RENDER_PROCESSES: "0" },
    });
    await aShelf(atBackend, { count: 3, types: ["memo"] });
    await fetch(`${backend.url}/items/templates`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...asOperator },
      body: JSON.stringify({ query: { limit: -1 }, data: { content: '#set page("a4")\n= Memo' } }),
    });
    operator = await anOperator(atBackend, behind);
    token = await aKey(["people:write"]);
    there = await aPerson(atBackend, { email: EMAIL, name: "Ada at the backend" });
    await verify(behind, EMAIL);
    relay = await startRelay(backend.url);
    server = await startServerHere({
      environment: {
        ...front.environment,
        OPERATOR_TOKEN,
        CONTENT_HOST: relay.url,
        CONTENT_TOKEN: token,
        CONTENT_PEOPLE: "host",
        RENDER_PROCESSES: "0",
      },
    });
    await postJson(atFront, "/site/content-host/refresh", {}, asOperator);
    here = await aPerson(atFront, { email: EMAIL, name: "Ada" });
    await verify(front, EMAIL);
  });
  afterAll(async () => {
    await server?.stop();
    await relay?.stop();
    await backend?.stop();
    for (const place of places) await place.remove();
  });

  async function aKey(scopes: KeyScope[], owner = operator): Promise<string> {
    const made = await postJson(
      atBackend,
      "/auth/keys",
      { name: "Front", scopes, days: 90 },
      { cookie: owner.cookie },
    );
    return (await made.json()).data.key;
  }
  const as = (person: Person, call: Call) => async (method: string, path: string, body?: unknown) => {
    const answer = await call(path, {
      method,
      headers: { cookie: person.cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    expect(answer.status, `${method} ${path} ${text}`).toBeLessThan(300);
    return text ? JSON.parse(text).data : undefined;
  };
  const withKey = (key: string, method: string, path: string, body?: unknown) =>
    atBackend(path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const refusal = async (answer: Response) => {
    const [{ message, extensions }] = (await answer.json()).errors;
    return { status: answer.status, message, scope: extensions.scope };
  };
  const savedNames = async (person: Person, call: Call) => {
    const [record] = await as(person, call)(
      "GET",
      "/items/saved_templates?fields=id,template_id.templates_id.template_name",
    );
    const names =
      record?.template_id.map(
        (entry: { templates_id: { template_name: string } }) => entry.templates_id.template_name,
      ) ?? [];
    return { id: record?.id, names: names.sort() };
  };
  const history = (person: Person, call: Call) =>
    as(person, call)(
      "GET",
      "/items/history?fields=id,title,date_created,template_id.templates_id.template_name",
    );

  test("has their profile, saved templates, history and photo", async () => {
    const [mine, theirs] = [as(here, atFront), as(there, atBackend)];
    expect(await mine("GET", "/site/content-host/me")).toEqual({
      state: "linked",
      host: new URL(relay.url).host,
      answers: true,
    });
    expect(await mine("GET", `/items/user/${here.id}?fields=name`)).toEqual({ name: "Ada at the backend" });
    await mine("PATCH", `/items/user/${here.id}`, { profession: "Printer", bio: "Line\nLine" });
    expect(await theirs("GET", "/users/me?fields=name,profession,bio")).toEqual({
      name: "Ada at the backend",
      profession: "Printer",
      bio: "Line\nLine",
    });

    const listed = await mine("GET", "/items/templates?fields=id,template_name&sort=template_name");
    const [one, two] = listed.map(({ id }: { id: string }) => ({ templates_id: id }));
    await mine("POST", "/items/saved_templates", { user_id: here.id, template_id: [one] });
    expect((await savedNames(there, atBackend)).names).toEqual(["memo number 1"]);
    const { id } = await savedNames(here, atFront);
    await mine("PATCH", `/items/saved_templates/${id}`, { template_id: [one, two] });
    expect((await savedNames(there, atBackend)).names).toEqual(["memo number 1", "memo number 2"]);
    const [entries] = await theirs("GET", "/items/saved_templates?fields=id,template_id.templates_id");
    await theirs("PATCH", `/items/saved_templates/${entries.id}`, { template_id: [entries.template_id[1]] });
    expect((await savedNames(here, atFront)).names).toEqual(["memo number 2"]);

    const used = await mine("POST", "/items/history", { template_id: [one], title: "My memo" });
    const [record] = await history(there, atBackend);
    expect(record).toMatchObject({
      title: "My memo",
      template_id: [{ templates_id: { template_name: "memo number 1" } }],
    });
    expect(await history(here, atFront)).toHaveLength(1);
    await theirs("POST", "/items/history", { title: "Made there" });
    expect((await history(here, atFront)).map(({ title }: { title: string }) => title)).toEqual([
      "Made there",
      "My memo",
    ]);
    await mine("DELETE", `/items/history/${used.id}`);
    expect(await history(there, atBackend)).toMatchObject([{ title: "Made there" }]);

    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(bytes)]), "me.png");
    const uploaded = await atFront("/files", {
      method: "POST",
      headers: { cookie: here.cookie },
      body: form,
    });
    const photo = (await uploaded.json()).data.id;
    await mine("PATCH", `/items/user/${here.id}`, { photo });
    const me = await theirs("GET", "/users/me?fields=photo.id,photo.uploaded_by,photo.width");
    expect(me).toEqual({ photo: { id: expect.any(String), uploaded_by: there.id, width: 40 } });
    expect(await as(operator, atBackend)("GET", `/files?filter[uploaded_by][_eq]=${operator.id}`)).toEqual(
      [],
    );
    await mine("PATCH", `/items/user/${here.id}`, { photo: null });
    expect(await theirs("GET", "/users/me?fields=photo")).toEqual({ photo: null });
    expect(await theirs("GET", "/files")).toEqual([]);
  });

  test("merges a change of the saved list with one that came in between", async () => {
    const [mine, theirs] = [as(here, atFront), as(there, atBackend)];
    const listed = await mine("GET", "/items/templates?fields=id,template_name&sort=template_name");
    const [one, two, three] = listed.map(({ id }: { id: string }) => ({ templates_id: id }));
    await mine("POST", "/items/saved_templates", { template_id: [one] });
    const { id } = await savedNames(here, atFront);
    await mine("PATCH", `/items/saved_templates/${id}`, { template_id: [one] });
    // As another node of the same site does.
    relay.before = {
      request: "PATCH /items/saved_templates/",
      happens: async () => {
        const atHost = await theirs("GET", "/items/templates?fields=id&sort=template_name");
        await theirs("POST", "/items/saved_templates", { template_id: [{ templates_id: atHost[1].id }] });
      },
    };
    await mine("PATCH", `/items/saved_templates/${id}`, { template_id: [one, three] });
    const all = ["memo number 1", "memo number 2", "memo number 3"];
    expect((await savedNames(there, atBackend)).names).toEqual(all);
    expect((await savedNames(here, atFront)).names).toEqual(all);
    await mine("PATCH", `/items/saved_templates/${id}`, { template_id: [two] });
    expect((await savedNames(there, atBackend)).names).toEqual(["memo number 2"]);
  });

  test("has a record once that was sent again because its answer was lost", async () => {
    const mine = as(here, atFront);
    const [template] = await mine("GET", "/items/templates?fields=id&sort=template_name");
    const send = () =>
      atFront("/items/history?fields=id", {
        method: "POST",
        headers: {
          cookie: here.cookie,
          "content-type": "application/json",
          "idempotency-key": "created a document today",
        },
        body: JSON.stringify({ template_id: [{ templates_id: template.id }], title: "Sent twice" }),
      });
    const count = async (person: Person, call: Call) =>
      (await history(person, call)).filter(({ title }: { title: string }) => title === "Sent twice").length;
    relay.loses = "POST /items/history";
    expect((await send()).status).toBe(503);
    expect(await count(there, atBackend)).toBe(1);
    expect(await count(here, atFront)).toBe(1);
    expect((await send()).status).toBe(200);
    expect(await count(there, atBackend)).toBe(1);
    expect(await count(here, atFront)).toBe(1);
    expect((await send()).status).toBe(200);
    expect(await count(here, atFront)).toBe(1);
  });

  test("opens people to a key only with the scope, while its owner is an operator", async () => {
    const missing = {
      status: 403,
      message: 'This needs an API key with the scope "people:write".',
      scope: "people:write",
    };
    const plain = await aKey(["render", "documents", "library:write"]);
    const calls: [string, string, unknown?][] = [
      ["GET", `/items/user?filter[email][_eq]=${EMAIL}`],
      ["GET", `/items/user/${there.id}`],
      ["PATCH", `/items/user/${there.id}`, { name: "Eve" }],
      ["GET", "/items/saved_templates"],
      ["POST", "/items/saved_templates", { user_id: there.id, template_id: [] }],
      ["GET", "/items/history"],
      ["POST", "/items/history", { user_id: there.id }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await withKey(plain, method, path, body);
      expect(await refusal(answer), `${method} ${path}`).toEqual(missing);
    }
    const asPerson = await postJson(
      atBackend,
      "/auth/keys",
      { name: "No", scopes: ["people:write"], days: 1 },
      { cookie: there.cookie },
    );
    expect(await refusal(asPerson)).toEqual({
      status: 403,
      message: 'The scope "people:write" is only for operators.',
      scope: "people:write",
    });
    const former = await anOperator(atBackend, behind);
    const key = await aKey(["people:write"], former);
    expect((await withKey(key, "GET", `/items/user/${there.id}`)).status).toBe(200);
    await withDatabase(behind, (opened) => demote(opened, former.email, COMMAND_LINE));
    expect(await refusal(await withKey(key, "GET", `/items/user/${there.id}`))).toEqual(missing);
  });

  test("shows such a key only people with a verified address, and nothing else of theirs", async () => {
    const registered = await aPerson(atBackend);
    expect((await withKey(token, "GET", `/items/user/${registered.id}`)).status).toBe(403);
    const write = { user_id: registered.id, template_id: [] };
    expect((await withKey(token, "POST", "/items/saved_templates", write)).status).toBe(403);
    expect((await withKey(token, "POST", "/items/history", write)).status).toBe(403);
    expect((await withKey(token, "POST", "/items/history", {})).status).toBe(400);
    const named = await withKey(token, "GET", "/items/user?fields=email");
    expect((await named.json()).data).toEqual([{ email: EMAIL }]);
    for (const [method, path, body] of [
      ["PATCH", `/items/user/${there.id}`, { email: "eve@example.org" }],
      ["PATCH", `/items/user/${there.id}`, { language: "de" }],
      ["DELETE", `/items/user/${there.id}`],
      ["GET", "/items/documents"],
      ["GET", "/items/details"],
      ["GET", "/items/contact_messages"],
      ["GET", "/auth/people"],
      ["GET", "/auth/keys"],
      ["PATCH", "/items/templates", { query: {}, data: { template_name: "Eve" } }],
    ] as const)
      expect((await withKey(token, method, path, body)).status, `${method} ${path}`).toBe(403);
    // A picture of another person can't be made someone's photo.
    const form = new FormData();
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    form.append("file", new Blob([new Uint8Array(bytes)]), "mine.png");
    const uploaded = await atBackend("/files", {
      method: "POST",
      headers: { cookie: registered.cookie },
      body: form,
    });
    const { id: photo } = (await uploaded.json()).data;
    expect((await withKey(token, "PATCH", `/items/user/${there.id}`, { photo })).status).toBe(400);
    expect((await withKey(token, "GET", `/assets/${photo}`)).status).toBe(403);
    expect((await withKey(token, "DELETE", `/files/${photo}`)).status).toBe(403);
  });

  test("is refused by a site that stores people elsewhere itself", async () => {
    const owner = await anOperator(atFront, front);
    const made = await postJson(
      atFront,
      "/auth/keys",
      { name: "Wrong site", scopes: ["people:write"], days: 1 },
      { cookie: owner.cookie },
    );
    const { key } = (await made.json()).data;
    const answer = await atFront("/items/user", { headers: { authorization: `Bearer ${key}` } });
    expect(await refusal(answer)).toMatchObject({
      status: 403,
      message: `This site stores people at ${new URL(relay.url).host}. Use an API key of that site.`,
    });
  });
});
