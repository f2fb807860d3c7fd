import { afterAll, beforeAll, expect, it } from "vitest";
import { demote } from "../../server/accounts/operators.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { readSettings } from "../../server/config/settings.ts";
import { openDatabase } from "../../server/database/connect.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place, quietLog } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson, signIn } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("the list of people on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  let operator: Person;
  const asOperator = () => ({ cookie: operator.cookie });
  const change = (id: string, what: string, headers: Record<string, string> = asOperator()) =>
    postJson(call, `/auth/people/${id}/${what}`, {}, headers);
  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    operator = await anOperator(call, data);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it("is read by operators, without secrets", async () => {
    const person = await aPerson(call);
    const answer = await call("/auth/people", { headers: asOperator() });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const { data: people } = (await answer.json()) as { data: Record<string, unknown>[] };
    const listed = people.find(({ id }) => id === person.id);
    expect(Object.keys(listed ?? {}).sort()).toEqual(
      ["date_created", "disabled", "email", "id", "name", "role"].sort(),
    );
  });

  it("is paged and searched at any size", async () => {
    const opened = await openDatabase(readSettings({ NODE_ENV: "test", ...data.environment }), quietLog);
    const moment = (i: number) => {
      const at = new Date(Date.UTC(2020, 0, 1) + i * 1_000);
      return opened.dialect === "postgres" ? at : at.toISOString();
    };
    const crowd = Array.from({ length: 120 }, (_, i) => ({
      id: `crowd-${i}`,
      name: i === 7 ? "Ola 100%_Nordmann" : `Somebody ${i}`,
      email: `crowd-${i}@example.org`,
      emailVerified: opened.dialect === "postgres" ? true : 1,
      image: null,
      role: "person",
      disabledAt: null,
      createdAt: moment(i),
      updatedAt: moment(i),
    }));
    await opened.db.insertInto("auth_user").values(crowd).execute();
    await opened.close();
    const read = async (query: string) =>
      (await (await call(`/auth/people?${query}`, { headers: asOperator() })).json()) as {
        data: { id: string }[];
        meta: { filter_count: number };
      };
    const all: string[] = [];
    const { meta } = await read("");
    for (let page = 1; all.length < meta.filter_count; page++) {
      const { data } = await read(`page=${page}`);
      expect(data.length).toBeGreaterThan(0);
      all.push(...data.map(({ id }) => id));
    }
    expect(new Set(all).size).toBe(meta.filter_count);
    expect(all.filter((id) => id.startsWith("crowd-"))).toHaveLength(120);
    const found = async (words: string) =>
      (await read(`search=${encodeURIComponent(words)}`)).data.map(({ id }) => id);
    expect(await found("100%_nord")).toEqual(["crowd-7"]);
    expect(await found("CROWD-119@")).toEqual(["crowd-119"]);
    expect(await found("100%nord")).toEqual([]);
    for (const odd of ["page=0", "page=-3", "page=x", "page=1e9", `search=${"%25".repeat(3_000)}`])
      expect((await call(`/auth/people?${odd}`, { headers: asOperator() })).status, odd).toBe(200);
  });

  it("is closed to everyone else with one message", async () => {
    const person = await aPerson(call);
    const other = await aPerson(call);
    const cookie = { cookie: person.cookie };
    for (const headers of [{}, cookie]) {
      expect((await call("/auth/people", { headers })).status).toBe(403);
      for (const what of ["promote", "demote", "disable", "enable", "reset-link", "delete"])
        expect((await change(other.id, what, headers)).status, what).toBe(403);
      expect((await call(`/auth/people/${other.id}/belongings`, { headers })).status).toBe(403);
    }
    await signIn(call, other);
  });

  it("disables, enables, promotes and demotes", async () => {
    const person = await aPerson(call);
    expect((await change(person.id, "disable")).status).toBe(200);
    const read = () => call(`/items/user/${person.id}`, { headers: { cookie: person.cookie } });
    expect((await read()).status).toBe(401);
    await expect(signIn(call, person)).rejects.toThrow("403");
    await change(person.id, "enable");
    const cookie = await signIn(call, person);
    await change(person.id, "promote");
    expect((await call("/auth/people", { headers: { cookie } })).status).toBe(200);
    // Nobody can lock themselves out.
    expect((await change(person.id, "disable", { cookie })).status).toBe(403);
    await change(person.id, "demote");
    expect((await call("/auth/people", { headers: { cookie } })).status).toBe(403);
  });

  it("deletes a person with all data and logs it", async () => {
    const person = await aPerson(call);
    const cookie = { cookie: person.cookie };
    const shelf = await aShelf(call, { types: ["blog"], count: 1 });
    const made = { templates_id: shelf[0]?.id, title: "Mine" };
    expect((await postJson(call, "/items/documents", made, cookie)).status).toBe(200);
    const counted = await call(`/auth/people/${person.id}/belongings`, { headers: asOperator() });
    expect((await counted.json()).data).toEqual({ documents: 1, pictures: 0, ratings: 0 });

    expect((await change(person.id, "delete")).status).toBe(200);
    expect((await call("/items/documents", { headers: cookie })).status).toBe(401);
    await expect(signIn(call, person)).rejects.toThrow("401");
    const left = await withDatabase(data, ({ db }) =>
      db.selectFrom("documents").select("id").where("user_id", "=", person.id).execute(),
    );
    expect(left).toEqual([]);
    expect((await change(person.id, "delete")).status).toBe(403);
    const log = await call("/auth/actions?action=person.deleted", { headers: asOperator() });
    expect((await log.json()).data[0]).toMatchObject({
      actor: { id: operator.id },
      target: { id: person.id, name: null },
    });
  });

  it("requires a recent password to delete others, never oneself", async () => {
    const person = await aPerson(call);
    const late = await anOperator(call, data);
    const hourAgo = new Date(Date.now() - 3_600_000);
    await withDatabase(data, ({ db, dialect }) =>
      db
        .updateTable("auth_session")
        .set({ createdAt: dialect === "postgres" ? hourAgo : hourAgo.toISOString() })
        .where("userId", "=", late.id)
        .execute(),
    );
    const refused = await change(person.id, "delete", { cookie: late.cookie });
    expect((await refused.json()).code).toBe("PASSWORD_NEEDED");
    expect((await change(operator.id, "delete")).status).toBe(403);
    await signIn(call, person);
  });

  it("keeps the last operator", async () => {
    const others = await withDatabase(data, async (opened) => {
      const rows = await opened.db
        .selectFrom("auth_user")
        .select("email")
        .where("role", "=", "operator")
        .where("id", "<>", operator.id)
        .execute();
      for (const { email } of rows) await demote(opened, email, COMMAND_LINE);
      return rows;
    });
    expect(others.length).toBeGreaterThan(0);
    const leave = () => postJson(call, "/auth/delete-user", { password: operator.password }, asOperator());
    const refused = await leave();
    expect(refused.status).toBe(409);
    expect((await refused.json()).code).toBe("LAST_OPERATOR");
    expect((await call("/auth/people", { headers: asOperator() })).status).toBe(200);

    // Two operators delete each other at once: one remains.
    const second = await anOperator(call, data);
    const statuses = await Promise.all([
      change(second.id, "delete").then(({ status }) => status),
      change(operator.id, "delete", { cookie: second.cookie }).then(({ status }) => status),
    ]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    if (statuses[1] === 200) operator = second;
  });

  it("creates a reset link that works once", async () => {
    const person = await aPerson(call);
    const answer = await change(person.id, "reset-link");
    const { link } = ((await answer.json()) as { data: { link: string } }).data;
    const token = new URL(link, "http://x").searchParams.get("token");
    const reset = (newPassword: string) => postJson(call, "/auth/reset-password", { token, newPassword });
    expect((await reset("handed over password")).status).toBe(200);
    expect((await reset("a second new password")).status).toBe(400);
    await signIn(call, { ...person, password: "handed over password" });
    expect((await change("01900000-0000-7000-8000-000000000000", "reset-link")).status).toBe(403);
  });
});
