import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases, type Place } from "../support/databases.ts";
import { aPerson, type Call, postJson, signIn } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describe.each(databases)("the operators' list of people, on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const change = (id: string, what: string, headers: Record<string, string> = asOperator) =>
    postJson(call, `/auth/people/${id}/${what}`, {}, headers);
  beforeAll(async () => {
    data = await place();
    server = await startServer({ environment: { ...data.environment, OPERATOR_TOKEN } });
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it("is read by operators, without a secret", async () => {
    const person = await aPerson(call);
    const answer = await call("/auth/people", { headers: asOperator });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const { data: people } = (await answer.json()) as { data: Record<string, unknown>[] };
    const listed = people.find(({ id }) => id === person.id);
    expect(Object.keys(listed ?? {}).sort()).toEqual(
      ["date_created", "disabled", "email", "id", "name", "role"].sort(),
    );
  });

  it("is closed to everybody else, in one wording", async () => {
    const person = await aPerson(call);
    const other = await aPerson(call);
    const cookie = { cookie: person.cookie };
    for (const headers of [{}, cookie]) {
      expect((await call("/auth/people", { headers })).status).toBe(403);
      for (const what of ["promote", "demote", "disable", "enable", "reset-link"])
        expect((await change(other.id, what, headers)).status, what).toBe(403);
    }
    await signIn(call, other);
  });

  it("disables at once, enables, promotes and demotes", async () => {
    const person = await aPerson(call);
    expect((await change(person.id, "disable")).status).toBe(200);
    const read = () => call(`/items/user/${person.id}`, { headers: { cookie: person.cookie } });
    expect((await read()).status).toBe(401);
    await expect(signIn(call, person)).rejects.toThrow("403");
    await change(person.id, "enable");
    const cookie = await signIn(call, person);
    await change(person.id, "promote");
    expect((await call("/auth/people", { headers: { cookie } })).status).toBe(200);
    // Nobody locks themselves out.
    expect((await change(person.id, "disable", { cookie })).status).toBe(403);
    await change(person.id, "demote");
    expect((await call("/auth/people", { headers: { cookie } })).status).toBe(403);
  });

  it("hands out a reset link that works once", async () => {
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
