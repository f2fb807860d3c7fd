import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts, type TestAccounts } from "../support/accounts.ts";
import { databases } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";

const WRONG = "not the right password";

describe.each(databases)("limits of accounts on $name", (testDatabase) => {
  let site: TestAccounts;
  beforeAll(async () => {
    site = await openAccounts(testDatabase);
  });
  afterAll(() => site.close());

  const guess = async (
    call: Call,
    { email }: Pick<Person, "email">,
    headers = {},
    path = "/auth/sign-in/email",
  ) => (await postJson(call, path, { email, password: WRONG }, headers)).status;
  async function lockOut(call: Call, person: Person) {
    const statuses = [];
    for (let tries = 0; tries < 7; tries++) statuses.push(await guess(call, person));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  }

  it("Repeated tries on one account: 429 for that account and address, a classroom behind one address unaffected", async () => {
    const classroom = site.from("203.0.113.1");
    const victim = await aPerson(classroom);
    const neighbour = await aPerson(classroom);
    await lockOut(classroom, victim);

    const refused = await postJson(classroom, "/auth/sign-in/email", victim);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(await refused.json()).toMatchObject({ code: "REQUESTS_EXCEEDED" });

    expect((await postJson(classroom, "/auth/sign-in/email", neighbour)).status).toBe(200);
    expect((await postJson(site.from("203.0.113.2"), "/auth/sign-in/email", victim)).status).toBe(200);
  });

  it("tries at the same moment are counted too", async () => {
    const call = site.from("203.0.113.3");
    const victim = await aPerson(call);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => guess(call, victim)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it("another node counts on", async () => {
    const victim = await aPerson(site.call);
    await lockOut(site.call, victim);
    expect(await guess(await site.anotherNode(), victim)).toBe(429);
  });

  it("rotating X-Forwarded-For doesn't help", async () => {
    const call = site.from("203.0.113.4");
    const victim = await aPerson(call);
    await lockOut(call, victim);
    for (let tries = 0; tries < 5; tries++)
      expect(
        await guess(call, victim, {
          "x-forwarded-for": `198.51.100.${tries}`,
          "x-real-ip": `198.51.100.${tries}`,
          "x-typecase-address": `198.51.100.${tries}`,
        }),
      ).toBe(429);
    const seen = await site.database.db.selectFrom("auth_session").select("ipAddress").distinct().execute();
    expect(seen.filter(({ ipAddress }) => ipAddress?.startsWith("198.51.100."))).toEqual([]);
  });

  it("a doubled slash doesn't help", async () => {
    const call = site.from("203.0.113.5");
    const victim = await aPerson(call);
    await lockOut(call, victim);
    for (const path of [
      "//auth/sign-in/email",
      "/auth//sign-in/email",
      "/auth/sign-in//email",
      "/auth/sign-in/email/",
      "/auth/sign-in/email//",
      "/auth/sign-in%2Femail",
      "/auth/%73ign-in/email",
      "/AUTH/sign-in/email",
      "/auth/sign-in/email;x=1",
    ]) {
      const status = await guess(call, victim, {}, path);
      expect([404, 429], path).toContain(status);
    }
    expect(await guess(call, victim, {}, "/auth/sign-in/email?again=1")).toBe(429);
    expect(await guess(call, victim, {}, "/auth/./x/../sign-in/email")).toBe(429);
  });

  it("other spellings of the address don't help", async () => {
    const call = site.from("203.0.113.6");
    const victim = await aPerson(call);
    await lockOut(call, victim);
    for (const email of [victim.email.toUpperCase(), ` ${victim.email} `, victim.email.replace("p", "P")])
      expect(await guess(call, { email })).toBe(429);
  });

  it("a household with IPv6 is one address", async () => {
    const victim = await aPerson(site.from("2001:db8:1:2::1"));
    for (let tries = 0; tries < 5; tries++) await guess(site.from(`2001:db8:1:2::${tries + 1}`), victim);
    expect(await guess(site.from("2001:db8:1:2:ffff::9"), victim)).toBe(429);
    expect(await guess(site.from("2001:db8:1:3::1"), victim)).toBe(401);
  });

  it("signing in clears the tries before it", async () => {
    const call = site.from("203.0.113.7");
    const person = await aPerson(call);
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 4; tries++) expect(await guess(call, person)).toBe(401);
      expect((await postJson(call, "/auth/sign-in/email", person)).status).toBe(200);
    }
  });

  it("reset links can't be asked for without end, known or not", async () => {
    const known = await aPerson(site.call);
    for (const email of [known.email, "nobody-to-reset@example.org"]) {
      const ask = async (address: string) =>
        (await postJson(site.from(address), "/auth/request-password-reset", { email })).status;
      const statuses = [];
      for (let tries = 0; tries < 4; tries++) statuses.push(await ask("203.0.113.8"));
      expect(statuses).toEqual([200, 200, 200, 429]);
      const fromEverywhere = [];
      for (let from = 0; from < 8; from++) fromEverywhere.push(await ask(`198.51.100.${from}`));
      expect(fromEverywhere.at(-1)).toBe(429);
    }
  });

  it("the password can't be guessed at somebody's open session", async () => {
    const person = await aPerson(site.call);
    const statuses = [];
    for (let tries = 0; tries < 12; tries++) {
      const [path, body] =
        tries % 2 === 0
          ? ["/auth/change-email", { newEmail: "mine-now@example.org", password: WRONG }]
          : ["/auth/delete-user", { password: WRONG }];
      statuses.push(
        (await postJson(site.from(`198.51.100.${tries}`), path as string, body, { cookie: person.cookie }))
          .status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });
});
