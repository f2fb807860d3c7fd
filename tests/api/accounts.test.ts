import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { disable, enable, promote } from "../../server/accounts/operators.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { aResetToken, openAccounts, type TestAccounts } from "../support/accounts.ts";
import { describeOnDatabases } from "../support/databases.ts";
import { aPerson, cookieFrom, postJson, signIn } from "../support/people.ts";
import { setPasswordCost } from "../support/quick-password-hashes.ts";

const TOKEN = "an-operator-token-of-some-length";
const WRONG = "not the right password";

describeOnDatabases("accounts on $name, without a mail server", (testDatabase) => {
  let site: TestAccounts;
  const call: TestAccounts["call"] = (path, init) => site.call(path, init);
  const whoIs = (headers: Record<string, string>) =>
    site.accounts.whoIs(new Request("http://localhost/items/templates", { headers }));
  const personal = async (cookie: string) =>
    (await call("/auth/list-sessions", { headers: { cookie } })).status;

  beforeAll(async () => {
    site = await openAccounts(testDatabase, { OPERATOR_TOKEN: TOKEN });
  });
  afterAll(() => site.close());
  afterEach(() => setPasswordCost("next to nothing"));

  it("creates account, profile and session at sign-up", async () => {
    const person = await aPerson(call, { name: "Ada Lovelace" });
    const { db } = site.database;
    expect(await db.selectFrom("user").selectAll().where("id", "=", person.id).execute()).toMatchObject([
      {
        id: person.id,
        avatar: "/avatar-placeholder.svg",
        name: "Ada Lovelace",
        email: person.email,
        profession: null,
        phone_number: null,
        bio: null,
        photo: null,
        language: null,
      },
    ]);
    const session = await call("/auth/get-session", { headers: { cookie: person.cookie } });
    expect(await session.json()).toMatchObject({
      user: { id: person.id, email: person.email, role: "person" },
    });
    expect(await whoIs({ cookie: person.cookie })).toMatchObject({ role: "person", userId: person.id });
  });

  it("stores the language of the page at sign-up", async () => {
    const email = "anna@example.org";
    const person = { name: "Anna", email, password: "correct horse battery" };
    await postJson(call, "/auth/sign-up/email", person, { "accept-language": "de" });
    // Another sign-up with the same address changes nothing.
    await postJson(call, "/auth/sign-up/email", person, { "accept-language": "ar" });
    const { db } = site.database;
    const stored = await db.selectFrom("user").select("language").where("email", "=", email).execute();
    expect(stored).toEqual([{ language: "de" }]);
  });

  it("lists sessions a day after signing in, with how they began", async () => {
    const { id, cookie } = await aPerson(call);
    const { db, dialect } = site.database;
    const before = new Date(Date.now() - 25 * 60 * 60_000);
    const createdAt = dialect === "postgres" ? before : before.toISOString();
    await db.updateTable("auth_session").set({ createdAt }).where("userId", "=", id).execute();
    const listed = await call("/auth/list-sessions", { headers: { cookie } });
    expect(await listed.json()).toMatchObject([{ userId: id, signedInWith: "password" }]);
  });

  it("logs a changed password and ended sessions", async () => {
    const { id, cookie, ...person } = await aPerson(call);
    await signIn(call, person);
    const headers = { cookie };
    expect((await postJson(call, "/auth/revoke-other-sessions", {}, headers)).status).toBe(200);
    const given = { currentPassword: person.password, newPassword: "another long password" };
    expect((await postJson(call, "/auth/change-password", given, headers)).status).toBe(200);
    const { db } = site.database;
    const logged = await db
      .selectFrom("actions")
      .select("action")
      .where("actor_id", "=", id)
      .orderBy("id")
      .execute();
    expect(logged.map(({ action }) => action)).toEqual(["sessions.ended", "password.changed"]);
  });

  it("never leaves an account without a profile", async () => {
    const { db } = site.database;
    const tries = Array.from({ length: 8 }, () =>
      postJson(call, "/auth/sign-up/email", {
        name: "Twice",
        email: "twice@example.org",
        password: "correct horse battery",
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const [accounts, profiles] = await Promise.all([
      db.selectFrom("auth_user").select("id").orderBy("id").execute(),
      db.selectFrom("user").select("id").orderBy("id").execute(),
    ]);
    expect(profiles).toEqual(accounts);
    await expect(
      db
        .insertInto("user")
        .values({ id: "nobody", avatar: "", name: "", email: "nobody@example.org" })
        .execute(),
    ).rejects.toThrow();
  });

  it("hides the session cookie from scripts and other sites", async () => {
    const { email, password } = await aPerson(call);
    const answer = await postJson(call, "/auth/sign-in/email", { email, password });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^typecase\.session_token=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^typecase\.device=.+; Max-Age=31536000; Path=\/auth; HttpOnly; SameSite=Lax$/),
    ]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("answers unknown accounts and wrong passwords alike", async () => {
    setPasswordCost("as in production");
    const known = await aPerson(call);
    const tryOut = async (email: string, address: string) => {
      const began = performance.now();
      const answer = await postJson(site.from(address), "/auth/sign-in/email", { email, password: WRONG });
      const time = performance.now() - began;
      return { seen: { status: answer.status, body: await answer.text() }, time };
    };
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 8; round++) {
      const address = `198.51.100.${round}`;
      const wrong = await tryOut(known.email, address);
      const unknown = await tryOut(`nobody-${round}@example.org`, address);
      expect(unknown.seen).toEqual(wrong.seen);
      expect(wrong.seen.status).toBe(401);
      times.known?.push(wrong.time);
      times.unknown?.push(unknown.time);
    }
    const range = (of: string) => [Math.min(...(times[of] ?? [])), Math.max(...(times[of] ?? []))] as const;
    const [known_, unknown_] = [range("known"), range("unknown")];
    expect(known_[0]).toBeLessThanOrEqual(unknown_[1]);
    expect(unknown_[0]).toBeLessThanOrEqual(known_[1]);
  });

  it("says that an address is taken, and limits how often", async () => {
    const { email } = await aPerson(call);
    const again = () =>
      postJson(site.from("203.0.113.9"), "/auth/sign-up/email", {
        name: "Eve",
        email: email.toUpperCase(),
        password: "another password",
      });
    const first = await again();
    expect(first.status).toBe(422);
    expect(await first.json()).toMatchObject({ code: expect.stringMatching(/EXISTS/) });
    const statuses = [];
    for (let tries = 0; tries < 6; tries++) statuses.push((await again()).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429]);
  });

  it("replaces the session token at sign-in", async () => {
    const person = await aPerson(call);
    const { email, password } = person;
    const answer = await postJson(
      call,
      "/auth/sign-in/email",
      { email, password },
      { cookie: person.cookie },
    );
    const cookie = cookieFrom(answer);
    expect(cookie).not.toBe(person.cookie);
    expect(await personal(cookie)).toBe(200);
    expect(await personal(person.cookie)).toBe(401);
  });

  it("rejects a cookie after sign-out", async () => {
    const { cookie } = await aPerson(call);
    expect(await personal(cookie)).toBe(200);
    expect((await postJson(call, "/auth/sign-out", {}, { cookie })).status).toBe(200);
    expect(await personal(cookie)).toBe(401);
    expect(await whoIs({ cookie })).toEqual({ role: "visitor", sessionEnded: true });
  });

  it("rejects cookies and sign-in of a disabled account", async () => {
    const person = await aPerson(call);
    expect(await disable(site.database, person.email, COMMAND_LINE)).toBe(true);
    expect(await personal(person.cookie)).toBe(401);
    expect(await whoIs({ cookie: person.cookie })).toEqual({ role: "visitor", sessionEnded: true });
    const refused = await postJson(call, "/auth/sign-in/email", person);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "ACCOUNT_DISABLED" });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await enable(site.database, person.email, COMMAND_LINE)).toBe(true);
    expect(await personal(person.cookie)).toBe(401);
    expect(await personal(await signIn(call, person))).toBe(200);
  });

  it("ends other sessions and reset links when the password changes", async () => {
    const person = await aPerson(call);
    const elsewhere = await signIn(call, person);
    const token = await aResetToken(site, person.email);
    const change = (currentPassword: string, cookie: string) =>
      postJson(
        call,
        "/auth/change-password",
        { currentPassword, newPassword: "my second password" },
        { cookie },
      );
    expect((await change(WRONG, person.cookie)).status).toBe(400);
    const changed = await change(person.password, person.cookie);
    expect(changed.status).toBe(200);
    expect(await personal(cookieFrom(changed))).toBe(200);
    expect(await personal(elsewhere)).toBe(401);
    expect(await personal(person.cookie)).toBe(401);
    const late = await postJson(call, "/auth/reset-password", { token, newPassword: "a late new password" });
    expect(late.status).toBe(400);
  });

  it("changes login and profile together when the email address changes", async () => {
    const person = await aPerson(call);
    const other = await aPerson(call);
    const change = (newEmail: string, password: string) =>
      postJson(call, "/auth/change-email", { newEmail, password }, { cookie: person.cookie });
    expect((await change("fresh@example.org", WRONG)).status).toBe(400);
    expect((await change(other.email, person.password)).status).toBe(422);
    expect((await change(" Fresh@Example.org ", person.password)).status).toBe(200);
    const { db } = site.database;
    for (const table of ["auth_user", "user"] as const)
      expect(await db.selectFrom(table).select("email").where("id", "=", person.id).execute()).toEqual([
        { email: "fresh@example.org" },
      ]);
    expect(await whoIs({ cookie: person.cookie })).toMatchObject({ email: "fresh@example.org" });
    expect((await postJson(call, "/auth/sign-in/email", person)).status).toBe(401);
    await signIn(call, { ...person, email: "fresh@example.org" });
  });

  it("uses a changed profile name as the account's name", async () => {
    const person = await aPerson(call);
    const { db } = site.database;
    await db.updateTable("user").set({ name: "New Name" }).where("id", "=", person.id).execute();
    const session = await call("/auth/get-session", { headers: { cookie: person.cookie } });
    expect(await session.json()).toMatchObject({ user: { name: "New Name" } });
  });

  it("lists and ends the person's own sessions only", async () => {
    const person = await aPerson(call);
    const elsewhere = await signIn(site.from("198.51.100.77"), person);
    const stranger = await aPerson(call);
    const list = async (cookie: string) =>
      (await (await call("/auth/list-sessions", { headers: { cookie } })).json()) as {
        token: string;
        ipAddress: string;
      }[];
    const sessions = await list(person.cookie);
    expect(sessions.map(({ ipAddress }) => ipAddress).sort()).toEqual(["192.0.2.1", "198.51.100.77"]);
    const { token } = sessions.find(({ ipAddress }) => ipAddress === "198.51.100.77") as { token: string };
    await postJson(call, "/auth/revoke-session", { token }, { cookie: stranger.cookie });
    expect(await personal(elsewhere)).toBe(200);
    await postJson(call, "/auth/revoke-session", { token }, { cookie: person.cookie });
    expect(await personal(elsewhere)).toBe(401);
    expect(await personal(person.cookie)).toBe(200);
  });

  it("requires the password to delete the account and leaves nothing", async () => {
    const person = await aPerson(call);
    const { db } = site.database;
    await db.insertInto("saved_templates").values({ id: person.id, user_id: person.id, rev: 1 }).execute();
    const remove = (password: string) =>
      postJson(call, "/auth/delete-user", { password }, { cookie: person.cookie });
    expect((await remove(WRONG)).status).toBe(400);
    expect((await postJson(call, "/auth/delete-user", {}, { cookie: person.cookie })).status).toBe(400);
    expect((await remove(person.password)).status).toBe(200);
    for (const [table, column] of [
      ["auth_user", "id"],
      ["user", "id"],
      ["auth_session", "userId"],
      ["auth_account", "userId"],
      ["saved_templates", "user_id"],
    ] as const)
      expect(
        await db
          .selectFrom(table)
          .select(db.fn.countAll().as("rows"))
          .where(column as never, "=", person.id as never)
          .executeTakeFirst(),
        table,
      ).toEqual({ rows: 0 });
    expect(await personal(person.cookie)).toBe(401);
    await aPerson(call, { email: person.email });
  });

  it("allows promotion to operator only by the command line", async () => {
    const answer = await postJson(call, "/auth/sign-up/email", {
      name: "Mallory",
      email: "mallory@example.org",
      password: "correct horse battery",
      role: "operator",
      disabledAt: null,
      emailVerified: true,
    });
    const cookie = cookieFrom(answer);
    expect(await whoIs({ cookie })).toMatchObject({ role: "person" });
    expect((await postJson(call, "/auth/update-user", { role: "operator" }, { cookie })).status).toBe(404);
    expect(await promote(site.database, "Mallory@example.org", COMMAND_LINE)).toBe(true);
    expect(await whoIs({ cookie })).toMatchObject({ role: "operator", email: "mallory@example.org" });
    expect(await promote(site.database, "nobody-here@example.org", COMMAND_LINE)).toBe(false);
  });

  it("accepts OPERATOR_TOKEN for templates and rejects other tokens", async () => {
    expect(await whoIs({ authorization: `Bearer ${TOKEN}` })).toEqual({
      role: "token",
      tokenId: "OPERATOR_TOKEN",
      scope: "templates:write",
      userId: null,
      email: null,
      sessionId: null,
    });
    const { cookie } = await aPerson(call);
    for (const authorization of [
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      "Bearer ",
      "Bearer",
      "bearer abc",
    ])
      await expect(whoIs({ authorization, cookie })).rejects.toMatchObject({
        status: 401,
        code: "INVALID_CREDENTIALS",
      });
    expect(await whoIs({})).toEqual({ role: "visitor" });
    expect(await whoIs({ cookie: "theme=dark" })).toEqual({ role: "visitor" });
  });

  it("treats a tampered cookie as an expired session", async () => {
    const [cookie = ""] = (await aPerson(call)).cookie.split("; ");
    for (const forged of [
      cookie.replace("=", "=x"),
      cookie.slice(0, -12),
      "typecase.session_token=%ZZ",
      "typecase.session_token=",
    ])
      expect(await whoIs({ cookie: forged }), forged).toMatchObject({ role: "visitor", sessionEnded: true });
  });

  it("shares sessions between two nodes", async () => {
    const { cookie } = await aPerson(call);
    const node = await site.anotherNode();
    expect((await node("/auth/list-sessions", { headers: { cookie } })).status).toBe(200);
  });
});
