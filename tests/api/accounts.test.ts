import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Accounts, createAccounts } from "../../server/accounts/accounts.ts";
import { databases, type OpenedDatabase, quietLog } from "../support/databases.ts";
import { aPerson, type Call, postJson, signIn } from "../support/people.ts";

describe.each(databases)("accounts on $name", ({ open }) => {
  let opened: OpenedDatabase;
  let accounts: Accounts;
  const call: Call = (path, init) =>
    accounts.handle(new Request(`http://localhost:3000${path}`, init), "10.0.0.1");
  beforeAll(async () => {
    opened = await open({ OPERATOR_TOKEN: "an-operator-token-of-thirty-two" });
    accounts = await createAccounts({ database: opened.database, settings: opened.settings, log: quietLog });
  });
  afterAll(async () => {
    await accounts.close();
    await opened.close();
  });

  it("signs up, in and out", async () => {
    const person = await aPerson(call);
    const rows = await opened.database.db
      .selectFrom("user")
      .selectAll()
      .where("id", "=", person.id)
      .execute();
    expect(rows).toMatchObject([
      { email: person.email, name: person.name, avatar: "/avatar-placeholder.svg" },
    ]);
    const me = await call("/auth/get-session", { headers: { cookie: person.cookie } });
    expect(await me.json()).toMatchObject({ user: { email: person.email, role: "person" } });
    expect(
      await accounts.whoIs(new Request("http://x/", { headers: { cookie: person.cookie } })),
    ).toMatchObject({
      role: "person",
      userId: person.id,
    });
    const cookie = await signIn(call, person);
    const out = await postJson(call, "/auth/sign-out", {}, { cookie });
    expect(out.status).toBe(200);
    expect(await accounts.whoIs(new Request("http://x/", { headers: { cookie } }))).toEqual({
      role: "visitor",
      sessionEnded: true,
    });
  });
});
