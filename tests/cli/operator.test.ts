import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { openSqlite } from "../../server/database/sqlite.ts";
import { COMMAND_LINE } from "../support/program.ts";

const LIBRARY = fileURLToPath(new URL("../fixtures/library-broken/endless-loop/", import.meta.url));
const TIMEOUT = { timeout: 120_000 };

const data = mkdtempSync(path.join(tmpdir(), "typecase-operator-"));
const file = path.join(data, "typecase.sqlite");
const copy = path.join(data, "copies/monday.sqlite");
afterAll(() => rmSync(data, { recursive: true, force: true }));

function run(words: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: data, DATABASE_URL: "", ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND_LINE, ...words], {
    encoding: "utf8",
    env,
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

function roleOf(email: string) {
  const database = openSqlite(file);
  const row = database.prepare("select role, disabledAt from auth_user where email = ?").get(email);
  database.close();
  return row;
}

describe("an operator", () => {
  test("imports a library into a new database", TIMEOUT, () => {
    const { status, said } = run(["library", "import", LIBRARY]);
    expect(said).toBe("1 templates found; 2 templates and types changed, 0 no longer published");
    expect(status).toBe(0);
  });

  test("promotes, demotes, disables and enables an account", TIMEOUT, () => {
    const database = openSqlite(file);
    database
      .prepare(
        "insert into auth_user (id, name, email, emailVerified, image, role, disabledAt, createdAt, updatedAt) values ('a', 'Ada', 'ada@ferrywatch.example', 1, null, 'person', null, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')",
      )
      .run();
    database.close();
    expect(run(["user", "promote", "Ada@Ferrywatch.example"])).toMatchObject({ status: 0 });
    expect(roleOf("ada@ferrywatch.example")).toMatchObject({ role: "operator" });
    expect(run(["user", "demote", "ada@ferrywatch.example"])).toMatchObject({ status: 0 });
    expect(run(["user", "disable", "ada@ferrywatch.example"])).toMatchObject({ status: 0 });
    expect(roleOf("ada@ferrywatch.example")).toMatchObject({
      role: "person",
      disabledAt: expect.any(String),
    });
    expect(run(["user", "enable", "ada@ferrywatch.example"])).toMatchObject({ status: 0 });
    expect(roleOf("ada@ferrywatch.example")).toMatchObject({ disabledAt: null });
    expect(run(["user", "promote", "nobody@ferrywatch.example"])).toEqual({
      status: 1,
      said: "There is no account of nobody@ferrywatch.example.",
    });
  });

  test("creates, lists and revokes an access token and reads the action log", TIMEOUT, () => {
    const create = (...words: string[]) => run(["token", "create", "importer", ...words]);
    expect(create("--scope", "everything", "--ends", "2100-01-31").said).toContain("--scope templates:write");
    expect(create("--scope", "templates:write").said).toContain("--ends 2027-01-31");
    expect(create("--scope", "templates:write", "--ends", "2020-01-31").said).toContain("has passed");
    const made = create("--scope", "templates:write", "--ends", "2100-01-31");
    expect(made.said).toMatch(/^typecase_[\w-]{43}\nCopy it now: it can't be shown again\./);
    expect(create("--scope", "messages:read", "--ends", "2100-01-31")).toMatchObject({
      status: 1,
      said: expect.stringContaining("already a token called importer"),
    });
    const listed = run(["token", "list"]).said;
    expect(listed).toMatch(/^importer {2}templates:write {2}until 2100-01-31 {2}never used {2}[\w-]{36}$/);
    expect(run(["token", "revoke", "importer"])).toEqual({ status: 0, said: "importer no longer works" });
    expect(run(["token", "revoke", "importer"]).status).toBe(1);
    expect(run(["actions", "--last", "3"]).said.split("\n")).toEqual([
      expect.stringMatching(/token\.revoked {2}token [\w-]{36} {2}by command line$/),
      expect.stringMatching(/token\.created {2}token [\w-]{36} {2}by command line$/),
      expect.stringMatching(/person\.enabled {2}person a {2}by command line$/),
    ]);
  });

  test("creates a reset link with the full address of the site", TIMEOUT, () => {
    const PUBLIC_URL = "https://templates.example.org";
    const { status, said } = run(["user", "reset-link", "Ada@Ferrywatch.example"], { PUBLIC_URL });
    expect(status).toBe(0);
    expect(said).toMatch(/^https:\/\/templates\.example\.org\/reset-password\?token=[\w-]{32}$/);
    expect(run(["user", "reset-link", "nobody@ferrywatch.example"], { PUBLIC_URL })).toEqual({
      status: 1,
      said: "There is no account of nobody@ferrywatch.example.",
    });
  });

  test("backs up a running server and must stop it to restore", TIMEOUT, () => {
    const server = openSqlite(file);
    server.exec("update auth_user set name = 'Ada B.'");
    expect(run(["backup", copy])).toMatchObject({
      status: 0,
      said: expect.stringMatching(/1 accounts, 1 templates$/),
    });
    expect(run(["backup", copy])).toMatchObject({
      status: 1,
      said: expect.stringContaining("already there"),
    });
    server.exec("delete from auth_user");
    expect(run(["restore", copy])).toMatchObject({
      status: 1,
      said: expect.stringContaining("Stop the server first"),
    });
    expect(server.prepare("select count(*) as n from auth_user").get()).toEqual({ n: 0 });
    server.close();
  });

  test("restores and keeps the previous data", TIMEOUT, () => {
    expect(run(["restore", copy])).toMatchObject({ status: 0, said: expect.stringContaining("1 accounts") });
    expect(roleOf("ada@ferrywatch.example")).toBeDefined();
    expect(readdirSync(path.join(data, "backups"))).toHaveLength(1);
  });

  test("restores over a damaged file but never from one", TIMEOUT, () => {
    const damaged = path.join(data, "damaged.sqlite");
    const bytes = readFileSync(copy);
    writeFileSync(
      damaged,
      Buffer.concat([bytes.subarray(0, 8_192), Buffer.alloc(bytes.length - 8_192, 0x5a)]),
    );
    const refused = run(["restore", damaged]);
    expect(refused).toMatchObject({ status: 1, said: expect.stringContaining("no sound Typecase database") });
    expect(roleOf("ada@ferrywatch.example")).toBeDefined();

    writeFileSync(
      file,
      "this is no database, and it is longer than a header of a hundred bytes. ".repeat(40),
    );
    expect(run(["restore", copy])).toMatchObject({ status: 0 });
    expect(roleOf("ada@ferrywatch.example")).toBeDefined();
    expect(existsSync(`${file}.restored`)).toBe(false);
  });

  test("gets an error when PostgreSQL does not answer", TIMEOUT, () => {
    const environment = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    const silent = { status: 1, said: expect.stringContaining("The database does not answer") };
    expect(run(["backup", `${copy}2`], environment)).toMatchObject(silent);
    expect(existsSync(`${copy}2.part`)).toBe(false);
  });
});
