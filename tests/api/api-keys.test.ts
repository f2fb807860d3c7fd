import { afterAll, beforeAll, expect, it } from "vitest";
import type { CreatedKey, KeyScope, ListedKey } from "../../contract/people/api-keys.ts";
import { demote, disable } from "../../server/accounts/operators.ts";
import { COMMAND_LINE, readActions } from "../../server/actions/action-log.ts";
import { KEY_RATE } from "../../server/limits/limits.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("API keys on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let person: Person;
  let template: string;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({
      environment: { ...data.environment, OPERATOR_TOKEN, RENDER_PROCESSES: "0" },
    });
    [{ id: template } = { id: "" }] = await aShelf(server.visitor().fetch, { count: 1 });
    person = await aPerson(call);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  async function aKey(scopes: KeyScope[], owner = person): Promise<CreatedKey> {
    const answer = await postJson(
      call,
      "/auth/keys",
      { name: "Shop", scopes, days: 90 },
      { cookie: owner.cookie },
    );
    expect(answer.status).toBe(200);
    return (await answer.json()).data;
  }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  async function refusal(answer: Response) {
    const { errors, ...others } = await answer.json();
    expect([Object.keys(others), errors.length]).toEqual([[], 1]);
    const [{ message, extensions }] = errors;
    const { code, scope } = extensions;
    return { status: answer.status, code, message: message as string, ...(scope && { scope }) };
  }
  const listed = async (owner = person): Promise<ListedKey[]> =>
    (await (await call("/auth/keys", { headers: { cookie: owner.cookie } })).json()).data;

  it("shows a key once, stores its hash and lists how it was used", async () => {
    const owner = await aPerson(call);
    const { key, ...made } = await aKey(["documents", "render"], owner);
    expect(key).toMatch(/^tc_[\w-]{43}$/);
    expect(made).toMatchObject({ name: "Shop", scopes: ["render", "documents"], last_used: null });
    expect(await listed(owner)).toEqual([made]);
    expect((await call("/items/documents", { headers: bearer(key) })).status).toBe(200);
    expect((await listed(owner))[0]?.last_used).not.toBeNull();
    const rows = await withDatabase(data, ({ db }) => db.selectFrom("access_tokens").selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(key);
    const log = await withDatabase(data, ({ db }) => readActions(db, 100));
    expect(log).toContainEqual(
      expect.objectContaining({ action: "token.created", actor_id: owner.id, target_id: made.id }),
    );
  });

  it("reaches its owner's documents and nobody else's", async () => {
    const other = await aPerson(call);
    const { key } = await aKey(["documents"]);
    const made = await postJson(call, "/items/documents", { templates_id: template }, bearer(key));
    expect(made.status).toBe(200);
    const { id } = (await made.json()).data;
    expect((await call(`/items/documents/${id}`, { headers: { cookie: person.cookie } })).status).toBe(200);
    const theirs = await aKey(["documents"], other);
    expect(
      await refusal(await call(`/items/documents/${id}`, { headers: bearer(theirs.key) })),
    ).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect((await call("/documents/recipients", { headers: bearer(key) })).status).toBe(200);
    expect((await call("/items/templates", { headers: bearer(key) })).status).toBe(200);
  });

  it("names the scope that is missing", async () => {
    const { key: render } = await aKey(["render"]);
    const { key: documents } = await aKey(["documents"]);
    const missing = (scope: string) => ({
      status: 403,
      code: "FORBIDDEN",
      message: `This needs an API key with the scope "${scope}".`,
      scope,
    });
    expect(await refusal(await call("/items/documents", { headers: bearer(render) }))).toEqual(
      missing("documents"),
    );
    expect(await refusal(await call("/documents/recipients", { headers: bearer(render) }))).toEqual(
      missing("documents"),
    );
    expect(await refusal(await call("/shares/x", { headers: bearer(render) }))).toEqual(missing("documents"));
    const pdf = (key: string) => postJson(call, `/render/${template}.pdf`, { data: {} }, bearer(key));
    expect(await refusal(await pdf(documents))).toEqual(missing("render"));
    expect(
      await refusal(await postJson(call, "/items/templates", { template_name: "No" }, bearer(render))),
    ).toEqual(missing("library:write"));
    expect(await refusal(await postJson(call, "/drafts", {}, bearer(render)))).toEqual(
      missing("library:write"),
    );
  });

  it("can't change the account, create or read keys, or read people, with any scope", async () => {
    const operator = await anOperator(call, data);
    const { key, id } = await aKey(["render", "documents", "library:write"], operator);
    const headers = bearer(key);
    const refused = { status: 403, code: "FORBIDDEN" };
    for (const path of [
      "/auth/keys",
      "/auth/people",
      "/auth/actions",
      "/auth/my-data",
      "/auth/usage",
      "/auth/list-sessions",
      "/auth/get-session",
      "/site/settings",
      "/items/user",
      `/items/user/${operator.id}`,
      "/items/details",
      "/items/history",
      "/items/saved_templates",
      "/items/contact_messages",
    ])
      expect(await refusal(await call(path, { headers })), path).toMatchObject(refused);
    const posts: [string, unknown][] = [
      ["/auth/keys", { name: "Other", scopes: ["render"], days: 1 }],
      ["/auth/delete-user", { password: operator.password }],
      ["/auth/change-password", { currentPassword: operator.password, newPassword: "another long password" }],
      [`/auth/people/${person.id}/promote`, {}],
    ];
    for (const [path, body] of posts)
      expect(await refusal(await postJson(call, path, body, headers)), path).toMatchObject(refused);
    expect((await call(`/auth/keys/${id}`, { method: "DELETE", headers })).status).toBe(403);
    // Nor does a session that is sent along help it.
    expect((await call("/auth/keys", { headers: { ...headers, cookie: operator.cookie } })).status).toBe(403);
  });

  it("maintains the library while its owner is an operator", async () => {
    expect(
      await refusal(
        await postJson(
          call,
          "/auth/keys",
          { name: "No", scopes: ["library:write"], days: 1 },
          { cookie: person.cookie },
        ),
      ),
    ).toMatchObject({
      status: 403,
      message: expect.stringContaining("only for operators"),
      scope: "library:write",
    });
    const operator = await anOperator(call, data);
    await anOperator(call, data);
    const { key } = await aKey(["library:write"], operator);
    const rename = (name: string) =>
      call(`/items/templates/${template}`, {
        method: "PATCH",
        headers: { ...bearer(key), "content-type": "application/json" },
        body: JSON.stringify({ template_name: name }),
      });
    expect((await rename("Renamed by a key")).status).toBe(200);
    await withDatabase(data, (database) => demote(database, operator.email, COMMAND_LINE));
    expect((await rename("Renamed again")).status).toBe(403);
  });

  it("says why a key is no longer valid", async () => {
    const owner = await aPerson(call);
    const use = (key: string) => call("/items/documents", { headers: bearer(key) });
    const revoked = await aKey(["documents"], owner);
    // Another person can't revoke it.
    const revoke = (by: Person) =>
      call(`/auth/keys/${revoked.id}`, { method: "DELETE", headers: { cookie: by.cookie } });
    expect((await revoke(person)).status).toBe(403);
    expect((await use(revoked.key)).status).toBe(200);
    expect((await revoke(owner)).status).toBe(204);
    expect(await refusal(await use(revoked.key))).toMatchObject({
      status: 401,
      code: "TOKEN_EXPIRED",
      message: expect.stringContaining("revoked on"),
    });
    expect(await listed(owner)).toEqual([]);

    const expired = await aKey(["documents"], owner);
    await withDatabase(data, ({ db }) =>
      db
        .updateTable("access_tokens")
        .set({ ends_at: "2026-01-31T00:00:00.000Z" })
        .where("id", "=", expired.id)
        .execute(),
    );
    expect(await refusal(await use(expired.key))).toMatchObject({
      status: 401,
      code: "TOKEN_EXPIRED",
      message: expect.stringContaining("expired on 2026-01-31"),
    });
    for (const malformed of ["tc_", "tc_nothing", `${expired.key}x`])
      expect(await refusal(await use(malformed)), malformed).toMatchObject({
        status: 401,
        code: "INVALID_CREDENTIALS",
        message: expect.stringContaining("Check that it was copied completely"),
      });
    // Even where no account is needed, and by every kind of route.
    const refused = {
      [expired.key]: "TOKEN_EXPIRED",
      [revoked.key]: "TOKEN_EXPIRED",
      tc_nothing: "INVALID_CREDENTIALS",
    };
    for (const [key, code] of Object.entries(refused)) {
      const answers = [
        await call("/items/templates", { headers: bearer(key) }),
        await call("/render/jobs", { headers: bearer(key) }),
        await call("/auth/keys", { headers: bearer(key) }),
        await postJson(call, `/render/${template}.pdf`, {}, bearer(key)),
        await postJson(call, "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, bearer(key)),
      ];
      for (const answer of answers)
        expect(await refusal(answer), answer.url).toMatchObject({ status: 401, code });
    }

    const valid = await aKey(["documents"], owner);
    expect(await refusal(await call(`/items/documents?access_token=${valid.key}`))).toMatchObject({
      status: 400,
      code: "INVALID_QUERY",
    });
    await withDatabase(data, (database) => disable(database, owner.email, COMMAND_LINE));
    expect(await refusal(await use(valid.key))).toMatchObject({ status: 401, code: "INVALID_CREDENTIALS" });
  });

  it("refuses keys without a name, scopes or an end, and more than twenty", async () => {
    const owner = await aPerson(call);
    const make = (body: unknown) => postJson(call, "/auth/keys", body, { cookie: owner.cookie });
    for (const body of [
      {},
      { name: " ", scopes: ["render"], days: 1 },
      { name: "A", scopes: [], days: 1 },
      { name: "A", scopes: ["everything"], days: 1 },
      { name: "A", scopes: ["render"], days: 0 },
      { name: "A", scopes: ["render"], days: 366 },
      { name: "A", scopes: ["render"], days: 1, user_id: person.id },
    ])
      expect((await make(body)).status, JSON.stringify(body)).toBe(400);
    for (let made = 0; made < 20; made++) await aKey(["render"], owner);
    expect(await refusal(await make({ name: "One more", scopes: ["render"], days: 1 }))).toMatchObject({
      status: 409,
      code: "QUOTA_EXCEEDED",
    });
    expect((await postJson(call, "/auth/keys", { name: "A", scopes: ["render"], days: 1 })).status).toBe(403);
  });

  it("counts requests by key", async () => {
    const [busy, other] = [await aKey(["documents"]), await aKey(["documents"])];
    const status = async ({ key }: CreatedKey) =>
      (await call("/openapi.json", { method: "HEAD", headers: bearer(key) })).status;
    const statuses = new Set<number>();
    for (let sent = 0; sent < KEY_RATE.max + 1; sent += 100)
      for (const each of await Promise.all(Array.from({ length: 100 }, () => status(busy))))
        statuses.add(each);
    expect(statuses).toContain(429);
    expect(await status(other)).toBe(200);
  });

  it("is in the person's data without the key, and is deleted with the account", async () => {
    const owner = await aPerson(call);
    const { key } = await aKey(["render"], owner);
    const zip = Buffer.from(
      await (await call("/auth/my-data", { headers: { cookie: owner.cookie } })).arrayBuffer(),
    );
    expect(zip.includes("api-keys.json")).toBe(true);
    const headers = { cookie: owner.cookie };
    expect((await postJson(call, "/auth/delete-user", { password: owner.password }, headers)).status).toBe(
      200,
    );
    expect(await refusal(await call("/items/templates", { headers: bearer(key) }))).toMatchObject({
      status: 401,
    });
  });
});
