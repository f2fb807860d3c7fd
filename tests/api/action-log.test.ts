import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTIONS_PER_PAGE, ACTIONS_SHOWN } from "../../contract/limits.ts";
import type { ListedAction } from "../../contract/people/actions.ts";
import { COMMAND_LINE, deleteOldActions, recordActions } from "../../server/actions/action-log.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { codeFor } from "../support/one-time-codes.ts";
import { anOperator, aToken } from "../support/operators.ts";
import { aPerson, type Call, cookieFrom, type Person, postJson, signIn } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("the action log on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let operator: Person;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const asTheOperator = () => ({ cookie: operator.cookie });
  const read = async (query: Record<string, string>) => {
    const answer = await call(`/auth/actions?${new URLSearchParams(query)}`, { headers: asTheOperator() });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    return (await answer.json()) as { data: ListedAction[]; meta: { filter_count: number } };
  };
  const lines = async (query: Record<string, string>) => (await read(query)).data;
  const act = async (id: string, what: string) =>
    expect((await postJson(call, `/auth/people/${id}/${what}`, {}, asTheOperator())).status).toBe(200);

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
    operator = await anOperator(call, data);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it("shows current names and links", async () => {
    const [template] = await aShelf(call, { types: ["slips"], count: 1 });
    const [added] = await lines({ action: "template.created" });
    expect(added).toMatchObject({
      actor: { kind: "token", id: "OPERATOR_TOKEN", name: "OPERATOR_TOKEN" },
      target: { kind: "template", id: template?.id, name: "slips number 1", url: "/slips/slips-number-1" },
    });
    const [type] = await lines({ action: "type.created" });
    expect(type?.target).toMatchObject({ kind: "type", name: "slips pieces", url: "/slips" });
    await aToken(data, "messages:read");
    const [token] = await lines({ action: "token.created" });
    expect(token).toMatchObject({
      actor: { kind: "command line" },
      target: { name: expect.stringMatching(/^token \d+$/) },
    });

    const person = await aPerson(call, { name: "Before" });
    await act(person.id, "disable");
    await act(person.id, "enable");
    await call(`/items/user/${person.id}`, { method: "GET", headers: asTheOperator() });
    const about = await lines({ who: person.email });
    expect(about.map(({ action }) => action).sort()).toEqual(["person.disabled", "person.enabled"]);
    for (const line of about)
      expect(line).toMatchObject({
        actor: { kind: "person", id: operator.id, name: operator.name, email: operator.email },
        target: { kind: "person", id: person.id, name: "Before", email: person.email },
      });
  });

  it("says that a new password ended other sessions, which it did everywhere", async () => {
    const person = await aPerson(call);
    const browser = await signIn(call, person);
    const { email, password } = person;
    const { data: tokens } = await (await postJson(call, "/auth/login", { email, password })).json();
    const change = (cookie: string, currentPassword: string, newPassword: string) =>
      postJson(call, "/auth/change-password", { currentPassword, newPassword }, { cookie });
    const answer = await change(person.cookie, password, "another long password");
    expect(answer.status).toBe(200);
    const elsewhere: [string, RequestInit][] = [
      ["/users/me", { headers: { cookie: browser } }],
      ["/items/documents", { headers: { cookie: browser } }],
      ["/auth/list-sessions", { headers: { cookie: browser } }],
      ["/users/me", { headers: { cookie: person.cookie } }],
      ["/users/me", { headers: { authorization: `Bearer ${tokens.access_token}` } }],
      ["/items/documents", { headers: { authorization: `Bearer ${tokens.access_token}` } }],
    ];
    for (const [path, init] of elsewhere) expect((await call(path, init)).status, path).toBe(401);
    expect((await postJson(call, "/auth/refresh", { refresh_token: tokens.refresh_token })).status).toBe(401);
    const cookie = cookieFrom(answer);
    expect((await call("/users/me", { headers: { cookie } })).status).toBe(200);
    const logged = async () => (await lines({ who: email })).map(({ action }) => action).sort();
    expect(await logged()).toEqual(["password.changed", "sessions.ended"]);
    expect((await change(cookie, "another long password", "a third long password")).status).toBe(200);
    expect(await logged()).toEqual(["password.changed", "password.changed", "sessions.ended"]);
  });

  it("records ended sessions only if one ended, and nobody ends another person's", async () => {
    const [person, other] = [await aPerson(call), await aPerson(call)];
    const session = async (cookie: string) =>
      (await (await call("/auth/get-session", { headers: { cookie } })).json())?.session;
    const end = async (what: string, body: object = {}) =>
      expect((await postJson(call, `/auth/revoke-${what}`, body, { cookie: person.cookie })).status).toBe(
        200,
      );
    const logged = async ({ email }: Person) =>
      (await lines({ who: email })).map(({ action }) => action).sort();

    await end("session", { token: (await session(other.cookie)).token });
    await end("session", { token: "t".repeat(32) });
    await end("other-sessions");
    expect(await session(other.cookie)).toMatchObject({ userId: other.id });
    expect([await logged(person), await logged(other)]).toEqual([[], []]);

    const [first, second] = [await signIn(call, person), await signIn(call, person)];
    const { token } = await session(first);
    await end("session", { token });
    expect(await session(first)).toBeUndefined();
    expect(await session(second)).toMatchObject({ userId: person.id });
    expect(await session(person.cookie)).toMatchObject({ userId: person.id });
    expect(await logged(person)).toEqual(["sessions.ended"]);
    await end("session", { token });
    expect(await logged(person)).toEqual(["sessions.ended"]);
    await end("other-sessions");
    expect(await session(second)).toBeUndefined();
    expect(await logged(person)).toEqual(["sessions.ended", "sessions.ended"]);
  });

  it("says that turning on two-factor sign-in ended other sessions, if there were any", async () => {
    for (const others of [0, 1]) {
      const person = await aPerson(call);
      const { cookie, password, email } = person;
      for (let made = 0; made < others; made++) await signIn(call, person);
      const begun = await postJson(call, "/auth/two-factor/enable", { password }, { cookie });
      const { totpURI } = (await begun.json()) as { totpURI: string };
      const code = await codeFor(new URL(totpURI).searchParams.get("secret") ?? "");
      const turnedOn = await postJson(call, "/auth/two-factor/verify-totp", { code }, { cookie });
      expect(turnedOn.status).toBe(200);
      const logged = (await lines({ who: email })).map(({ action }) => action).sort();
      expect(logged).toEqual([...(others ? ["sessions.ended"] : []), "two-factor.on"]);
    }
  });

  it("retains entries for a year and protects younger ones", async () => {
    const now = Date.now();
    const day = 86_400_000;
    const ages = [400, 367, 360, 1];
    const left = await withDatabase(data, async ({ db }) => {
      for (const age of ages) {
        const target = { kind: "template" as const, ids: [`aged-${age}`] };
        await recordActions(db, COMMAND_LINE, "template.changed", target, new Date(now - age * day));
      }
      const aged = db.selectFrom("actions").select("target_id").where("target_id", "like", "aged-%");
      const younger = db.deleteFrom("actions").where("target_id", "=", "aged-360");
      await expect(younger.execute()).rejects.toThrow(/append-only for a year/);
      await deleteOldActions({ db }, new Date(now));
      return aged.orderBy("id").execute();
    });
    expect(left.map(({ target_id }) => target_id)).toEqual(["aged-360", "aged-1"]);
  });

  it("exports a filtered CSV without formulas", async () => {
    const person = await aPerson(call, { name: '=SUM(1), "so"' });
    await act(person.id, "disable");
    const answer = await call(`/auth/actions.csv?who=${encodeURIComponent(person.email)}`, {
      headers: asTheOperator(),
    });
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="log.csv"');
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [head, line, ...others] = (await answer.text()).trim().split("\r\n");
    expect(head?.slice(-20)).toBe(",on,on id,on name,on email".slice(-20));
    expect(line).toContain(
      `person.disabled,person,${operator.id},${operator.name},${operator.email},person,`,
    );
    expect(line).toContain(`"'=SUM(1), ""so""",${person.email}`);
    expect(others).toEqual([]);
    expect((await call("/auth/actions.csv", { headers: { cookie: person.cookie } })).status).toBe(403);
  });

  it("records the deletion of an account by id only", async () => {
    const person = await aPerson(call, { name: "Soon Gone" });
    await act(person.id, "disable");
    await act(person.id, "enable");
    const again = await postJson(call, "/auth/sign-in/email", person);
    const cookie = again.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    const refused = await postJson(call, "/auth/delete-user", { password: "not this one" }, { cookie });
    expect(refused.status).toBe(400);
    expect((await lines({ action: "person.deleted", who: person.id })).length).toBe(0);
    const { password } = person;
    expect((await postJson(call, "/auth/delete-user", { password }, { cookie })).status).toBe(200);
    const about = await lines({ who: person.id });
    expect(about.map(({ action }) => action).sort()).toEqual([
      "person.deleted",
      "person.disabled",
      "person.enabled",
    ]);
    const gone = { kind: "person", id: person.id, name: null, email: null };
    for (const { action, actor, target } of about) {
      expect(target).toMatchObject(gone);
      expect(actor).toMatchObject(action === "person.deleted" ? gone : { id: operator.id });
    }
    expect(JSON.stringify(await lines({}))).not.toContain(person.email);
  });

  it("records wrong passwords of operators only", async () => {
    const person = await aPerson(call);
    for (const { cookie } of [operator, person])
      expect((await postJson(call, "/auth/confirm-password", { password: "wrong" }, { cookie })).status).toBe(
        400,
      );
    const refused = await lines({ action: "password.refused" });
    expect(refused.map(({ actor, target }) => [actor.id, target.id])).toEqual([[operator.id, operator.id]]);
  });

  it("filters by action, person and part of a name without wildcards", async () => {
    const person = await aPerson(call, { name: "Ola 100%_Nordmann" });
    await act(person.id, "disable");
    await act(person.id, "enable");
    expect((await lines({ who: "100%_nord" })).length).toBe(2);
    expect((await lines({ who: "100%nord" })).length).toBe(0);
    expect((await lines({ who: "100%_nord", action: "person.enabled" })).length).toBe(1);
    expect((await lines({ who: "nobody at all" })).length).toBe(0);
    const all = (await read({})).meta.filter_count;
    for (const odd of [{ action: "no.such" }, { page: "0" }, { page: "x" }] as Record<string, string>[])
      expect((await read(odd)).meta.filter_count).toBe(all);
    expect((await lines({ who: "\u0000'; drop table actions" })).length).toBe(0);
  });

  it("pages through the newest ten thousand entries", async () => {
    const many = ACTIONS_SHOWN + 5;
    await withDatabase(data, async ({ db }) => {
      for (let at = 0; at < many; at += 500) {
        const ids = Array.from({ length: Math.min(500, many - at) }, (_, index) => `t-${at + index}`);
        await recordActions(db, COMMAND_LINE, "template.changed", { kind: "template", ids }, new Date());
      }
    });
    const seen = new Set<string>();
    const { data: first, meta } = await read({});
    expect(meta.filter_count).toBe(ACTIONS_SHOWN);
    for (const page of [2, 3, ACTIONS_SHOWN / ACTIONS_PER_PAGE])
      for (const { id } of await lines({ page: String(page) })) seen.add(id);
    for (const { id } of first) seen.add(id);
    expect(seen.size).toBe(4 * ACTIONS_PER_PAGE);
    expect(first.every(({ target }) => target.name === null && target.url === null)).toBe(true);
    expect((await read({ action: "person.promoted" })).meta.filter_count).toBe(0);
  });
});
