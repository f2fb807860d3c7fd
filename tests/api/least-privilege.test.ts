import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeToken } from "../../server/accounts/access-tokens.ts";
import { COMMAND_LINE, type LoggedAction, readActions } from "../../server/actions/action-log.ts";
import { withDatabase } from "../support/database-schema.ts";
import { databases, type Place } from "../support/databases.ts";
import { anOperator, aToken } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

const LETTER = { name: "N", email: "n@example.org", subject: "S", message: "M" };

describe.each(databases)("least privilege on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let operator: Person;
  let person: Person;
  let letter: string;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const asTheOperator = () => ({ cookie: operator.cookie });
  const statusOf = async (answering: Promise<Response>) => (await answering).status;
  const refusalOf = async (answer: Response) => {
    const [error] = ((await answer.json()) as { errors: { message: string; extensions: { code: string } }[] })
      .errors;
    return { status: answer.status, code: error?.extensions.code, message: error?.message };
  };
  const logged = (): Promise<LoggedAction[]> => withDatabase(data, ({ db }) => readActions(db, 1_000));

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    operator = await anOperator(call, data);
    person = await aPerson(call);
    const sent = await postJson(call, "/items/contact_messages", LETTER);
    letter = ((await sent.json()) as { data: { id: string } }).data.id;
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it("OPERATOR_TOKEN changes templates and types and nothing else", async () => {
    const type = { id: "slips", singular: "Slip", plural: "Slips", categories: [{ slug: "a", label: "A" }] };
    expect(await statusOf(postJson(call, "/items/types", type, asOperator))).toBe(200);
    const template = { template_name: "Slip", type: "slips", category: "a" };
    expect(await statusOf(postJson(call, "/items/templates", template, asOperator))).toBe(200);

    const send = (method: string, path: string, body?: unknown) =>
      call(path, {
        method,
        headers: { ...asOperator, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    for (const what of ["promote", "demote", "disable", "enable", "reset-link"])
      expect(await statusOf(send("POST", `/auth/people/${person.id}/${what}`, {})), what).toBe(403);
    for (const path of [
      "/auth/people",
      "/auth/my-data",
      "/items/user",
      `/items/user/${person.id}`,
      "/items/user?aggregate[count]=*",
      "/items/contact_messages",
      `/items/contact_messages/${letter}`,
      "/items/documents",
      "/items/history",
      "/items/saved_templates",
    ])
      expect(await statusOf(send("GET", path)), path).toBe(403);
    expect(await statusOf(send("PATCH", `/items/user/${person.id}`, { name: "Taken" }))).toBe(403);
    expect(await statusOf(send("PATCH", `/items/contact_messages/${letter}`, { state: "closed" }))).toBe(403);
    expect(await statusOf(send("DELETE", `/items/contact_messages/${letter}`))).toBe(403);
    expect(await statusOf(send("POST", "/auth/delete-user", { password: person.password }))).toBe(401);
    const { id, email } = person;
    const stored = await withDatabase(data, ({ db }) =>
      db.selectFrom("auth_user").select(["role", "disabledAt"]).where("id", "=", id).executeTakeFirst(),
    );
    expect(stored, email).toEqual({ role: "person", disabledAt: null });
  });

  it("tokens allow what their scopes say and nothing else", async () => {
    const headers = await aToken(data, "messages:read");
    expect(await statusOf(call("/items/contact_messages", { headers }))).toBe(200);
    expect(await statusOf(call("/items/templates", { headers }))).toBe(200);
    expect(await statusOf(call("/items/user", { headers }))).toBe(403);
    expect(await statusOf(call("/auth/people", { headers }))).toBe(403);
    expect(await statusOf(call("/files", { headers }))).toBe(403);
    expect(await statusOf(postJson(call, "/items/contact_messages", LETTER, headers))).toBe(403);
    const template = { template_name: "No", type: "slips", category: "a" };
    expect(await statusOf(postJson(call, "/items/templates", template, headers))).toBe(403);
    expect(await statusOf(call(`/items/contact_messages/${letter}`, { method: "DELETE", headers }))).toBe(
      403,
    );
  });

  it("expired and revoked tokens get 401 with the reason", async () => {
    const ended = await aToken(data, "messages:read", new Date("2020-01-31T23:59:59.999Z"));
    expect(await refusalOf(await call("/items/contact_messages", { headers: ended }))).toEqual({
      status: 401,
      code: "TOKEN_EXPIRED",
      message: "This access token ended on 2020-01-31. Ask for a new one.",
    });
    const revoked = await aToken(data, "messages:read");
    expect(await statusOf(call("/items/contact_messages", { headers: revoked }))).toBe(200);
    await withDatabase(data, async (database) => {
      const { db } = database;
      const newest = await db
        .selectFrom("access_tokens")
        .select(["id", "hash", "last_used_at"])
        .orderBy("created_at", "desc")
        .executeTakeFirstOrThrow();
      expect(newest.last_used_at).not.toBeNull();
      // Only its hash is stored.
      expect(newest.hash).not.toContain(revoked.authorization.slice(-20));
      expect(await revokeToken(database, newest.id, COMMAND_LINE)).toBe(true);
      expect(await revokeToken(database, newest.id, COMMAND_LINE)).toBe(false);
    });
    expect(await refusalOf(await call("/items/contact_messages", { headers: revoked }))).toMatchObject({
      status: 401,
      code: "TOKEN_EXPIRED",
      message: expect.stringContaining("was revoked on"),
    });
    const unknown = { authorization: "Bearer typecase_nothing-of-ours" };
    expect(await refusalOf(await call("/items/templates", { headers: unknown }))).toMatchObject({
      status: 401,
      code: "INVALID_CREDENTIALS",
    });
  });

  it("operators sign in again before promoting people and creating reset links", async () => {
    const other = await aPerson(call);
    const act = async (what: string) =>
      refusalIfAny(await postJson(call, `/auth/people/${other.id}/${what}`, {}, asTheOperator()));
    const confirm = (password: string) =>
      statusOf(postJson(call, "/auth/confirm-password", { password }, asTheOperator()));
    // Half an hour ago.
    await withDatabase(data, ({ db, dialect }) => {
      const began = new Date(Date.now() - 30 * 60_000);
      return db
        .updateTable("auth_session")
        .set({ createdAt: dialect === "postgres" ? began : began.toISOString() })
        .where("userId", "=", operator.id)
        .execute();
    });
    for (const what of ["promote", "reset-link"])
      expect(await act(what), what).toMatchObject({ status: 403, code: "PASSWORD_NEEDED" });
    for (const what of ["disable", "enable"]) expect(await act(what), what).toEqual({ status: 200 });
    expect(await confirm("not the password")).toBe(400);
    expect(await act("promote")).toMatchObject({ status: 403, code: "PASSWORD_NEEDED" });
    expect(await confirm(operator.password)).toBe(200);
    for (const what of ["promote", "demote", "reset-link"])
      expect(await act(what), what).toEqual({ status: 200 });
    expect(await statusOf(postJson(call, "/auth/confirm-password", { password: "x" }))).toBe(401);
  });

  it("the action log records who did what by id", async () => {
    const other = await aPerson(call);
    for (const what of ["disable", "enable", "promote", "demote", "reset-link"])
      expect(await statusOf(postJson(call, `/auth/people/${other.id}/${what}`, {}, asTheOperator()))).toBe(
        200,
      );
    const made = await postJson(
      call,
      "/items/templates",
      { template_name: "Logged", type: "slips", category: "a" },
      asOperator,
    );
    const { id } = ((await made.json()) as { data: { id: string } }).data;
    await call(`/items/templates/${id}`, {
      method: "PATCH",
      headers: { ...asTheOperator(), "content-type": "application/json" },
      body: JSON.stringify({ description: "Other" }),
    });
    expect(await statusOf(call(`/items/templates/${id}`, { method: "DELETE", headers: asOperator }))).toBe(
      204,
    );

    const lines = await logged();
    const about = (target: string) =>
      lines
        .filter(({ target_id }) => target_id === target)
        .map(({ action, actor_kind, actor_id, target_kind }) => ({
          action,
          actor_kind,
          actor_id,
          target_kind,
        }))
        .sort((a, b) => a.action.localeCompare(b.action));
    const byOperator = { actor_kind: "person", actor_id: operator.id };
    const byToken = { actor_kind: "token", actor_id: "OPERATOR_TOKEN" };
    expect(about(other.id)).toEqual(
      ["person.demoted", "person.disabled", "person.enabled", "person.promoted", "reset-link.made"].map(
        (action) => ({ action, ...byOperator, target_kind: "person" }),
      ),
    );
    expect(about(id)).toEqual([
      { action: "template.changed", ...byOperator, target_kind: "template" },
      { action: "template.created", ...byToken, target_kind: "template" },
      { action: "template.deleted", ...byToken, target_kind: "template" },
    ]);
    expect(about(operator.id)).toEqual([
      { action: "password.refused", ...byOperator, target_kind: "person" },
      { action: "person.promoted", actor_kind: "command line", actor_id: null, target_kind: "person" },
    ]);
    const said = JSON.stringify(lines);
    for (const personal of [other.email, other.name, operator.email]) expect(said).not.toContain(personal);
  });

  it("rejected changes are not logged", async () => {
    const before = (await logged()).length;
    const nowhere = { template_name: "Nowhere", type: "no-such-type", category: "a" };
    expect(await statusOf(postJson(call, "/items/templates", nowhere, asOperator))).toBe(400);
    expect(await statusOf(postJson(call, `/auth/people/nobody/promote`, {}, asTheOperator()))).toBe(403);
    expect(await logged()).toHaveLength(before);
  });

  it("log entries can't be changed or deleted", async () => {
    const before = await logged();
    for (const change of [
      sql`update actions set actor_id = null`,
      sql`delete from actions`,
      sql`delete from actions where id = ${before[0]?.id}`,
    ])
      await expect(withDatabase(data, ({ db }) => change.execute(db))).rejects.toThrow(/append-only/);
    expect(await logged()).toEqual(before);
  });

  async function refusalIfAny(answer: Response) {
    return answer.ok ? { status: answer.status } : refusalOf(answer);
  }
});
