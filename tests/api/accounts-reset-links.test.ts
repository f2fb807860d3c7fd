import { afterAll, beforeAll, expect, it } from "vitest";
import { hashIdentifier } from "../../server/accounts/reset-links.ts";
import { aResetToken, openAccounts, type TestAccounts } from "../support/accounts.ts";
import { describeOnDatabases } from "../support/databases.ts";
import { aPerson, postJson, signIn } from "../support/people.ts";

describeOnDatabases("reset links on $name, without a mail server", (testDatabase) => {
  let site: TestAccounts;
  const call: TestAccounts["call"] = (path, init) => site.call(path, init);
  const personal = async (cookie: string) =>
    (await call("/auth/list-sessions", { headers: { cookie } })).status;

  beforeAll(async () => {
    site = await openAccounts(testDatabase);
  });
  afterAll(() => site.close());

  it("answers known and unknown addresses alike and logs no link", async () => {
    const { email } = await aPerson(call);
    const ask = async (address: string) => {
      const answer = await postJson(call, "/auth/request-password-reset", { email: address });
      return { status: answer.status, body: await answer.text(), headers: [...answer.headers] };
    };
    const known = await ask(email);
    expect(await ask("nobody-at-all@example.org")).toEqual(known);
    expect(known).toMatchObject({
      status: 400,
      body: expect.stringContaining("Ask its operator for a link"),
    });
    expect(JSON.stringify(site.log)).not.toMatch(/token=|reset-password/);
    expect(await site.database.db.selectFrom("auth_verification").selectAll().execute()).toEqual([]);
  });

  it("rejects an old cookie after a reset", async () => {
    const person = await aPerson(call);
    const token = await aResetToken(site, person.email);
    const reset = await postJson(call, "/auth/reset-password", {
      token,
      newPassword: "a brand new password",
    });
    expect(reset.status).toBe(200);
    expect(await personal(person.cookie)).toBe(401);
    expect((await postJson(call, "/auth/sign-in/email", person)).status).toBe(401);
    expect(await personal(await signIn(call, { ...person, password: "a brand new password" }))).toBe(200);
  });

  it("accepts a reset token once", async () => {
    const person = await aPerson(call);
    const token = await aResetToken(site, person.email);
    const use = (newPassword: string) => postJson(call, "/auth/reset-password", { token, newPassword });
    const answers = await Promise.all(["password number one", "password number two"].map(use));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await use("password number three")).status).toBe(400);
  });

  it("reports used, expired and unknown links without using them up", async () => {
    const person = await aPerson(call);
    const [token, ended] = [await aResetToken(site, person.email), await aResetToken(site, person.email)];
    const look = async (token: string) => {
      const answer = await postJson(call, "/auth/check-reset-link", { token });
      return answer.ok ? "alive" : ((await answer.json()) as { code: string }).code;
    };
    const past = new Date(Date.now() - 1_000);
    await site.database.db
      .updateTable("auth_verification")
      .set({ expiresAt: site.database.dialect === "postgres" ? past : past.toISOString() })
      .where("identifier", "=", hashIdentifier(`reset-password:${ended}`))
      .execute();
    expect([await look(token), await look(token)]).toEqual(["alive", "alive"]);
    expect([await look(ended), await look("unknown")]).toEqual(["INVALID_TOKEN", "INVALID_TOKEN"]);
    const newPassword = "a brand new password";
    expect((await postJson(call, "/auth/reset-password", { token, newPassword })).status).toBe(200);
    expect(await look(token)).toBe("INVALID_TOKEN");
  });

  it("invalidates earlier links after a reset", async () => {
    const person = await aPerson(call);
    const other = await aResetToken(site, (await aPerson(call)).email);
    const [first, second] = [await aResetToken(site, person.email), await aResetToken(site, person.email)];
    const use = async (token: string) =>
      (await postJson(call, "/auth/reset-password", { token, newPassword: "a brand new password" })).status;
    expect(await use(second)).toBe(200);
    expect(await use(first)).toBe(400);
    expect(await use(other)).toBe(200);
  });

  it("stores no working link in the database", async () => {
    const person = await aPerson(call);
    const token = await aResetToken(site, person.email);
    const rows = await site.database.db
      .selectFrom("auth_verification")
      .selectAll()
      .where("value", "=", person.id)
      .execute();
    expect(rows).toHaveLength(1);
    const stored = Object.values(rows[0] ?? {}).map(String);
    expect(stored.join()).not.toContain(token);
    for (const value of stored.flatMap((text) => [text, text.replace("reset-password:", "")]))
      expect(
        (await postJson(call, "/auth/reset-password", { token: value, newPassword: "stolen password" }))
          .status,
      ).toBe(400);
    expect(
      (await postJson(call, "/auth/reset-password", { token, newPassword: "a brand new password" })).status,
    ).toBe(200);
  });
});
