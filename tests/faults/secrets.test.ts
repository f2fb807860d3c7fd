import { createHmac } from "node:crypto";
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { type Accounts, createAccounts } from "../../server/accounts/accounts.ts";
import { acceptSigningKey } from "../../server/accounts/signing-key.ts";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { readSettings } from "../../server/config/settings.ts";
import { MIGRATIONS, migrateDatabase } from "../../server/database/migrate.ts";
import { databases, type OpenedDatabase, quietLog } from "../support/databases.ts";
import { nextMigration } from "../support/next-migration.ts";
import { aPerson, type Call } from "../support/people.ts";
import { startServerHere } from "../support/server-here.ts";

const OLD_KEY = "a-key-that-an-earlier-version-kept-in-the-database";

const callOf =
  (accounts: Accounts): Call =>
  (path, init) =>
    accounts.handle(new Request(`http://localhost:3000${path}`, init), "192.0.2.1");
const whoIs = (accounts: Accounts, cookie: string) =>
  accounts.whoIs(new Request("http://localhost/items/documents", { headers: { cookie } }));
const keyFile = ({ environment }: OpenedDatabase) => join(environment.DATA_DIR, "signing-key");
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

/** The cookie that the owner of this key can forge for a session. */
function sign(token: string, key: string): string {
  const signature = createHmac("sha256", key).update(token).digest("base64");
  return `typecase.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** As an earlier version left it. */
async function keepKeyInDatabase({ database }: OpenedDatabase): Promise<void> {
  await database.db.insertInto("kept_values").values({ name: "session_secret", value: OLD_KEY }).execute();
}

async function rowsOf(
  { database: { db } }: OpenedDatabase,
  table: "kept_values" | "auth_session" | "actions",
) {
  return db.selectFrom(table).selectAll().execute() as Promise<Record<string, unknown>[]>;
}

/** Every byte of the data folder that belongs to the database. */
function bytesOf({ environment }: OpenedDatabase): string {
  return globSync("typecase.sqlite*", { cwd: environment.DATA_DIR })
    .map((name) => readFileSync(join(environment.DATA_DIR, name), "latin1"))
    .join();
}

describe.each(databases)("secrets on $name", (testDatabase) => {
  async function withDatabase(work: (opened: OpenedDatabase) => Promise<void>): Promise<void> {
    const opened = await testDatabase.open();
    await work(opened).finally(opened.close);
  }

  async function withAccounts(
    { database, settings }: OpenedDatabase,
    environment: Record<string, string>,
    work: (accounts: Accounts) => Promise<void>,
  ): Promise<void> {
    const own = { ...settings, ...readOwn(environment) };
    const accounts = await createAccounts({ database, settings: own, log: quietLog });
    await work(accounts).finally(accounts.close);
  }

  const readOwn = (environment: Record<string, string>) => {
    const { dataDir, secret } = readSettings({ NODE_ENV: "test", ...environment });
    return { ...(environment.DATA_DIR ? { dataDir } : {}), ...(environment.SECRET ? { secret } : {}) };
  };

  it("a copy of the database can't forge a session", async () => {
    await withDatabase(async (opened) => {
      await keepKeyInDatabase(opened);
      await withAccounts(opened, {}, async (accounts) => {
        const person = await aPerson(callOf(accounts));
        const kept = [...(await rowsOf(opened, "kept_values")), ...(await rowsOf(opened, "auth_session"))];
        const texts = kept.flatMap(Object.values).map(String);
        const [token] = (await rowsOf(opened, "auth_session")).map((row) => String(row.token));
        expect(token).toHaveLength(32);
        for (const forged of [
          `typecase.session_token=${token}`,
          ...texts.map((key) => sign(String(token), key)),
        ])
          expect(await whoIs(accounts, forged)).toEqual({ role: "visitor", sessionEnded: true });
        const key = readFileSync(keyFile(opened), "utf8").trim();
        expect(await whoIs(accounts, sign(String(token), key))).toMatchObject({ userId: person.id });
      });
    });
  });

  it("moves an old key from the database to a file and keeps sessions", async () => {
    await withDatabase(async (opened) => {
      await keepKeyInDatabase(opened);
      let cookie = "";
      await withAccounts(opened, { SECRET: OLD_KEY }, async (accounts) => {
        cookie = (await aPerson(callOf(accounts))).cookie;
      });
      await keepKeyInDatabase(opened);
      for (const _start of ["upgraded", "killed before the row was deleted"]) {
        await withAccounts(opened, {}, async (accounts) => {
          expect(await whoIs(accounts, cookie)).toMatchObject({ role: "person" });
        });
        expect(readFileSync(keyFile(opened), "utf8")).toBe(`${OLD_KEY}\n`);
        expect(modeOf(keyFile(opened))).toBe("600");
        expect(JSON.stringify(await rowsOf(opened, "kept_values"))).not.toContain(OLD_KEY);
        expect(bytesOf(opened)).not.toContain(OLD_KEY);
        await keepKeyInDatabase(opened);
      }
    });
  });

  it("rejects a node with a different key", async () => {
    await withDatabase(async (opened) => {
      const nobody = async () => {};
      let cookie = "";
      await withAccounts(opened, {}, async (accounts) => {
        cookie = (await aPerson(callOf(accounts))).cookie;
      });
      const elsewhere = join(opened.environment.DATA_DIR, "another-node");
      mkdirSync(elsewhere);
      const others: Record<string, string>[] = [
        { DATA_DIR: elsewhere },
        { SECRET: "another-key-that-is-long-enough-for-one" },
      ];
      for (const environment of others) {
        const started = withAccounts(opened, environment, async (accounts) => {
          expect(await whoIs(accounts, cookie)).toMatchObject({ role: "visitor" });
        });
        if (testDatabase.name === "SQLite") await started;
        else await expect(started).rejects.toThrow(/signing key.*SECRET.*typecase key accept/);
      }
      expect(globSync("*", { cwd: elsewhere })).toHaveLength(testDatabase.name === "SQLite" ? 1 : 0);
      const settings = {
        ...opened.settings,
        ...readOwn({ SECRET: "another-key-that-is-long-enough-for-one" }),
      };
      await acceptSigningKey({ database: opened.database, settings, actor: COMMAND_LINE });
      // The log has who accepted which keys; a single server accepts its own.
      const logged = (await rowsOf(opened, "actions")).map(
        ({ action, actor_kind }) => `${action} ${actor_kind}`,
      );
      expect(logged.sort()).toEqual([
        "key.accepted command line",
        ...(testDatabase.name === "SQLite" ? others.map(() => "key.accepted server") : []),
      ]);
      expect(await rowsOf(opened, "auth_session")).toEqual([]);
      await withAccounts(opened, { SECRET: settings.secret ?? "" }, nobody);
      if (testDatabase.name === "PostgreSQL")
        await expect(withAccounts(opened, {}, nobody)).rejects.toThrow("signing key");
    });
  });
});

describe("data folder permissions", () => {
  const [sqlite] = databases;

  test("are 0600 for files and 0700 for the folder", async () => {
    const place = await sqlite?.emptyPlace();
    const DATA_DIR = join(String(place?.environment.DATA_DIR), "made", "by-us");
    const look = () => {
      const files = globSync(["typecase.sqlite*", "signing-key", "backups/*"], { cwd: DATA_DIR });
      expect(files.length).toBeGreaterThanOrEqual(4);
      return [DATA_DIR, ...files.map((name) => join(DATA_DIR, name))].map(modeOf);
    };
    const first = await startServerHere({ environment: { DATA_DIR } });
    mkdirSync(join(DATA_DIR, "backups"), { mode: 0o755 });
    writeFileSync(join(DATA_DIR, "backups", "before-step-2.sqlite"), "", { mode: 0o644 });
    expect(modeOf(join(DATA_DIR, "typecase.sqlite"))).toBe("600");
    expect(modeOf(join(DATA_DIR, "typecase.sqlite-wal"))).toBe("600");
    expect(modeOf(DATA_DIR)).toBe("700");
    for (const name of ["", "typecase.sqlite", "typecase.sqlite-wal", "typecase.sqlite-shm", "signing-key"])
      chmodSync(join(DATA_DIR, name), name ? 0o644 : 0o755);
    const second = await startServerHere({ environment: { DATA_DIR } });
    try {
      const [folder, ...files] = look();
      expect(folder).toBe("700");
      expect(new Set(files)).toEqual(new Set(["600"]));
      expect(modeOf(join(DATA_DIR, "backups"))).toBe("700");
    } finally {
      await second.stop();
      await first.stop();
      await place?.remove();
    }
  });

  test("keep a shared folder open but protect our files", async () => {
    const place = await sqlite?.emptyPlace();
    const DATA_DIR = String(place?.environment.DATA_DIR);
    chmodSync(DATA_DIR, 0o755);
    writeFileSync(join(DATA_DIR, "of-somebody-else"), "");
    const server = await startServerHere({ environment: { DATA_DIR } });
    expect([modeOf(DATA_DIR), modeOf(join(DATA_DIR, "typecase.sqlite"))]).toEqual(["755", "600"]);
    await server.stop();
    await place?.remove();
  });

  test("exclude keys from the copy before a migration", async () => {
    const opened = await sqlite?.open();
    if (!opened) throw new Error("no SQLite among the test databases");
    await keepKeyInDatabase(opened);
    await migrateDatabase(opened.database, quietLog, [...MIGRATIONS, nextMigration]);
    const copies = globSync("backups/*", { cwd: opened.environment.DATA_DIR });
    expect(copies).toEqual([expect.stringMatching(/\.sqlite$/)]);
    const copy = join(opened.environment.DATA_DIR, String(copies[0]));
    expect(readFileSync(copy, "latin1")).not.toContain(OLD_KEY);
    expect(modeOf(copy)).toBe("600");
    expect(await rowsOf(opened, "kept_values")).toContainEqual({ name: "session_secret", value: OLD_KEY });
    await opened.close();
  });
});
