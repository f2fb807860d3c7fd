import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROUTES } from "../../server/accounts/routes.ts";
import { openAccounts, type TestAccounts } from "../support/accounts.ts";
import { describeOnDatabases } from "../support/databases.ts";
import { aPerson, type Call, postJson, signIn } from "../support/people.ts";

const WRITES = Object.entries(ROUTES)
  .filter(([, { method }]) => method === "POST")
  .map(([path]) => path);

describeOnDatabases("requests to accounts on $name", (testDatabase) => {
  let site: TestAccounts;
  const call: Call = (path, init) => site.call(path, init);
  beforeAll(async () => {
    site = await openAccounts(testDatabase, { CORS_ORIGINS: "https://partner.example" });
  });
  afterAll(() => site.close());

  it("rejects cross-origin writes of every content type", async () => {
    const person = await aPerson(call);
    const sources: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:3001" },
      { origin: "http://localhost:3000.evil.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const path of WRITES)
      for (const source of sources)
        for (const type of [
          "application/json",
          "text/plain",
          "multipart/form-data; boundary=x",
          "application/x-www-form-urlencoded",
        ]) {
          const headers = { ...source, "content-type": type, cookie: person.cookie };
          const body = JSON.stringify({ ...person, newPassword: "taken over now" });
          const answer = await call(path, { method: "POST", headers, body });
          expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403);
          expect(answer.headers.getSetCookie()).toEqual([]);
        }
    await signIn(call, person);
  });

  it("accepts writes from own pages, listed origins and programs", async () => {
    const person = await aPerson(call);
    for (const headers of [
      { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" },
      { origin: "https://partner.example" },
      { "sec-fetch-site": "none" },
      {},
    ] as Record<string, string>[])
      expect((await postJson(call, "/auth/sign-in/email", person, headers)).status).toBe(200);
  });

  it("replaces unsafe redirect targets with a local path", async () => {
    const person = await aPerson(call);
    for (const callbackURL of [
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "javascript:alert(1)",
      "https://evil.example/",
      "/\t/evil.example",
      "/.//evil.example",
      { toString: "x" },
      7,
    ]) {
      const answer = await postJson(call, "/auth/sign-in/email", { ...person, callbackURL });
      expect(await answer.json()).toMatchObject({ url: "/" });
      expect(answer.headers.get("location")).toBe("/");
    }
    const fine = await postJson(call, "/auth/sign-in/email", {
      ...person,
      callbackURL: "/dashboard/saved?x=1#y",
    });
    expect(await fine.json()).toMatchObject({ url: "/dashboard/saved?x=1#y" });
  });

  it("exposes only the intended routes and methods", async () => {
    for (const path of [
      "/auth",
      "/auth/",
      "/auth/ok",
      "/auth/error",
      "/auth/sign-in/social",
      "/auth/update-user",
      "/auth/link-social",
      "/auth/verify-password",
      "/auth/unlink-account",
      "/auth/passkey/list-user-passkeys",
      "/auth/callback/google",
      "/auth/reset-password/abc?callbackURL=/",
      "/auth/delete-user/callback?token=x",
      "/auth/get-access-token",
      "/auth/__proto__",
    ])
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        const answer = await call(path, { method });
        expect(answer.status, `${method} ${path}`).toBe(404);
        expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: "ROUTE_NOT_FOUND" } }] });
      }
    for (const [path, { method }] of Object.entries(ROUTES))
      expect((await call(path, { method: method === "GET" ? "POST" : "GET" })).status).toBe(404);
  });

  it("reports input errors by field", async () => {
    const good = { name: "Ada", email: "ada-fields@example.org", password: "correct horse battery" };
    for (const [change, field] of [
      [{ password: "too short" }, "password"],
      [{ password: "x".repeat(129) }, "password"],
      [{ password: 1234567890 }, "password"],
      [{ email: "not an address" }, "email"],
      [{ email: "a@b@c" }, "email"],
      [{ email: `${"x".repeat(250)}@example.org` }, "email"],
      [{ email: ["ada@example.org"] }, "email"],
      [{ email: { $ne: "" } }, "email"],
      [{ name: "  " }, "name"],
      [{ name: "x".repeat(101) }, "name"],
      [{ name: "two\r\nlines" }, "name"],
    ] as const) {
      const answer = await postJson(call, "/auth/sign-up/email", { ...good, ...change });
      expect(answer.status, JSON.stringify(change)).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: "FAILED_VALIDATION",
        message: expect.stringMatching(new RegExp(`^${field}: `)),
      });
    }
  });

  it("answers every input with JSON and never with 500", async () => {
    const { cookie } = await aPerson(call);
    const anyBody = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record(
          {
            email: fc.oneof(fc.emailAddress(), fc.string(), fc.anything()),
            password: fc.oneof(fc.string({ minLength: 10 }), fc.anything()),
            newPassword: fc.oneof(fc.string({ minLength: 10 }), fc.anything()),
            name: fc.anything(),
            newEmail: fc.oneof(fc.emailAddress(), fc.anything()),
            token: fc.oneof(fc.string(), fc.anything()),
            callbackURL: fc.anything(),
            rememberMe: fc.anything(),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...WRITES), anyBody, fc.boolean(), async (path, body, signedIn) => {
        // Must not be ended while others use the session.
        if (/sign-out|revoke/.test(path)) return;
        const headers = { "content-type": "application/json", ...(signedIn && { cookie }) };
        const answer = await call(path, { method: "POST", headers, body });
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      }),
      { numRuns: 120 },
    );
    for (const odd of ["\u0000", "a\u0000b", "\ud800", "\uffff", "٣"])
      for (const path of WRITES) {
        const body = {
          name: odd,
          email: `${odd}@example.org`,
          newEmail: odd,
          token: odd,
          password: odd.repeat(10),
        };
        for (const newPassword of [odd.repeat(10), "correct horse battery"]) {
          const answer = await postJson(call, path, { ...body, newPassword });
          expect(answer.status, `${path} ${JSON.stringify(odd)}`).toBeLessThan(500);
        }
      }
    for (const token of [
      "",
      "x",
      "a.b.c",
      "%00",
      "é",
      `${btoa("{}")}.${btoa('{"updateTo":"x@example.org"}')}.x`,
    ]) {
      const answer = await call(`/auth/verify-email?token=${encodeURIComponent(token)}`);
      expect([400, 401], token).toContain(answer.status);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    }
  });

  it("rejects long, malformed and unsupported bodies with 413, 400 and 415", async () => {
    const send = async (body: string, type = "application/json") =>
      (await call("/auth/sign-in/email", { method: "POST", headers: { "content-type": type }, body })).status;
    expect(await send(JSON.stringify({ email: "x".repeat(20_000) }))).toBe(413);
    expect(await send("{")).toBe(400);
    expect(await send("[]")).toBe(400);
    expect(await send("{}", "text/plain")).toBe(415);
  });
});
