import { afterAll, beforeAll, expect, it } from "vitest";
import { MOST_PASSKEYS, type Security } from "../../contract/people/sign-in.ts";
import { openAccounts, SITE, type TestAccounts } from "../support/accounts.ts";
import { createAuthenticator } from "../support/authenticator.ts";
import { databases, describeOnDatabases } from "../support/databases.ts";
import { aPerson, cookieFrom, type Person, postJson } from "../support/people.ts";

type Authenticator = ReturnType<typeof createAuthenticator>;

describeOnDatabases("passkeys on $name", (testDatabase) => {
  let site: TestAccounts;
  const call: TestAccounts["call"] = (path, init) => site.call(path, init);
  const get = (path: string, cookie = "") => call(path, { headers: { cookie } });

  beforeAll(async () => {
    site = await openAccounts(testDatabase, { PUBLIC_URL: SITE });
  });
  afterAll(() => site.close());

  async function register(
    { cookie }: Pick<Person, "cookie">,
    device: Authenticator,
    given: Parameters<Authenticator["register"]>[1] = {},
  ): Promise<Response> {
    const asked = await get("/auth/passkey/generate-register-options", cookie);
    if (!asked.ok) return asked;
    const body = { response: device.register(await asked.clone().json(), given), name: "Laptop" };
    return postJson(call, "/auth/passkey/verify-registration", body, {
      cookie: `${cookie}; ${cookieFrom(asked)}`,
    });
  }

  async function signInWith(
    device: Authenticator,
    given: Parameters<Authenticator["signIn"]>[1] = {},
    cookie = "",
  ): Promise<Response> {
    const asked = await get("/auth/passkey/generate-authenticate-options", cookie);
    const response = device.signIn(await asked.clone().json(), given);
    const cookies = [cookie, cookieFrom(asked)].filter(Boolean).join("; ");
    return postJson(call, "/auth/passkey/verify-authentication", { response }, { cookie: cookies });
  }

  const passkeysOf = async ({ cookie }: Pick<Person, "cookie">) =>
    ((await (await get("/auth/security", cookie)).json()) as Security).passkeys ?? [];
  const actionsOf = (id: string) =>
    site.database.db
      .selectFrom("actions")
      .select("action")
      .where("target_id", "=", id)
      .orderBy("id")
      .execute();
  const letTimePass = async (id: string) => {
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    const createdAt = site.database.dialect === "postgres" ? yesterday : yesterday.toISOString();
    await site.database.db.updateTable("auth_session").set({ createdAt }).where("userId", "=", id).execute();
  };

  it("signs in with a passkey, several times, and names the session after it", async () => {
    const person = await aPerson(call);
    const device = createAuthenticator(SITE);
    expect((await register(person, device)).status).toBe(200);
    for (const _ of [1, 2]) {
      const answer = await signInWith(device);
      expect(await answer.clone().json()).toMatchObject({ user: { id: person.id, email: person.email } });
      const session = await get("/auth/get-session", cookieFrom(answer));
      expect(await session.json()).toMatchObject({ session: { signedInWith: "passkey" } });
    }
    const [passkey, ...others] = await passkeysOf(person);
    expect(others).toEqual([]);
    expect(passkey).toMatchObject({ name: "Laptop", isSynced: false, lastUsed: expect.any(String) });
    expect(JSON.stringify(passkey)).not.toContain("ublicKey");
    expect(await actionsOf(person.id)).toEqual([{ action: "passkey.added" }]);
  });

  it("refuses a passkey of another site, when it is added and when it is used", async () => {
    const person = await aPerson(call);
    for (const given of [{ origin: "https://evil.example" }, { rpId: "evil.example" }]) {
      const refused = await register(person, createAuthenticator(SITE), given);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        expect.objectContaining({ code: "PASSKEY_REFUSED" }),
      ]);
    }
    expect(await passkeysOf(person)).toEqual([]);
    const device = createAuthenticator(SITE);
    await register(person, device);
    for (const given of [{ origin: "https://evil.example" }, { rpId: "evil.example" }]) {
      const refused = await signInWith(device, given);
      expect([refused.status, cookieFrom(refused)]).toEqual([400, ""]);
    }
    expect((await signInWith(createAuthenticator(SITE))).status).toBe(400);
  });

  it("refuses a passkey whose device has not checked its owner", async () => {
    const person = await aPerson(call);
    expect((await register(person, createAuthenticator(SITE), { isVerified: false })).status).toBe(400);
    const device = createAuthenticator(SITE);
    await register(person, device);
    expect((await signInWith(device, { isVerified: false })).status).toBe(400);
  });

  it("takes a device's answer once, and only in the browser that asked", async () => {
    const person = await aPerson(call);
    const device = createAuthenticator(SITE);
    await register(person, device);
    const asked = await get("/auth/passkey/generate-authenticate-options");
    const body = { response: device.signIn(await asked.clone().json()) };
    const cookie = cookieFrom(asked);
    expect((await postJson(call, "/auth/passkey/verify-authentication", body)).status).toBe(400);
    expect((await postJson(call, "/auth/passkey/verify-authentication", body, { cookie })).status).toBe(200);
    expect((await postJson(call, "/auth/passkey/verify-authentication", body, { cookie })).status).toBe(400);
  });

  it("ends the session that the browser had before", async () => {
    const [first, second] = [await aPerson(call), await aPerson(call)];
    const device = createAuthenticator(SITE);
    await register(first, device);
    // With a session, a device is asked for that person's passkeys only; another one's still says who it is.
    expect((await signInWith(device, {}, second.cookie)).status).toBe(200);
    expect(await (await get("/auth/get-session", second.cookie)).json()).toBeNull();
  });

  it("needs a recent password to add or remove a passkey", async () => {
    const person = await aPerson(call);
    await register(person, createAuthenticator(SITE));
    const [passkey] = await passkeysOf(person);
    await letTimePass(person.id);
    const refused = await register(person, createAuthenticator(SITE));
    expect([refused.status, (await refused.json()).code]).toEqual([403, "PASSWORD_NEEDED"]);
    const remove = () =>
      postJson(call, "/auth/passkey/remove", { id: passkey?.id }, { cookie: person.cookie });
    expect((await remove()).status).toBe(403);
    const { cookie, password } = person;
    await postJson(call, "/auth/confirm-password", { password }, { cookie });
    expect((await remove()).status).toBe(200);
    expect(await passkeysOf(person)).toEqual([]);
    expect((await actionsOf(person.id)).at(-1)).toEqual({ action: "passkey.removed" });
  });

  it("renames and removes only one's own passkeys", async () => {
    const [owner, other] = [await aPerson(call), await aPerson(call)];
    await register(owner, createAuthenticator(SITE));
    const [passkey] = await passkeysOf(owner);
    const rename = (name: string, { cookie }: Person) =>
      postJson(call, "/auth/passkey/rename", { id: passkey?.id, name }, { cookie });
    expect((await rename("Mine", other)).status).toBe(404);
    expect(
      (await postJson(call, "/auth/passkey/remove", { id: passkey?.id }, { cookie: other.cookie })).status,
    ).toBe(404);
    expect((await rename("", owner)).status).toBe(400);
    expect((await rename("x".repeat(61), owner)).status).toBe(400);
    expect((await rename("Büro", owner)).status).toBe(200);
    expect(await passkeysOf(owner)).toMatchObject([{ name: "Büro" }]);
    const logged = (await actionsOf(owner.id)).map(({ action }) => action);
    expect(logged).toEqual(["passkey.added", "passkey.renamed"]);
  });

  it("has a limit for each person, and deletes them with the account", async () => {
    const person = await aPerson(call);
    for (let count = 0; count < MOST_PASSKEYS; count++)
      expect((await register(person, createAuthenticator(SITE))).status).toBe(200);
    const refused = await register(person, createAuthenticator(SITE));
    expect([refused.status, (await refused.json()).code]).toEqual([409, "TOO_MANY_PASSKEYS"]);
    const { cookie, password } = person;
    expect((await postJson(call, "/auth/delete-user", { password }, { cookie })).status).toBe(200);
    const { db } = site.database;
    expect(
      await db.selectFrom("auth_passkey").select("id").where("userId", "=", person.id).execute(),
    ).toEqual([]);
  });

  it("doesn't let a disabled account in", async () => {
    const person = await aPerson(call);
    const device = createAuthenticator(SITE);
    await register(person, device);
    const disabledAt = new Date().toISOString();
    await site.database.db.updateTable("auth_user").set({ disabledAt }).where("id", "=", person.id).execute();
    const refused = await signInWith(device);
    expect([refused.status, (await refused.json()).code]).toEqual([403, "ACCOUNT_DISABLED"]);
  });

  it("keeps no key and no session from broken input", async () => {
    const person = await aPerson(call);
    const headers = { cookie: person.cookie };
    for (const body of [{}, { response: "x", name: "x" }, { response: { id: "x" }, name: "x" }]) {
      const answer = await postJson(call, "/auth/passkey/verify-registration", body, headers);
      expect(answer.status).toBe(400);
      expect((await postJson(call, "/auth/passkey/verify-authentication", body)).status).toBe(400);
    }
    expect(await passkeysOf(person)).toEqual([]);
  });
});

it("has no passkeys on a site without a public address", async () => {
  const [database] = databases;
  const site = await openAccounts(database as (typeof databases)[0]);
  const { cookie } = await aPerson(site.call);
  const security = await site.call("/auth/security", { headers: { cookie } });
  expect(await security.json()).toMatchObject({ passkeys: null });
  for (const what of ["register", "authenticate"]) {
    const refused = await site.call(`/auth/passkey/generate-${what}-options`, { headers: { cookie } });
    expect([refused.status, (await refused.json()).code]).toEqual([400, "NO_PASSKEYS"]);
  }
  await site.close();
});
