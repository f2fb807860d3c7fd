import { afterAll, beforeAll, expect, it } from "vitest";
import type { Security } from "../../contract/people/sign-in.ts";
import { promote, turnOffTwoFactor } from "../../server/accounts/operators.ts";
import { acceptSigningKey } from "../../server/accounts/signing-key.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { aResetToken, openAccounts, type TestAccounts } from "../support/accounts.ts";
import { describeOnDatabases } from "../support/databases.ts";
import { base32, codeFor } from "../support/one-time-codes.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, cookieFrom, type Person, postJson, signIn } from "../support/people.ts";
import { startServerHere } from "../support/server-here.ts";

const WRONG = "not the right password";

describeOnDatabases("two-factor sign-in on $name", (testDatabase) => {
  let site: TestAccounts;
  const call: TestAccounts["call"] = (path, init) => site.call(path, init);

  beforeAll(async () => {
    site = await openAccounts(testDatabase);
  });
  afterAll(() => site.close());

  const security = async (cookie: string): Promise<Security> =>
    (await call("/auth/security", { headers: { cookie } })).json();
  const sessionOf = async (cookie: string) =>
    (await call("/auth/get-session", { headers: { cookie } })).json();
  const enter = (cookie: string, code: string) =>
    postJson(call, "/auth/two-factor/verify-totp", { code }, { cookie });
  const recover = (cookie: string, code: string) =>
    postJson(call, "/auth/two-factor/verify-backup-code", { code }, { cookie });
  const actionsOf = async (id: string) =>
    (
      await site.database.db
        .selectFrom("actions")
        .select("action")
        .where("target_id", "=", id)
        .orderBy("id")
        .execute()
    ).map(({ action }) => action);

  async function begin({ cookie, password }: Pick<Person, "cookie" | "password">) {
    const answer = await postJson(call, "/auth/two-factor/enable", { password }, { cookie });
    const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] };
    const uri = new URL(totpURI);
    return { uri, backupCodes, code: () => codeFor(uri.searchParams.get("secret") ?? "") };
  }

  /** A person with two-factor sign-in, and the cookie of their session after turning it on. */
  async function aCarefulPerson() {
    const person = await aPerson(call);
    const { code, backupCodes, uri } = await begin(person);
    const answer = await enter(person.cookie, await code());
    expect(answer.status).toBe(200);
    return { ...person, cookie: cookieFrom(answer), code, backupCodes, uri };
  }

  /** The cookie between the two steps. */
  async function enterPassword({ email, password }: Pick<Person, "email" | "password">): Promise<string> {
    const answer = await postJson(call, "/auth/sign-in/email", { email, password });
    expect(await answer.clone().json()).toMatchObject({ twoFactorRedirect: true });
    const cookie = cookieFrom(answer);
    expect(await sessionOf(cookie)).toBeNull();
    return cookie;
  }

  it("is off until the first code is right, and then ends all other sessions", async () => {
    const person = await aPerson(call);
    const elsewhere = await signIn(call, person);
    const { uri, code, backupCodes } = await begin(person);
    expect([uri.protocol, uri.host, uri.searchParams.get("issuer")]).toEqual([
      "otpauth:",
      "totp",
      "Typecase",
    ]);
    expect(backupCodes).toHaveLength(10);
    expect((await security(person.cookie)).twoFactor).toBeNull();
    expect(await signIn(call, person)).toContain("session_token");

    const wrong = await enter(person.cookie, await anotherCode(code));
    expect([wrong.status, (await wrong.json()).code]).toEqual([401, "INVALID_CODE"]);
    expect((await security(person.cookie)).twoFactor).toBeNull();

    const cookie = cookieFrom(await enter(person.cookie, ` ${await code()} `.replace(/(\d{3})/, "$1 ")));
    expect((await security(cookie)).twoFactor).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 });
    expect(await sessionOf(elsewhere)).toBeNull();
    expect(await actionsOf(person.id)).toEqual(["two-factor.on", "sessions.ended"]);
  });

  it("signs in with password and code, and not with one of them", async () => {
    const person = await aCarefulPerson();
    const waiting = await enterPassword(person);
    expect((await enter(waiting, await anotherCode(person.code))).status).toBe(401);
    const answer = await enter(waiting, await person.code());
    expect(await answer.clone().json()).toMatchObject({ user: { id: person.id, email: person.email } });
    expect(await sessionOf(cookieFrom(answer))).toMatchObject({ session: { signedInWith: "two-factor" } });
    // The waiting sign-in is over, and a code alone is nothing.
    expect((await enter(waiting, await person.code())).status).toBe(401);
    const alone = await enter("", await person.code());
    expect([alone.status, (await alone.json()).code]).toEqual([401, "INVALID_TWO_FACTOR_COOKIE"]);
  });

  it("takes each recovery code once", async () => {
    const { backupCodes, ...person } = await aCarefulPerson();
    const [used = ""] = backupCodes;
    const typed = used.toUpperCase().replace("-", " ");
    const answer = await recover(await enterPassword(person), typed);
    expect(answer.status).toBe(200);
    expect((await security(cookieFrom(answer))).twoFactor?.recoveryCodesLeft).toBe(9);
    const again = await recover(await enterPassword(person), used);
    expect([again.status, (await again.json()).code]).toEqual([401, "INVALID_BACKUP_CODE"]);
    expect(await actionsOf(person.id)).toEqual(["two-factor.on", "recovery-code.used"]);
  });

  it("lets one of two concurrent uses of a recovery code in", async () => {
    const { backupCodes, ...person } = await aCarefulPerson();
    const waiting = [await enterPassword(person), await enterPassword(person)];
    const answers = await Promise.all(waiting.map((cookie) => recover(cookie, backupCodes[0] ?? "")));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("makes new recovery codes with the password, and the earlier ones end", async () => {
    const { cookie, password, backupCodes, ...person } = await aCarefulPerson();
    const make = (password?: string) =>
      postJson(call, "/auth/two-factor/generate-backup-codes", { password }, { cookie });
    expect((await make(WRONG)).status).toBe(400);
    expect((await make()).status).toBe(400);
    const made = (await (await make(password)).json()) as { backupCodes: string[] };
    expect(made.backupCodes).toHaveLength(10);
    const waiting = await enterPassword({ ...person, password });
    expect((await recover(waiting, backupCodes[0] ?? "")).status).toBe(401);
    expect((await recover(waiting, made.backupCodes[0] ?? "")).status).toBe(200);
    expect(await actionsOf(person.id)).toContain("recovery-codes.made");
  });

  it("is turned on and off with the password only", async () => {
    const person = await aPerson(call);
    for (const password of [WRONG, undefined]) {
      const refused = await postJson(
        call,
        "/auth/two-factor/enable",
        { password },
        { cookie: person.cookie },
      );
      expect([refused.status, (await refused.json()).code]).toEqual([400, "INVALID_PASSWORD"]);
    }
    const { cookie, password, ...careful } = await aCarefulPerson();
    const off = (password?: string) => postJson(call, "/auth/two-factor/disable", { password }, { cookie });
    expect((await off(WRONG)).status).toBe(400);
    const answer = await off(password);
    expect(answer.status).toBe(200);
    expect((await security(cookieFrom(answer))).twoFactor).toBeNull();
    expect(await signIn(call, { ...careful, password })).toContain("session_token");
    expect(await actionsOf(careful.id)).toEqual(["two-factor.on", "two-factor.off"]);
  });

  it("closes for a while after ten wrong codes, whatever sign-in they belong to", async () => {
    const person = await aCarefulPerson();
    const wrong = await anotherCode(person.code);
    for (const _ of [1, 2]) {
      const waiting = await enterPassword(person);
      for (let count = 0; count < 5; count++) expect((await enter(waiting, wrong)).status).toBe(401);
    }
    const closed = await enter(await enterPassword(person), await person.code());
    expect([closed.status, (await closed.json()).code]).toEqual([429, "ACCOUNT_TEMPORARILY_LOCKED"]);
  });

  it("takes at most five wrong codes for one entered password", async () => {
    const person = await aCarefulPerson();
    const waiting = await enterPassword(person);
    for (let count = 0; count < 5; count++)
      expect((await enter(waiting, await anotherCode(person.code))).status).toBe(401);
    expect((await enter(waiting, await person.code())).ok).toBe(false);
  });

  it("ends a sign-in that waits for its code when the password changes", async () => {
    const person = await aCarefulPerson();
    const waiting = await enterPassword(person);
    const token = await aResetToken(site, person.email);
    const newPassword = "another long password";
    expect((await postJson(call, "/auth/reset-password", { token, newPassword })).status).toBe(200);
    expect((await enter(waiting, await person.code())).status).toBe(401);
    // A new password doesn't turn the second factor off.
    await enterPassword({ ...person, password: newPassword });
  });

  it("stores neither the secret nor recovery codes in clear text", async () => {
    const person = await aCarefulPerson();
    const { db } = site.database;
    const rows = await db.selectFrom("auth_two_factor").selectAll().where("userId", "=", person.id).execute();
    const stored = JSON.stringify(rows);
    const secret = person.uri.searchParams.get("secret") ?? "";
    for (const text of [secret, base32(secret), ...person.backupCodes]) expect(stored).not.toContain(text);
    const sessions = await call("/auth/get-session", { headers: { cookie: person.cookie } });
    expect(await sessions.text()).not.toContain("backupCodes");
  });

  it("can be turned off by the command line, for people who have lost everything", async () => {
    const person = await aCarefulPerson();
    expect(await turnOffTwoFactor(site.database, person.email, COMMAND_LINE)).toBe(true);
    expect(await signIn(call, person)).toContain("session_token");
    expect(await turnOffTwoFactor(site.database, "nobody@example.org", COMMAND_LINE)).toBe(false);
  });

  it("is deleted with the account", async () => {
    const { cookie, password, id } = await aCarefulPerson();
    expect((await postJson(call, "/auth/delete-user", { password }, { cookie })).status).toBe(200);
    const { db } = site.database;
    expect(await db.selectFrom("auth_two_factor").select("id").where("userId", "=", id).execute()).toEqual(
      [],
    );
  });

  it("refuses what can't be a code", async () => {
    for (const code of ["12345", "abcdef", 123456, "1234567"])
      expect((await postJson(call, "/auth/two-factor/verify-totp", { code })).status).toBe(400);
    const long = await recover("", "x".repeat(41));
    expect(long.status).toBe(400);
  });

  it("is off for everyone when the signing key changes, because no secret can be read any more", async () => {
    const own = await openAccounts(testDatabase);
    const keep = site;
    site = own;
    const person = await aCarefulPerson();
    site = keep;
    const { database } = own;
    await acceptSigningKey({
      database,
      settings: { secret: "another key of at least thirty-two characters", dataDir: "" },
      actor: COMMAND_LINE,
    });
    expect(await database.db.selectFrom("auth_two_factor").selectAll().execute()).toEqual([]);
    expect(await signIn(own.call, person)).toContain("session_token");
    await own.close();
  });
});

describeOnDatabases("two-factor sign-in required for operators on $name", (testDatabase) => {
  it("takes the rights of operators from those without it, until they set it up", async () => {
    const site = await openAccounts(testDatabase, { OPERATOR_TWO_FACTOR: "required" });
    const { call, database } = site;
    const person = await aPerson(call);
    await promote(database, person.email, COMMAND_LINE);
    const whoIs = (cookie: string) =>
      site.accounts.whoIs(new Request("http://localhost/auth/people", { headers: { cookie } }));
    const session = async (cookie: string) =>
      (await call("/auth/get-session", { headers: { cookie } })).json();

    expect(await whoIs(person.cookie)).toMatchObject({ role: "person", needsTwoFactor: true });
    expect(await session(person.cookie)).toMatchObject({ user: { role: "person", needsTwoFactor: true } });

    const { password, cookie } = person;
    const begun = await postJson(call, "/auth/two-factor/enable", { password }, { cookie });
    const { totpURI } = (await begun.json()) as { totpURI: string };
    const code = await codeFor(new URL(totpURI).searchParams.get("secret") ?? "");
    const on = cookieFrom(await postJson(call, "/auth/two-factor/verify-totp", { code }, { cookie }));
    expect(await whoIs(on)).toMatchObject({ role: "operator", userId: person.id });
    expect((await session(on)).user).toMatchObject({ role: "operator" });

    const off = await postJson(call, "/auth/two-factor/disable", { password }, { cookie: on });
    expect(await whoIs(cookieFrom(off))).toMatchObject({ role: "person", needsTwoFactor: true });

    const other = await aPerson(call);
    expect(await whoIs(other.cookie)).toEqual({
      role: "person",
      userId: other.id,
      email: other.email,
      sessionId: expect.any(String),
    });
    await site.close();
  });
});

describeOnDatabases("programs of operators who need two-factor sign-in on $name", ({ place }) => {
  it("reach the studio's API with a login or a key only once their operator has it", async () => {
    const data = await place();
    const environment = { ...data.environment, RENDER_PROCESSES: "0" };
    const start = (requirement: string) =>
      startServerHere({ environment: { ...environment, OPERATOR_TWO_FACTOR: requirement } });
    let server = await start("optional");
    const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
    const person = await anOperator(call, data);
    const { email, password, cookie } = person;
    const given = { name: "Deploy", scopes: ["library:write"], days: 30 };
    const made = await (await postJson(call, "/auth/keys", given, { cookie })).json();
    const login = async () => (await postJson(call, "/auth/login", { email, password })).json();
    /** The answers to: the list of people, making a draft, making a template. */
    const enter = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const people = await call("/auth/people", { headers });
      const draft = await postJson(call, "/drafts", {}, headers);
      const template = await postJson(call, "/items/templates", {}, headers);
      return [people.status, draft.status, template.status];
    };
    const open = await enter((await login()).data.access_token);
    const openToKeys = await enter(made.data.key);
    expect([open, openToKeys].flatMap(([, ...written]) => written)).not.toContain(403);
    expect([open[0], openToKeys[0]]).toEqual([200, 403]);
    await server.stop();

    server = await start("required");
    const before = (await login()).data.access_token;
    expect(await enter(before)).toEqual([403, 403, 403]);
    expect(await enter(made.data.key)).toEqual([403, 403, 403]);
    expect((await postJson(call, "/auth/keys", given, { cookie })).status).toBe(403);

    const begun = await (await postJson(call, "/auth/two-factor/enable", { password }, { cookie })).json();
    // Not confirmed with a code yet.
    expect(await enter(made.data.key)).toEqual([403, 403, 403]);
    const code = await codeFor(new URL(begun.totpURI).searchParams.get("secret") ?? "");
    const on = cookieFrom(await postJson(call, "/auth/two-factor/verify-totp", { code }, { cookie }));
    expect(await enter(made.data.key)).toEqual(openToKeys);
    // The login from before has ended, and a new one needs the code.
    expect((await call("/auth/people", { headers: { authorization: `Bearer ${before}` } })).status).toBe(401);
    expect((await login()).errors[0].extensions.code).toBe("INVALID_OTP");

    await postJson(call, "/auth/two-factor/disable", { password }, { cookie: on });
    expect(await enter(made.data.key)).toEqual([403, 403, 403]);
    await server.stop();
    await data.remove();
  });
});

/** A code that is not right, and has not been for a while. */
async function anotherCode(code: () => Promise<string>): Promise<string> {
  return String((Number(await code()) + 123_456) % 1_000_000).padStart(6, "0");
}
