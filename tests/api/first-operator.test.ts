import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSetupLink, openLibrary } from "../../server/accounts/first-operator.ts";
import { demote, promote } from "../../server/accounts/operators.ts";
import { offerSetup } from "../../server/accounts/setup-file.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { withDatabase } from "../support/database-schema.ts";
import {
  databases,
  describeOnDatabases,
  type Place,
  quietLog,
  type TestDatabase,
} from "../support/databases.ts";
import { startMailServer } from "../support/mail-server.ts";
import { aPerson, cookieFrom, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const LIBRARY = { libraryName: "Larnes Print Room", contactEmail: "Post@Larnes.example" };
const noor = { name: "Noor", email: "noor@halvorsen.example", password: "correct horse battery" };
const mira = { name: "Mira", email: "mira@halvorsen.example", password: "another horse battery" };

describeOnDatabases("the first operator on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let token: string;
  let cookie: string;

  const file = () => join(place.environment.DATA_DIR, "setup-link");
  const readLink = () => new URL(readFileSync(file(), "utf8").trim());
  const start = async (environment: Record<string, string> = {}) => {
    server = await startServerHere({ environment: { ...place.environment, ...environment } });
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    postJson((to, init) => fetch(server.url + to, init), path, body, headers);
  const check = (secret: string) => post("/auth/check-setup-link", { token: secret });
  const count = (email: string) =>
    withDatabase(place, async ({ db }) => {
      const rows = await db.selectFrom("auth_user").select("id").where("email", "=", email).execute();
      return rows.length;
    });

  beforeAll(async () => {
    place = await database.place();
    await start();
    token = readLink().searchParams.get("token") ?? "";
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  test("writes a setup link readable by the server's user only and not to the log", async () => {
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readLink().pathname).toBe("/setup");
    expect(token.length).toBe(43);
    expect(server.log().filter((line) => line.file === file())).toHaveLength(1);
    expect((await fetch(`${server.url}/setup?token=${token}`)).status).toBe(200);
    expect((await check(token)).status).toBe(200);
    expect(server.output()).not.toContain(token);
    const stored = await withDatabase(place, ({ db }) => db.selectFrom("kept_values").selectAll().execute());
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("serves the setup page uncached, unindexed and without referrer", async () => {
    const { headers } = await fetch(`${server.url}/setup?token=${token}`);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toContain("noindex");
  });

  test("rejects wrong links, missing passwords and taken addresses", async () => {
    const taken = await aPerson((path, init) => fetch(server.url + path, init));
    const open = (given: Record<string, unknown>) =>
      post("/auth/setup", { token, ...LIBRARY, ...noor, ...given });
    const refused = [
      await open({ token: "A".repeat(43) }),
      await open({ password: undefined }),
      await open({ password: "short" }),
      await open({ libraryName: "  " }),
      await open({ contactEmail: "nobody" }),
      await open({ email: taken.email }),
    ];
    const codes = await Promise.all(refused.map(async (answer) => (await answer.json()).code));
    expect(codes).toEqual(["INVALID_TOKEN", ...Array(4).fill("FAILED_VALIDATION"), "EMAIL_TAKEN"]);
    expect(await count(noor.email)).toBe(0);
    expect((await check(token)).status).toBe(200);
  });

  test("makes one of two concurrent people the operator", async () => {
    const answers = await Promise.all(
      [noor, mira].map((person) => post("/auth/setup", { token, ...LIBRARY, ...person })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [won, lost] = answers[0]?.ok ? [noor, mira] : [mira, noor];
    expect([await count(won.email), await count(lost.email)]).toEqual([1, 0]);
    cookie = cookieFrom(answers.find(({ ok }) => ok) as Response);
    const people = await fetch(`${server.url}/auth/people`, { headers: { cookie } });
    expect((await people.json()).data).toContainEqual(
      expect.objectContaining({ email: won.email, role: "operator" }),
    );
    const log = await fetch(`${server.url}/auth/actions`, { headers: { cookie } });
    expect((await log.json()).data[0]).toMatchObject({
      action: "library.opened",
      actor: { email: won.email },
      target: { kind: "person", email: won.email },
    });
    expect((await check(token)).status).toBe(400);
    expect(existsSync(file())).toBe(false);
  });

  test("shows the library's name and address at once", async () => {
    const read = async (path: string) => (await fetch(server.url + path)).text();
    expect(await read("/")).toContain("<title>Larnes Print Room</title>");
    expect(await read("/manifest.webmanifest")).toContain("Larnes Print Room");
    expect(await read("/openapi.json")).toContain("Larnes Print Room API");
    expect(await read("/forgot-password")).toContain("mailto:post@larnes.example");
    expect(await read("/privacy")).toContain("mailto:post@larnes.example");
  });

  test("creates no link while there is an operator, and a new one afterwards", async () => {
    const parts = { log: quietLog, dataDir: place.environment.DATA_DIR, address: "http://localhost:3000" };
    const offer = () =>
      withDatabase(place, (opened) => offerSetup({ ...parts, database: opened, isTerminal: true }));
    expect(await offer()).toBeUndefined();
    await withDatabase(place, async (opened) => {
      await demote(opened, noor.email, COMMAND_LINE);
      await demote(opened, mira.email, COMMAND_LINE);
    });
    expect((await check(token)).status).toBe(400);
    const shown = await offer();
    expect(shown).toMatch(/^http:\/\/localhost:3000\/setup\?token=[\w-]{43}$/);
    expect(existsSync(file())).toBe(false);
    const secret = shown?.split("=")[1] ?? "";
    expect((await check(secret)).status).toBe(200);
    // Through the command line, which doesn't know the link.
    await withDatabase(place, async (opened) => {
      await promote(opened, mira.email, COMMAND_LINE);
      await promote(opened, noor.email, COMMAND_LINE);
      expect((await check(secret)).status).toBe(400);
      await demote(opened, mira.email, COMMAND_LINE);
      await demote(opened, noor.email, COMMAND_LINE);
    });
    expect((await check(secret)).status).toBe(400);
    const ended = await offer();
    await server.stop();
    await start({ PRODUCT_NAME: "Set Elsewhere" });
    expect((await check(ended?.split("=")[1] ?? "")).status).toBe(400);
  });

  test("promotes the signed-in person and respects the environment", async () => {
    const secret = readLink().searchParams.get("token");
    const offered = await post("/auth/check-setup-link", { token: secret }, { cookie });
    expect(await offered.json()).toMatchObject({
      libraryName: { value: "Set Elsewhere", setBy: "PRODUCT_NAME" },
      contactEmail: { value: "post@larnes.example", setBy: null },
      person: { email: expect.stringContaining("@halvorsen.example") },
    });
    const given = { token: secret, libraryName: "Another Name", contactEmail: "" };
    expect((await post("/auth/setup", given, { cookie })).status).toBe(200);
    expect((await fetch(`${server.url}/auth/people`, { headers: { cookie } })).status).toBe(200);
    expect(await (await fetch(server.url)).text()).toContain("<title>Set Elsewhere</title>");
    await server.stop();
    await start();
    expect(await (await fetch(server.url)).text()).toContain("<title>Larnes Print Room</title>");
    expect(existsSync(file())).toBe(false);
  });
});

test.each(databases)("accepts one of two concurrent uses of a link on $name", async ({ open }) => {
  const { database, close } = await open();
  try {
    const secret = (await makeSetupLink(database)) ?? "";
    const results = await Promise.allSettled(
      [noor, mira].map(({ name, email }) => {
        const who = { name, email, passwordHash: "none", language: undefined, isVerified: false };
        return openLibrary(database, { secret, who, ...LIBRARY }, async () => {});
      }),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const people = await database.db.selectFrom("auth_user").select("role").execute();
    expect(people).toEqual([{ role: "operator" }]);
  } finally {
    await close();
  }
});

test("signs in the first operator without confirmation where mail is set up", async () => {
  const [sqlite] = databases;
  const place = await (sqlite as TestDatabase).place();
  const mails = await startMailServer();
  const server = await startServerHere({
    environment: { ...place.environment, SMTP_URL: mails.url, PUBLIC_URL: "https://templates.example.org" },
  });
  try {
    const link = new URL(readFileSync(join(place.environment.DATA_DIR, "setup-link"), "utf8").trim());
    expect(link.origin).toBe("https://templates.example.org");
    const given = { token: link.searchParams.get("token"), ...LIBRARY, ...noor };
    const answer = await postJson((path, init) => fetch(server.url + path, init), "/auth/setup", given);
    expect(cookieFrom(answer)).toContain("__Secure-typecase.session_token=");
    expect(mails.received).toEqual([]);
  } finally {
    await server.stop();
    await mails.stop();
    await place.remove();
  }
});

test("limits wrong links without blocking the right one", async () => {
  const place = await (databases[0] as TestDatabase).place();
  const server = await startServerHere({ environment: place.environment });
  try {
    const link = new URL(readFileSync(join(place.environment.DATA_DIR, "setup-link"), "utf8").trim());
    const token = link.searchParams.get("token") ?? "";
    const post = (path: string, body: unknown) =>
      postJson((to, init) => fetch(server.url + to, init), path, body);
    const statuses: number[] = [];
    for (let tries = 0; tries < 32; tries++)
      statuses.push((await post("/auth/check-setup-link", { token: "A".repeat(43) })).status);
    expect(statuses).toEqual([...Array(30).fill(400), 429, 429]);
    expect((await post("/auth/check-setup-link", { token })).status).toBe(200);
    expect((await post("/auth/setup", { token, ...LIBRARY, ...noor })).status).toBe(200);
  } finally {
    await server.stop();
    await place.remove();
  }
});
