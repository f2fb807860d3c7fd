import {
  authentication,
  createDirectus,
  createItem,
  passwordRequest,
  passwordReset,
  readItems,
  readMe,
  rest,
  updateMe,
  withToken,
} from "@directus/sdk";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withDatabase } from "../support/database-schema.ts";
import { databases, describeOnDatabases, type Place } from "../support/databases.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { codeFor } from "../support/one-time-codes.ts";
import { aPerson, cookieFrom, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const CODE = (code: string) => ({ errors: [{ extensions: { code } }] });

describeOnDatabases("clients of Directus sign in on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let ada: Person;
  const call = (path: string, init?: RequestInit) => fetch(server.url + path, init);
  const post = (path: string, body: unknown, headers = {}) => postJson(call, path, body, headers);
  const client = (mode: "json" | "cookie" | "session" = "json") =>
    createDirectus(server.url)
      .with(authentication(mode, { autoRefresh: false }))
      .with(rest());

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: place.environment });
    ada = await aPerson(call, { name: "Ada", email: "ada@example.org" });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const login = async (body: object = {}) => {
    const answer = await post("/auth/login", { email: ada.email, password: ada.password, ...body });
    return { answer, data: (await answer.json()).data };
  };

  test("signs in, reads and changes the profile, refreshes and signs out", async () => {
    const directus = client();
    const first = await directus.login({ email: " ADA@example.org", password: ada.password });
    expect(first).toMatchObject({ expires: 900_000, refresh_token: expect.any(String) });
    const me = await directus.request(readMe({ fields: ["id", "email"] as never }));
    expect(me).toEqual({ id: ada.id, email: ada.email });
    const changed = await directus.request(
      updateMe({ profession: "Writer" } as never, { fields: ["profession"] as never }),
    );
    expect(changed).toEqual({ profession: "Writer" });

    const second = await directus.refresh();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const stale = await post("/auth/refresh", { refresh_token: first.refresh_token });
    expect(stale.status).toBe(401);
    expect(await stale.json()).toMatchObject(CODE("INVALID_CREDENTIALS"));

    await directus.logout();
    const after = withToken(String(second.access_token), readMe());
    await expect(client().request(after)).rejects.toMatchObject(CODE("TOKEN_EXPIRED"));
    const again = await post("/auth/refresh", { refresh_token: second.refresh_token });
    expect(again.status).toBe(401);
  });

  test("asks for the code of an account with two-factor sign-in, once each", async () => {
    const careful = await aPerson(call);
    const { email, password } = careful;
    const cookie = { cookie: careful.cookie };
    const begun = await (await post("/auth/two-factor/enable", { password }, cookie)).json();
    const code = () => codeFor(new URL(begun.totpURI).searchParams.get("secret") ?? "");
    await post("/auth/two-factor/verify-totp", { code: await code() }, cookie);
    for (const otp of [undefined, "", "000000", "aaaaa-bbbbb"]) {
      const refused = await post("/auth/login", { email, password, otp });
      expect([otp, refused.status]).toEqual([otp, 401]);
      expect(await refused.json()).toMatchObject(CODE("INVALID_OTP"));
    }
    const [recovery] = begun.backupCodes;
    const wrongPassword = await post("/auth/login", { email, password: "wrong password", otp: recovery });
    expect(await wrongPassword.json()).toMatchObject(CODE("INVALID_CREDENTIALS"));
    const directus = client();
    await directus.login({ email, password }, { otp: await code() });
    expect(await directus.request(readMe({ fields: ["id"] as never }))).toEqual({ id: careful.id });
    const recovered = await post("/auth/login", { email, password, otp: recovery, mode: "session" });
    expect(recovered.status).toBe(200);
    const mine = await call("/users/me?fields=id", { headers: { cookie: cookieFrom(recovered) } });
    expect((await mine.json()).data).toEqual({ id: careful.id });
    expect((await post("/auth/login", { email, password, otp: recovery })).status).toBe(401);
  });

  test("reaches the person's own items with the access token", async () => {
    const { data } = await login();
    const own = createDirectus(server.url).with(rest());
    const made = await own.request(
      withToken(data.access_token, createItem("history" as never, { action: "created" } as never)),
    );
    const mine = { filter: { user_id: { _eq: "$CURRENT_USER" } }, fields: ["id"] };
    const found = await own.request(
      withToken(data.access_token, readItems("history" as never, mine as never)),
    );
    expect(found).toEqual([{ id: (made as { id: string }).id }]);
    await expect(own.request(readMe())).rejects.toMatchObject(CODE("FORBIDDEN"));
  });

  test("keeps the refresh token in a cookie in mode cookie", async () => {
    const { answer, data } = await login({ mode: "cookie" });
    expect(Object.keys(data)).toEqual(["access_token", "expires"]);
    const cookie = cookieFrom(answer);
    expect(cookie).toContain("typecase.refresh_token=");
    expect(cookie).not.toContain("session_token");
    expect(answer.headers.getSetCookie().find((line) => line.includes("refresh_token"))).toMatch(
      /; Path=\/auth; HttpOnly; SameSite=Lax$/,
    );
    const refreshed = await post("/auth/refresh", { mode: "cookie" }, { cookie });
    expect(Object.keys((await refreshed.json()).data)).toEqual(["access_token", "expires"]);
    const out = await post("/auth/logout", { mode: "cookie" }, { cookie: cookieFrom(refreshed) });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(/refresh_token=; Max-Age=0/));
    expect((await post("/auth/refresh", {}, { cookie: cookieFrom(refreshed) })).status).toBe(401);
  });

  test("uses the session's cookie in mode session", async () => {
    const { answer, data } = await login({ mode: "session" });
    expect(Object.keys(data)).toEqual(["expires"]);
    const cookie = cookieFrom(answer);
    const me = await call("/users/me/?fields=id", { headers: { cookie } });
    expect(await me.json()).toEqual({ data: { id: ada.id } });
    const refreshed = await post("/auth/refresh", { mode: "session" }, { cookie });
    expect((await refreshed.json()).data.expires).toBeGreaterThan(86_400_000);
    expect((await post("/auth/logout", { mode: "session" }, { cookie })).status).toBe(204);
    expect((await post("/auth/refresh", { mode: "session" }, { cookie })).status).toBe(401);
  });

  test("leaves the session of the browser alone when a script signs in for tokens", async () => {
    const { answer } = await login({ mode: "session" });
    const cookie = cookieFrom(answer);
    const json = await post("/auth/login", { email: ada.email, password: ada.password }, { cookie });
    expect(json.status).toBe(200);
    expect((await call("/users/me", { headers: { cookie } })).status).toBe(200);
  });

  test("ends with the session, wherever that is ended", async () => {
    const { data } = await login();
    const { answer } = await login({ mode: "session" });
    const listed = await call("/auth/list-sessions", { headers: { cookie: cookieFrom(answer) } });
    expect((await listed.json()).length).toBeGreaterThan(1);
    await post("/auth/revoke-other-sessions", {}, { cookie: cookieFrom(answer) });
    const gone = await call("/users/me", { headers: { authorization: `Bearer ${data.access_token}` } });
    expect(await gone.json()).toMatchObject(CODE("TOKEN_EXPIRED"));
    expect((await post("/auth/refresh", { refresh_token: data.refresh_token })).status).toBe(401);
  });

  test("refuses tokens that were made up or changed, and accounts that were disabled", async () => {
    const eve = await aPerson(call);
    const made = await post("/auth/login", { email: eve.email, password: eve.password });
    const { access_token, refresh_token } = (await made.json()).data;
    for (const token of [
      `${access_token}x`,
      access_token.replace(/\.\w+\./, ".zzzzzzzzzz."),
      "session_",
      "session_x.y.z",
    ]) {
      const answer = await call("/users/me", { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status, token).toBe(401);
      expect(await answer.json()).toMatchObject(CODE("INVALID_CREDENTIALS"));
    }
    expect((await post("/auth/refresh", { refresh_token: `${refresh_token}x` })).status).toBe(401);
    await withDatabase(place, ({ db }) =>
      sql`update auth_user set "disabledAt" = '2026-01-01' where id = ${eve.id}`.execute(db),
    );
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await call("/users/me", { headers })).status).toBe(401);
    expect((await post("/auth/refresh", { refresh_token })).status).toBe(401);
  });

  test("refuses in the shape of Directus", async () => {
    const refusals: [string, unknown, number, string, RegExp][] = [
      ["/auth/login", { email: "no" }, 400, "INVALID_PAYLOAD", /"email" must be a valid email/],
      ["/auth/login", { email: ada.email }, 400, "INVALID_PAYLOAD", /"password" is required/],
      ["/auth/login", { ...ada, mode: "x" }, 400, "INVALID_PAYLOAD", /"mode" must be one of \[json/],
      ["/auth/login", { ...ada, password: "no" }, 401, "INVALID_CREDENTIALS", /^Invalid user cred/],
      ["/auth/refresh", {}, 400, "INVALID_PAYLOAD", /refresh token is required/],
      ["/auth/logout", {}, 400, "INVALID_PAYLOAD", /refresh token is required/],
      ["/auth/password/reset", { token: "no", password: "long enough now" }, 400, "INVALID_TOKEN", /./],
      ["/auth/password/request", { email: ada.email }, 400, "NO_MAIL", /./],
      [
        "/auth/password/request",
        { email: ada.email, reset_url: "https://evil.example" },
        400,
        "INVALID_PAYLOAD",
        /"reset_url"/,
      ],
    ];
    for (const [path, body, status, code, message] of refusals) {
      const answer = await post(path, body);
      const said = await answer.json();
      expect(answer.status, `${path} ${JSON.stringify(said)}`).toBe(status);
      expect(Object.keys(said)).toEqual(["errors"]);
      expect(said).toMatchObject(CODE(code));
      expect(said.errors[0].message).toMatch(message);
    }
    const { data } = await login();
    const headers = { authorization: `Bearer ${data.access_token}`, "content-type": "application/json" };
    const change = (body: unknown) =>
      call("/users/me", { method: "PATCH", headers, body: JSON.stringify(body) });
    expect(await (await change({ password: "x" })).json()).toMatchObject(CODE("INVALID_PAYLOAD"));
    expect(await (await change({ email: "b@example.org" })).json()).toMatchObject(CODE("FORBIDDEN"));
    expect(await (await change({ first_name: "x" })).json()).toMatchObject(CODE("FORBIDDEN"));
  });

  test("counts wrong passwords with those of the other sign-in", async () => {
    const bob = await aPerson(call);
    const wrong = { email: bob.email, password: "not the one" };
    for (let tried = 0; tried < 5; tried++) {
      const answer = await post(tried % 2 ? "/auth/login" : "/auth/sign-in/email", wrong);
      expect(answer.status).toBe(401);
    }
    const limited = await post("/auth/login", { ...wrong, password: bob.password });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await limited.json()).toMatchObject(CODE("REQUESTS_EXCEEDED"));
  });
});

test("resets a password with the link of the mail", async () => {
  const [database] = databases;
  const place = await (database as (typeof databases)[number]).place();
  const mail: MailServer = await startMailServer();
  const server = await startServerHere({
    environment: {
      ...place.environment,
      SMTP_URL: mail.url,
      PUBLIC_URL: "http://localhost:3000",
    },
  });
  try {
    const call = (path: string, init?: RequestInit) => fetch(server.url + path, init);
    const signedUp = await postJson(call, "/auth/sign-up/email", {
      name: "Ada",
      email: "ada@example.org",
      password: "correct horse battery",
    });
    expect(signedUp.status).toBe(200);
    const directus = createDirectus(server.url)
      .with(authentication("json", { autoRefresh: false }))
      .with(rest());
    const right = { email: "ada@example.org", password: "correct horse battery" };
    await expect(directus.login(right)).rejects.toMatchObject(CODE("EMAIL_NOT_VERIFIED"));
    const before = mail.received.length;
    await directus.request(passwordRequest("ada@example.org", "http://localhost:3000/reset-password"));
    await expect.poll(() => mail.received.length).toBeGreaterThan(before);
    const linked = () =>
      /reset-password[^\s"]*[?#&]token=([\w-]+)/.exec(mail.received.map(({ plain }) => plain).join("\n"));
    await expect.poll(() => linked()?.[1]).toBeTruthy();
    await directus.request(passwordReset(String(linked()?.[1]), "another long password"));
    await expect(directus.login(right)).rejects.toMatchObject(CODE("INVALID_CREDENTIALS"));
    const found = await directus.login({ ...right, password: "another long password" });
    expect(found.access_token).toMatch(/^session_/);
  } finally {
    await server.stop();
    await mail.stop();
    await place.remove();
  }
});
