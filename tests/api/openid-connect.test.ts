import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Security } from "../../contract/people/sign-in.ts";
import { openAccounts, SITE, type TestAccounts } from "../support/accounts.ts";
import { databases, describeOnDatabases } from "../support/databases.ts";
import { CLIENT, startIssuer, type TestIssuer } from "../support/issuer.ts";
import { aPerson, cookieFrom, postJson } from "../support/people.ts";

const settingsOf = (issuer: string) => ({
  PUBLIC_URL: SITE,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: "Contoso",
});

describeOnDatabases("OpenID Connect on $name", (testDatabase) => {
  let issuer: TestIssuer;
  let site: TestAccounts;
  const call: TestAccounts["call"] = (path, init) => site.call(path, init);
  let made = 0;
  const someone = (email_verified = true) => {
    const subject = `subject-${++made}`;
    const identity = { email: `${subject}@contoso.example`, email_verified, name: `Someone ${made}` };
    return { subject, ...identity, identity };
  };

  beforeAll(async () => {
    issuer = await startIssuer(SITE);
    site = await openAccounts(testDatabase, settingsOf(issuer.url));
  });
  afterAll(async () => {
    await site.close();
    await issuer.stop();
  });

  const begin = (cookie = "", path = "/auth/sign-in/issuer", body: unknown = { page: "/login" }) =>
    postJson(call, path, body, { cookie });

  /** The way of a browser from the button to the page it is led back to. */
  async function go(begun: Response, cookie = ""): Promise<{ place: string; cookie: string }> {
    const { url } = (await begun.clone().json()) as { url: string };
    const back = new URL(await issuer.visit(url));
    const cookies = [cookie, cookieFrom(begun)].filter(Boolean).join("; ");
    const answer = await call(back.pathname + back.search, { headers: { cookie: cookies } });
    expect(answer.status).toBe(302);
    return { place: answer.headers.get("location") ?? "", cookie: cookieFrom(answer) };
  }
  const signInAs = async ({ subject, identity }: ReturnType<typeof someone>) => {
    issuer.become(subject, identity);
    return go(await begin());
  };
  const connect = async ({ subject, identity }: ReturnType<typeof someone>, cookie: string) => {
    issuer.become(subject, identity);
    return go(await begin(cookie, "/auth/connect-issuer", {}), cookie);
  };
  const sessionOf = async (cookie: string) =>
    (await call("/auth/get-session", { headers: { cookie } })).json();
  const security = async (cookie: string): Promise<Security> =>
    (await call("/auth/security", { headers: { cookie } })).json();
  const verify = async (id: string) => {
    const emailVerified = site.database.dialect === "postgres" ? true : 1;
    await site.database.db.updateTable("auth_user").set({ emailVerified }).where("id", "=", id).execute();
  };

  it("makes an account at the first sign-in and finds it at the next", async () => {
    const person = someone();
    const first = await signInAs(person);
    expect(first.place).toBe("/login?issuer=done");
    const session = await sessionOf(first.cookie);
    expect(session).toMatchObject({
      user: { email: person.email, name: person.name, emailVerified: true, role: "person" },
      session: { signedInWith: "issuer" },
    });
    const second = await signInAs(person);
    expect((await sessionOf(second.cookie)).user.id).toBe(session.user.id);
    expect(await security(second.cookie)).toMatchObject({
      hasPassword: false,
      issuer: { name: "Contoso", isConnected: true },
    });
  });

  it("stores no token of the issuer", async () => {
    const { cookie } = await signInAs(someone());
    const { id } = (await sessionOf(cookie)).user;
    const { db } = site.database;
    expect(await db.selectFrom("auth_account").selectAll().where("userId", "=", id).execute()).toMatchObject([
      { accessToken: null, refreshToken: null, idToken: null, scope: null },
    ]);
  });

  it("leads on to the page that was asked for, and nowhere else", async () => {
    const person = someone();
    issuer.become(person.subject, person.identity);
    const asked = { page: "/ar/login", next: "/dashboard/saved" };
    const { place } = await go(await begin("", undefined, asked));
    expect(place).toBe("/ar/login?issuer=done&next=%2Fdashboard%2Fsaved");
    const away = await go(await begin("", undefined, { page: "/login", next: "https://evil.example/" }));
    expect(away.place).toBe("/login?issuer=done");
    for (const page of ["https://evil.example/login", "//evil.example/login", "/login?x", 1])
      expect((await begin("", undefined, { page })).status).toBe(400);
  });

  it("refuses an address that the issuer has not verified", async () => {
    const person = someone(false);
    const { place, cookie } = await signInAs(person);
    expect(new URL(place, SITE).searchParams.get("error")).toBe("email_not_verified");
    expect(cookie).not.toContain("session_token");
    const { db } = site.database;
    expect(await db.selectFrom("auth_user").select("id").where("email", "=", person.email).execute()).toEqual(
      [],
    );
  });

  it("never signs in to an account that someone else made under the address before", async () => {
    const victim = someone();
    const attacker = await aPerson(call, { email: victim.email });
    const { place, cookie } = await signInAs(victim);
    expect(new URL(place, SITE).searchParams.get("error")).toBe("account_not_linked");
    expect(cookie).not.toContain("session_token");
    expect((await security(attacker.cookie)).issuer?.isConnected).toBe(false);
  });

  it("connects by address only if both sides have verified it", async () => {
    const unverified = someone(false);
    const one = await aPerson(call, { email: unverified.email });
    await verify(one.id);
    expect((await signInAs(unverified)).place).toContain("error=account_not_linked");

    const verified = someone();
    const other = await aPerson(call, { email: verified.email });
    await verify(other.id);
    const { cookie } = await signInAs(verified);
    expect((await sessionOf(cookie)).user.id).toBe(other.id);
  });

  it("connects any identity from an open session, and disconnects it", async () => {
    const [person, identity] = [await aPerson(call), someone(false)];
    const connected = await connect(identity, person.cookie);
    expect(connected.place).toBe("/dashboard/account?issuer=connected");
    expect((await security(person.cookie)).issuer?.isConnected).toBe(true);
    const signedIn = await signInAs(identity);
    expect((await sessionOf(signedIn.cookie)).user).toMatchObject({ id: person.id, email: person.email });

    expect((await postJson(call, "/auth/disconnect-issuer", {}, { cookie: person.cookie })).status).toBe(200);
    expect((await security(person.cookie)).issuer?.isConnected).toBe(false);
    const logged = await site.database.db
      .selectFrom("actions")
      .select("action")
      .where("actor_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(logged.map(({ action }) => action)).toEqual(["issuer.connected", "issuer.disconnected"]);
  });

  it("connects one identity to one account", async () => {
    const identity = someone();
    await connect(identity, (await aPerson(call)).cookie);
    const second = await aPerson(call);
    expect((await connect(identity, second.cookie)).place).toContain("issuer=failed");
    expect((await security(second.cookie)).issuer?.isConnected).toBe(false);
  });

  it("completes a connection only for the person who began it, in the same browser", async () => {
    const [victim, attacker, identity] = [await aPerson(call), await aPerson(call), someone()];
    issuer.become(identity.subject, identity.identity);
    const begun = await begin(attacker.cookie, "/auth/connect-issuer", {});
    const { url } = (await begun.clone().json()) as { url: string };
    const back = new URL(await issuer.visit(url));
    for (const cookie of [victim.cookie, `${victim.cookie}; ${cookieFrom(begun)}`]) {
      const answer = await call(back.pathname + back.search, { headers: { cookie } });
      expect(answer.headers.get("location")).toContain("issuer=failed");
    }
    expect((await security(victim.cookie)).issuer?.isConnected).toBe(false);
    expect((await security(attacker.cookie)).issuer?.isConnected).toBe(false);
  });

  it("refuses an answer that this browser didn't ask for", async () => {
    const person = someone();
    issuer.become(person.subject, person.identity);
    const { url } = (await (await begin()).json()) as { url: string };
    const back = new URL(await issuer.visit(url));
    const answer = await call(back.pathname + back.search);
    expect(answer.headers.get("location")).toContain("issuer=failed");
    expect(cookieFrom(answer)).not.toContain("session_token");
    for (const query of ["", "?state=x", "?code=x", "?error=access_denied&state=x"]) {
      const forged = await call(`/auth/callback/oidc${query}`);
      expect([forged.status, forged.headers.get("location")]).toEqual([
        302,
        expect.stringMatching(/^\/login\?issuer=failed/),
      ]);
    }
  });

  it("says so when the person refuses at the issuer", async () => {
    issuer.become(undefined);
    expect((await go(await begin())).place).toBe("/login?issuer=failed&error=access_denied");
  });

  it("sets a password for an account without one, after which the issuer can be disconnected", async () => {
    const { cookie } = await signInAs(someone());
    const disconnect = () => postJson(call, "/auth/disconnect-issuer", {}, { cookie });
    const refused = await disconnect();
    expect([refused.status, (await refused.json()).code]).toEqual([409, "ONLY_WAY_IN"]);
    const newPassword = "a long enough password";
    const set = () => postJson(call, "/auth/set-password", { newPassword }, { cookie });
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(409);
    expect((await disconnect()).status).toBe(200);
    const { email } = (await sessionOf(cookie)).user;
    expect((await postJson(call, "/auth/sign-in/email", { email, password: newPassword })).status).toBe(200);
  });

  it("asks people without a password to have signed in recently", async () => {
    const { cookie } = await signInAs(someone());
    const { id } = (await sessionOf(cookie)).user;
    const before = new Date(Date.now() - 60 * 60_000);
    const createdAt = site.database.dialect === "postgres" ? before : before.toISOString();
    await site.database.db.updateTable("auth_session").set({ createdAt }).where("userId", "=", id).execute();
    for (const [path, body] of [
      ["/auth/set-password", { newPassword: "a long enough password" }],
      ["/auth/two-factor/enable", {}],
      ["/auth/change-email", { newEmail: "new@contoso.example" }],
      ["/auth/delete-user", {}],
    ] as const) {
      const refused = await postJson(call, path, body, { cookie });
      expect([path, refused.status, (await refused.json()).code]).toEqual([path, 403, "SESSION_EXPIRED"]);
    }
  });

  it("deletes an account without a password after a recent sign-in", async () => {
    const { cookie } = await signInAs(someone());
    expect((await postJson(call, "/auth/delete-user", {}, { cookie })).status).toBe(200);
    expect(await sessionOf(cookie)).toBeNull();
  });

  it("answers clearly while the issuer is down, and works again afterwards", async () => {
    const own = await startIssuer(SITE);
    await own.stop();
    const away = await openAccounts(testDatabase, settingsOf(own.url));
    const ask = () => postJson(away.call, "/auth/sign-in/issuer", { page: "/login" });
    const refused = await ask();
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: "ISSUER_AWAY", message: expect.stringContaining("Contoso") }),
    ]);
    await own.start();
    const begun = await ask();
    expect(begun.status).toBe(200);
    // Down between the two steps.
    const { url } = (await begun.clone().json()) as { url: string };
    own.become("subject", someone().identity);
    const back = new URL(await own.visit(url));
    await own.stop();
    const answer = await away.call(back.pathname + back.search, { headers: { cookie: cookieFrom(begun) } });
    expect(answer.headers.get("location")).toContain("/login?issuer=failed");
    expect(cookieFrom(answer)).not.toContain("session_token");
    await away.close();
  });

  it("can be the only way to a new account", async () => {
    const only = await openAccounts(testDatabase, { ...settingsOf(issuer.url), PASSWORD_SIGN_UP: "off" });
    const given = { name: "Ada", email: "ada@example.org", password: "correct horse battery" };
    const refused = await postJson(only.call, "/auth/sign-up/email", given);
    expect([refused.status, (await refused.json()).message]).toEqual([
      403,
      expect.stringContaining("Contoso"),
    ]);
    await only.close();
  });
});

describe("the settings of OpenID Connect", () => {
  const [database] = databases as [(typeof databases)[0], ...typeof databases];
  const { OIDC_CLIENT_SECRET: _, ...incomplete } = settingsOf("https://login.example.org");
  const { PUBLIC_URL: __, ...hidden } = settingsOf("https://login.example.org");

  it.each([
    ["OIDC_CLIENT_SECRET is not set", incomplete],
    ["OIDC_ISSUER is set without PUBLIC_URL", hidden],
    [
      "OIDC_ISSUER is invalid: it is not an address that begins with https://",
      settingsOf("http://example.org"),
    ],
  ])("stop the start when %s", async (message, environment) => {
    await expect(openAccounts(database, environment)).rejects.toThrow(message);
  });

  it("has no routes without an issuer", async () => {
    const site = await openAccounts(database, { PUBLIC_URL: SITE });
    const refused = await postJson(site.call, "/auth/sign-in/issuer", { page: "/login" });
    expect([refused.status, (await refused.json()).code]).toEqual([404, "NO_ISSUER"]);
    await site.close();
  });
});
