import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const WRONG = "not the right password";
const TOKEN = "an-operator-token-of-some-length";

describeOnDatabases("accounts behind the real server on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const tries = async (person: Person, times: number, headers: (n: number) => Record<string, string>) => {
    const statuses = [];
    for (let n = 0; n < times; n++)
      statuses.push(
        (await postJson(call, "/auth/sign-in/email", { email: person.email, password: WRONG }, headers(n)))
          .status,
      );
    return statuses;
  };

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN: TOKEN } });
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  it("uses the socket's address without a proxy header", async () => {
    const person = await aPerson(call);
    expect(await tries(person, 6, () => ({}))).toEqual([401, 401, 401, 401, 401, 429]);
    const sessions = await call("/auth/list-sessions", { headers: { cookie: person.cookie } });
    expect(await sessions.json()).toMatchObject([{ ipAddress: "127.0.0.1" }]);
  });

  it("ignores a rotating X-Forwarded-For", async () => {
    const person = await aPerson(call);
    const rotating = (n: number) => ({
      "x-forwarded-for": `198.51.100.${n}`,
      "x-real-ip": `198.51.100.${n}`,
    });
    expect(await tries(person, 7, rotating)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it("counts paths with doubled slashes", async () => {
    const person = await aPerson(call);
    await tries(person, 5, () => ({}));
    for (const path of [
      "//auth/sign-in/email",
      "/auth//sign-in/email",
      "/auth/sign-in//email",
      "/auth/sign-in/email/",
    ]) {
      const answer = await postJson(call, path, { email: person.email, password: person.password });
      expect(answer.ok, path).toBe(false);
      expect(answer.headers.getSetCookie(), path).toEqual([]);
    }
  });

  it("treats an old cookie as a visitor", async () => {
    const { cookie, email } = await aPerson(call);
    const mine = () =>
      call(`/items/user?filter[email][_eq]=${encodeURIComponent(email)}`, { headers: { cookie } });
    const before = await mine();
    expect(before.status).toBe(200);
    expect(await before.json()).toMatchObject({ data: [{ email }] });
    await postJson(call, "/auth/sign-out", {}, { cookie });
    const after = await mine();
    expect(after.status).toBe(401);
    expect(await after.json()).not.toHaveProperty("data");
    expect((await call("/auth/list-sessions", { headers: { cookie } })).status).toBe(401);
    expect((await call("/items/templates", { headers: { cookie } })).status).toBe(200);
    expect((await call("/items/user")).status).toBe(403);
  });

  it("rejects an invalid token and accepts the operator's", async () => {
    const read = async (token: string) =>
      (await call("/items/templates", { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await read("wrong")).toBe(401);
    expect(await read(TOKEN)).toBe(200);
  });

  it("rejects cross-origin writes of every content type", async () => {
    const person = await aPerson(call);
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      const answer = await call("/auth/sign-in/email", {
        method: "POST",
        headers: { origin: "https://evil.example", "content-type": type },
        body: JSON.stringify(person),
      });
      expect(answer.status, type).toBe(403);
    }
  });

  it("answers unknown paths under /auth with JSON", async () => {
    for (const path of ["/auth", "/auth/", "/auth/nothing", "/auth/sign-in"]) {
      const answer = await call(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: "ROUTE_NOT_FOUND" } }] });
    }
  });

  it("logs no session, reset link, token or password", async () => {
    const person = await aPerson(call, { password: "a-password-to-look-for" });
    await call("/auth/get-session", { headers: { cookie: person.cookie } });
    const session = decodeURIComponent(person.cookie.split("=")[1] as string);
    await postJson(call, "/auth/request-password-reset", { email: person.email });
    const { cookie } = await anOperator(call, data);
    const made = await postJson(call, `/auth/people/${person.id}/reset-link`, {}, { cookie });
    const { link } = ((await made.json()) as { data: { link: string } }).data;
    expect(link.startsWith(`${server.url}/reset-password?token=`)).toBe(true);
    const token = new URL(link).searchParams.get("token") as string;
    for (const path of [new URL(link).pathname, `/auth/reset-password/${token}`, `/reset-password.data`])
      await (await call(`${path}?token=${token}`)).text();
    await postJson(call, "/auth/reset-password", { token, newPassword: "another-to-look-for" });
    for (const secret of [
      "a-password-to-look-for",
      "another-to-look-for",
      TOKEN,
      session,
      session.split(".")[0] as string,
      token,
    ])
      expect(server.output()).not.toContain(secret);
    expect(server.output()).not.toContain("token=");
  });
});

describe("behind a trusted proxy", () => {
  it("uses the address the proxy names and ignores the client's own header", async () => {
    const server = await startServerHere({ environment: { TRUSTED_PROXIES: "127.0.0.1" } });
    try {
      const call: Call = (path, init) => fetch(server.url + path, init);
      const person = await aPerson(call);
      const guess = async (forwarded: string) =>
        (
          await postJson(
            call,
            "/auth/sign-in/email",
            { email: person.email, password: WRONG },
            { "x-forwarded-for": forwarded },
          )
        ).status;
      for (let n = 0; n < 5; n++) expect(await guess(`198.51.100.${n}, 203.0.113.1`)).toBe(401);
      expect(await guess("198.51.100.99, 203.0.113.1")).toBe(429);
      expect(await guess("203.0.113.2")).toBe(401);
    } finally {
      await server.stop();
    }
  });
});
