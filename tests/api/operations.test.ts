import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backup, drillRestore } from "../../cli/backup.ts";
import type { Command } from "../../cli/commands.ts";
import { doctor } from "../../cli/doctor.ts";
import { testMail } from "../../cli/mail.ts";
import { userCommands } from "../../cli/user.ts";
import { StartProblem } from "../../server/errors/errors.ts";
import { withDatabase } from "../support/database-schema.ts";
import { databases, describeOnDatabases, type Place } from "../support/databases.ts";
import { startDirectusHost } from "../support/directus-host.ts";
import { startMailServer } from "../support/mail-server.ts";
import { aPerson } from "../support/people.ts";
import { startServerHere } from "../support/server-here.ts";

/** Runs a command in this process, as at a terminal; its own process would take longer than the command. */
async function run(command: Command, positionals: string[], values = {}) {
  const said: string[] = [];
  const log = (line: string) => void said.push(line);
  const follow = () => ({ step: () => {}, end: () => {} });
  const terminal = { print: log, complain: log, isWatched: false, follow };
  const code = await command.run({ positionals, values, terminal });
  return { code, said: said.join("\n") };
}

function setEnvironment(environment: Record<string, string>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

afterEach(() => vi.unstubAllEnvs());

describeOnDatabases("operations on $name", ({ place, name }) => {
  let data: Place;
  beforeEach(async () => {
    data = await place();
    setEnvironment({ ...data.environment, RENDER_PROCESSES: "0" });
  });
  afterEach(() => data.remove());

  it("test-restores the newest backup and cleans up", async () => {
    const folder = join(data.environment.DATA_DIR, "backups");
    await expect(run(drillRestore, [])).rejects.toThrow(/There is no backup in .*backups/);
    const copy = join(folder, "monday.sqlite");
    await run(backup, [copy]);
    const { code, said } = await run(drillRestore, []);
    expect(said).toMatch(
      /monday\.sqlite can be restored: step \d+, 0 accounts, 0 templates; [\d,]+ rows of \d\d tables/,
    );
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual(["monday.sqlite"]);

    const changed = new DatabaseSync(copy);
    changed.exec("insert into kept_values values ('somebody', 'was here')");
    changed.close();
    await expect(run(drillRestore, [copy])).rejects.toThrow(/kept_values/);
    expect(readdirSync(folder)).toEqual(["monday.sqlite"]);
  });

  it("report an unwritable backup folder in one line", async () => {
    const file = join(data.environment.DATA_DIR, "a-file");
    writeFileSync(file, "");
    const said = await run(backup, [join(file, "copy.sqlite")]).catch((error) => error);
    expect(said).toBeInstanceOf(StartProblem);
    expect(said.message).toMatch(/^No backup was made: .*a-file.copy\.sqlite can't be written \(E/);
    expect(said.message).not.toContain("\n");
  });

  it("promote an unconfirmed address only with --yes", async () => {
    const promote = userCommands.find((command) => command.name === "user promote") as Command;
    const server = await startServerHere({ environment: data.environment });
    const person = await aPerson(server.visitor().fetch, { name: "Somebody Else" });
    await server.stop();
    const role = () =>
      withDatabase(data, async ({ db }) => {
        const row = await db.selectFrom("auth_user").select("role").where("id", "=", person.id).execute();
        return row[0]?.role;
      });
    const refused = await run(promote, [person.email]);
    expect(refused).toEqual({
      code: 1,
      said: expect.stringMatching(/is not confirmed.*Somebody Else.*--yes/),
    });
    expect(await role()).toBe("person");
    expect(await run(promote, [person.email], { yes: true })).toMatchObject({ code: 0 });
    expect(await role()).toBe("operator");
    expect((await run(promote, ["nobody@example.org"], { yes: true })).code).toBe(1);
    await withDatabase(data, ({ db, dialect }) =>
      db
        .updateTable("auth_user")
        .set({ emailVerified: dialect === "postgres" ? true : 1, role: "person" })
        .where("id", "=", person.id)
        .execute(),
    );
    expect(await run(promote, [person.email])).toMatchObject({ code: 0 });
    expect(await role()).toBe("operator");
  });

  it("report each check of the doctor on one line", async () => {
    const { code, said } = await run(doctor, []);
    expect(code).toBe(0);
    const kind = name === "SQLite" ? "SQLite, .*, no damage found" : "PostgreSQL \\d.*";
    expect(said).toMatch(new RegExp(`^ok +database +${kind}, step (\\d+) of \\1\\.$`, "m"));
    expect(said).toMatch(/^ok +versions +Node 24/m);
    expect(said).toMatch(/^ok +fonts +\d+ font files/m);
    expect(said).toMatch(
      /^warning +settings +PUBLIC_URL is not set, so the sitemap, .* no whole addresses\.\n +Set it to/m,
    );
    expect(said).toMatch(/^warning +backups +None are made by the clock/m);
    expect(said).toMatch(/^(ok|warning) +disk +[\d,]+ MB free/m);
  });
});

describe("the doctor", () => {
  it("says whether a content host answers what the server asks", async () => {
    const host = await startDirectusHost({ templates: [], user: [], saved_templates: [] });
    const data = (await databases[0]?.place()) as Place;
    setEnvironment({
      ...data.environment,
      CONTENT_HOST: host.url,
      CONTENT_TOKEN: host.token,
      RENDER_PROCESSES: "0",
    });
    const of = async (name: string) => {
      const { checks } = JSON.parse((await run(doctor, [], { json: true })).said);
      return checks.find((each: { name: string }) => each.name === name);
    };
    try {
      expect(await of("host")).toEqual({ name: "host", state: "ok", says: `${host.url} answers.` });
      vi.stubEnv("CONTENT_PEOPLE", "host");
      expect(await of("host")).toMatchObject({
        state: "failed",
        says: expect.stringContaining("/items/history answered 403"),
        mend: "Let CONTENT_TOKEN read history there.",
      });
      expect(await of("settings")).toMatchObject({
        state: "warning",
        says: expect.stringContaining("no email address is ever verified here"),
      });
      vi.stubEnv("CONTENT_TOKEN", "");
      expect((await of("settings")).says).toContain("CONTENT_TOKEN is not set");
      for (const [trouble, says] of [
        ["slow", "gave no answer within 5 s"],
        ["down", "gave no answer within 5 s or refused the connection"],
        ["html", "answered 200 with text/html instead of JSON"],
      ] as const) {
        host.trouble = trouble;
        expect(await of("host"), trouble).toMatchObject({
          state: "failed",
          says: expect.stringContaining(says),
          mend: expect.stringContaining("The last copy is shown meanwhile."),
        });
      }
      vi.stubEnv("CONTENT_HOST", "");
      expect(await of("settings")).toMatchObject({
        state: "failed",
        says: expect.stringContaining("CONTENT_PEOPLE is host, but CONTENT_HOST is not set."),
      });
      expect(await of("host")).toMatchObject({ state: "ok" });
    } finally {
      await host.stop();
      await data.remove();
    }
  });

  it("renders a page, explains failures and prints JSON", async () => {
    const data = await databases[0]?.place();
    if (!data) throw new Error("no database");
    const public_ = { PUBLIC_URL: "https://templates.example.org", SMTP_URL: "smtp://127.0.0.1:1" };
    setEnvironment({ ...data.environment, ...public_, RENDER_PROCESSES: "2" });
    writeFileSync(
      join(data.environment.DATA_DIR, "typecase.sqlite"),
      "no database at all, whatever its name says",
    );
    const { code, said } = await run(doctor, [], { json: true });
    const { status, checks } = JSON.parse(said);
    const of = (name: string) => checks.find((each: { name: string }) => each.name === name);
    expect([code, status]).toEqual([1, "failed"]);
    expect(of("database")).toMatchObject({
      state: "failed",
      mend: expect.stringContaining("Restore a backup"),
    });
    expect(of("mail")).toMatchObject({ state: "failed", says: expect.stringContaining("127.0.0.1:1") });
    expect(of("settings")).toMatchObject({
      state: "warning",
      says: expect.stringContaining("TRUSTED_PROXIES"),
    });
    expect(of("render")).toMatchObject({
      state: "ok",
      says: expect.stringMatching(/A page was made in .* s/),
    });
    await data.remove();
  });

  it("names an invalid setting", async () => {
    vi.stubEnv("BACKUP_EVERY", "sometimes");
    const { code, said } = await run(doctor, []);
    expect(code).toBe(1);
    expect(said).toMatch(
      /^failed +settings +BACKUP_EVERY is invalid: "sometimes" is not a time such as 90m/m,
    );
  });
});

describe("the test mail", () => {
  it("arrives, or shows the mail server's error", async () => {
    const mails = await startMailServer();
    setEnvironment({ SMTP_URL: mails.url, PUBLIC_URL: "https://templates.example.org" });
    const sent = await run(testMail, ["ada@ferrywatch.example"]);
    expect(sent).toMatchObject({
      code: 0,
      said: expect.stringContaining("took a mail to ada@ferrywatch.example"),
    });
    const [mail] = await mails.countTo("ada@ferrywatch.example", 1);
    expect(mail?.text).toContain("Email works");
    await mails.stop();
    const refused = await run(testMail, ["ada@ferrywatch.example"]);
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/did not take the mail: .*ECONNREFUSED/),
    });
    vi.stubEnv("SMTP_URL", "");
    await expect(run(testMail, ["ada@ferrywatch.example"])).rejects.toThrow("SMTP_URL is not set");
  });
});
