import { afterAll, beforeAll, expect, it } from "vitest";
import { ROUTES } from "../../server/accounts/routes.ts";
import { addressGroup } from "../../server/limits/rate-limit.ts";
import { createStoredLimits } from "../../server/limits/stored-limits.ts";
import { openAccounts, type TestAccounts } from "../support/accounts.ts";
import { describeOnDatabases } from "../support/databases.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";

const WRONG = "not the right password";

describeOnDatabases("limits of accounts on $name", (testDatabase) => {
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
  /** Takes attempts as sign-in does, but without checking passwords, which costs a tenth of a second each. */
  async function take(count: number, { email }: Pick<Person, "email">, addressOf: (index: number) => string) {
    const limits = createStoredLimits(site.database);
    for (let index = 0; index < count; index++) {
      const asker = { account: email, address: addressGroup(addressOf(index)) };
      await limits.take(ROUTES["/auth/sign-in/email"]?.limits?.(asker) ?? []);
    }
  }
  async function lockOut(address: string, person: Pick<Person, "email">) {
    await take(5, person, () => address);
    expect(await guess(site.from(address), person)).toBe(429);
  }

  let victims = 0;
  /** Attempts are counted alike whether the address exists or not. */
  const aVictim = () => ({ email: `victim-${++victims}@example.org` });

  it("slows wrong passwords for one account while its owner can still sign in", async () => {
    const home = site.from("203.0.113.9");
    const owner = await aPerson(home);
    const nobody = aVictim();
    // Each from its own network, all of one /48.
    const network = (index: number) => `2001:db8:77:${(index + 1).toString(16)}::1`;
    for (const account of [owner, nobody]) {
      expect(await guess(site.from(network(0)), account)).toBe(401);
      await take(19, account, (index) => network(index + 1));
      const answers = [];
      for (let index = 20; index < 40; index++)
        answers.push(
          await postJson(site.from(network(index)), "/auth/sign-in/email", {
            email: account.email,
            password: WRONG,
          }),
        );
      // Twenty, then one in the first minute; the response doesn't reveal whether the account exists.
      expect(answers.map(({ status }) => status)).toEqual([401, ...Array(19).fill(429)]);
      const waits = answers.slice(1).map(({ headers }) => Number(headers.get("retry-after")));
      expect(Math.max(...waits)).toBeLessThanOrEqual(60);
      expect(Math.min(...waits)).toBeGreaterThan(0);
    }
    // Rejected without checking the password, so a correct one is rejected as well...
    const elsewhere = site.from("203.0.113.77");
    expect((await postJson(elsewhere, "/auth/sign-in/email", owner)).status).toBe(429);
    // ...but not on the owner's known device, however many others try.
    const { cookie } = owner;
    for (const call of [home, elsewhere])
      expect((await postJson(call, "/auth/sign-in/email", owner, { cookie })).status).toBe(200);
    // Another person's browser has no advantage for this account.
    const stranger = await aPerson(elsewhere);
    const shown = { cookie: stranger.cookie };
    expect((await postJson(elsewhere, "/auth/sign-in/email", owner, shown)).status).toBe(429);
    // A minute later one more attempt is allowed.
    const limits = createStoredLimits(site.database);
    const asker = { account: owner.email, address: "2001:db8:77:999" };
    const tries = ROUTES["/auth/sign-in/email"]?.limits?.(asker) ?? [];
    expect(await limits.take(tries, Date.now() + 61_000)).toBeUndefined();
    expect(await limits.take(tries, Date.now() + 62_000)).toMatchObject({ retryAfter: expect.any(Number) });
  });

  it("gives a known browser its own limited attempts", async () => {
    const call = site.from("203.0.113.10");
    const owner = await aPerson(call);
    const cookie = owner.cookie.split("; ").find((each) => each.startsWith("typecase.device=")) ?? "";
    const limits = createStoredLimits(site.database);
    const device = cookie.slice("typecase.device=".length).split(".")[0];
    const asker = { account: owner.email, address: "", device };
    for (let tries = 0; tries < 9; tries++)
      await limits.take(ROUTES["/auth/sign-in/email"]?.limits?.(asker) ?? []);
    expect(await guess(call, owner, { cookie })).toBe(401);
    expect(await guess(call, owner, { cookie })).toBe(429);
    // The attempts of others are not affected.
    expect(await guess(call, owner)).toBe(401);
  });

  it("limits attempts per account and address, not for others at that address", async () => {
    const classroom = site.from("203.0.113.1");
    const victim = await aPerson(classroom);
    const neighbour = await aPerson(classroom);
    const statuses = [];
    for (let tries = 0; tries < 7; tries++) statuses.push(await guess(classroom, victim));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);

    const refused = await postJson(classroom, "/auth/sign-in/email", victim);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(await refused.json()).toMatchObject({ code: "REQUESTS_EXCEEDED" });

    expect((await postJson(classroom, "/auth/sign-in/email", neighbour)).status).toBe(200);
    expect((await postJson(site.from("203.0.113.2"), "/auth/sign-in/email", victim)).status).toBe(200);
  });

  it("counts concurrent attempts", async () => {
    const call = site.from("203.0.113.3");
    const victim = await aPerson(call);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => guess(call, victim)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it("allows twenty concurrent attempts from different networks, then one a minute", async () => {
    const limits = createStoredLimits(site.database);
    const { email } = aVictim();
    const tries = Array.from({ length: 60 }, (_, network) => {
      const asker = { account: email, address: `2001:db8:79:${network.toString(16)}` };
      return limits.take(ROUTES["/auth/sign-in/email"]?.limits?.(asker) ?? []);
    });
    const refused = (await Promise.all(tries)).filter((answer) => answer !== undefined);
    expect(60 - refused.length).toBe(21);
  });

  it("writes nothing for a rejected attempt", async () => {
    const victim = aVictim();
    const network = (index: number) => `2001:db8:78:${(index + 1).toString(16)}::1`;
    await take(21, victim, network);
    const counters = () =>
      site.database.db.selectFrom("auth_rate_limit").selectAll().orderBy("key").execute();
    const before = await counters();
    for (let index = 21; index < 25; index++)
      expect(await guess(site.from(network(index)), victim)).toBe(429);
    expect(await counters()).toEqual(before);
  });

  it("shares counters with other nodes", async () => {
    const victim = aVictim();
    await lockOut("192.0.2.1", victim);
    expect(await guess(await site.anotherNode(), victim)).toBe(429);
  });

  it("ignores a rotating X-Forwarded-For", async () => {
    const call = site.from("203.0.113.4");
    const victim = aVictim();
    await lockOut("203.0.113.4", victim);
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

  it("counts paths with doubled slashes", async () => {
    const call = site.from("203.0.113.5");
    const victim = aVictim();
    await lockOut("203.0.113.5", victim);
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

  it("counts other spellings of the email address", async () => {
    const call = site.from("203.0.113.6");
    const victim = aVictim();
    await lockOut("203.0.113.6", victim);
    for (const email of [victim.email.toUpperCase(), ` ${victim.email} `, victim.email.replace("p", "P")])
      expect(await guess(call, { email })).toBe(429);
  });

  it("counts an IPv6 network as one address", async () => {
    const victim = aVictim();
    await take(5, victim, (index) => `2001:db8:1:2::${index + 1}`);
    expect(await guess(site.from("2001:db8:1:2:ffff::9"), victim)).toBe(429);
    expect(await guess(site.from("2001:db8:1:3::1"), victim)).toBe(401);
  });

  it("clears earlier attempts after a successful sign-in", async () => {
    const call = site.from("203.0.113.7");
    const person = await aPerson(call);
    for (let round = 0; round < 2; round++) {
      await take(3, person, () => "203.0.113.7");
      expect(await guess(call, person)).toBe(401);
      expect((await postJson(call, "/auth/sign-in/email", person)).status).toBe(200);
    }
  });

  it("limits requests for reset links to known and unknown addresses", async () => {
    const known = await aPerson(site.call);
    for (const email of [known.email, "nobody-to-reset@example.org"]) {
      const ask = async (address: string) =>
        (await postJson(site.from(address), "/auth/request-password-reset", { email })).status;
      const statuses = [];
      for (let tries = 0; tries < 4; tries++) statuses.push(await ask("203.0.113.8"));
      expect(statuses).toEqual([400, 400, 400, 429]); // no mail is sent here, and the response is the same
      const fromEverywhere = [];
      for (let from = 0; from < 8; from++) fromEverywhere.push(await ask(`198.51.100.${from}`));
      expect(fromEverywhere.at(-1)).toBe(429);
    }
  });

  it("limits password guesses in an open session", async () => {
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
