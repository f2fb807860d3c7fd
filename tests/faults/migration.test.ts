import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../../server/config/settings.ts";
import { type Database, openDatabase } from "../../server/database/connect.ts";
import { MIGRATIONS, migrateDatabase } from "../../server/database/migrate.ts";
import { type BundledScript, bundleScript } from "../support/bundled-script.ts";
import { readSchema, withDatabase } from "../support/database-schema.ts";
import { databases, type Place, quietLog } from "../support/databases.ts";
import { addingMigration, nextMigration } from "../support/next-migration.ts";
import { aPerson } from "../support/people.ts";
import { COMPILE_CACHE, launchServer, startServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

type Plan = "first" | "newest" | "next";
const WITH_NEXT = [...MIGRATIONS, nextMigration];
const NEXT_STATEMENTS = 5;

let migrating: BundledScript;
beforeAll(async () => {
  migrating = await bundleScript("migrate-and-die");
});
afterAll(() => migrating?.remove());

describe.each(databases)("a migration on $name", (database) => {
  test("completes after being killed at each step of the first migration", { tags: ["long"] }, async () => {
    const whole = await wholeSchema();
    const total = await countFirstStatements();
    expect(total).toBeGreaterThan(30);
    // Some of many statements; the next test covers all of a few.
    const moments = [Math.floor(total / 2), total, "commit"];
    for (const moment of moments) {
      const place = await database.emptyPlace();
      try {
        expect(await migrateElsewhere(place, moment, "first")).toBe("SIGKILL");
        expect(await withDatabase(place, tablesOf), `after ${moment}`).toEqual(["migrations"]);
        expect(await withDatabase(place, stepsOf)).toEqual([]);
        await withDatabase(place, (opened) => migrateDatabase(opened, quietLog));
        expect(await withDatabase(place, readSchema)).toEqual(whole);
        expect(await withDatabase(place, stepsOf)).toEqual(MIGRATIONS.map((each) => each.number));
      } finally {
        await place.remove();
      }
    }
  });

  test("completes after being killed at each step of an upgrade", async () => {
    const place = await database.emptyPlace();
    try {
      await withDatabase(place, async (opened) => {
        await migrateDatabase(opened, quietLog);
        await fillHistory(opened);
      });
      const before = await withDatabase(place, readSchema);
      for (const moment of ["commit", ...Array.from({ length: NEXT_STATEMENTS }, (_, index) => index + 1)]) {
        expect(await migrateElsewhere(place, moment, "next"), `at ${moment}`).toBe("SIGKILL");
        expect(await withDatabase(place, readSchema), `after ${moment}`).toEqual(before);
        expect(await withDatabase(place, titlesOf("title"))).toEqual(["one", "three", "two"]);
      }
      expect(await runMigration(place, "never", "next")).toEqual({ ended: 0, said: String(NEXT_STATEMENTS) });
      expect(await withDatabase(place, stepsOf)).toEqual(WITH_NEXT.map((each) => each.number));
      expect(await withDatabase(place, titlesOf("caption"))).toEqual(["one", "three", "two"]);
      expect(await withDatabase(place, titlesOf("shelf"))).toEqual(["one shelf", "three shelf", "two shelf"]);
      // Running it again changes nothing.
      const after = await withDatabase(place, readSchema);
      await withDatabase(place, (opened) => migrateDatabase(opened, quietLog, WITH_NEXT));
      expect(await withDatabase(place, readSchema)).toEqual(after);
    } finally {
      await place.remove();
    }
  });

  test("lets the server start after being killed half-way", async () => {
    const place = await database.emptyPlace();
    try {
      expect(await migrateElsewhere(place, 20, "newest")).toBe("SIGKILL");
      const server = await startServer({ environment: place.environment });
      expect((await server.fetch("/items/templates")).status).toBe(200);
      expect((await server.stop("SIGTERM")).code).toBe(0);
    } finally {
      await place.remove();
    }
  });

  if (database.name === "SQLite")
    test("runs once with several nodes", { tags: ["long"] }, async () => {
      const place = await database.emptyPlace();
      try {
        const nodes = await Promise.all(
          Array.from({ length: 3 }, () => migrateElsewhere(place, "never", "next")),
        );
        expect(nodes).toEqual([0, 0, 0]);
        expect(await withDatabase(place, stepsOf)).toEqual(WITH_NEXT.map((each) => each.number));
      } finally {
        await place.remove();
      }
    });

  if (database.name === "PostgreSQL")
    test("runs once with many nodes on an empty database", async () => {
      const place = await database.emptyPlace();
      const settings = readSettings({ NODE_ENV: "test", ...place.environment });
      const nodes = await Promise.all(Array.from({ length: 12 }, () => openDatabase(settings, quietLog)));
      try {
        await Promise.all(nodes.map(({ db }) => sql`select 1`.execute(db)));
        await Promise.all(nodes.map((node) => migrateDatabase(node, quietLog, WITH_NEXT)));
        expect(await withDatabase(place, stepsOf)).toEqual(WITH_NEXT.map((each) => each.number));
      } finally {
        await Promise.all(nodes.map((node) => node.close()));
        await place.remove();
      }
    });

  test("accepts a newer schema that only adds", async () => {
    const place = await database.emptyPlace();
    try {
      await withDatabase(place, (opened) =>
        migrateDatabase(opened, quietLog, [...MIGRATIONS, addingMigration]),
      );
      const before = await withDatabase(place, readSchema);
      const server = await startServerHere({ environment: place.environment });
      try {
        const person = await aPerson(server.visitor().fetch);
        const headers = { cookie: person.cookie };
        const kept = await server.fetch("/items/history", {
          method: "POST",
          headers,
          json: { title: "kept" },
        });
        expect(kept.status).toBe(200);
        expect(await withDatabase(place, titlesOf("title"))).toEqual(["kept"]);
      } finally {
        await server.stop();
      }
      expect(await withDatabase(place, readSchema)).toEqual(before);
    } finally {
      await place.remove();
    }
  });

  test("rejects a newer schema that removes something", async () => {
    const place = await database.emptyPlace();
    try {
      await withDatabase(place, (opened) => migrateDatabase(opened, quietLog, WITH_NEXT));
      const before = await withDatabase(place, readSchema);
      const { exit, errors, output, cleanUp } = launchServer({ environment: place.environment });
      const { code } = await exit;
      cleanUp();
      expect(code).toBe(1);
      expect(output()).not.toContain("listening");
      expect(errors().trimEnd().split("\n")).toHaveLength(1);
      expect(errors()).toMatch(/step \d+, made by a newer version; .* Start the newer version, or restore/);
      expect(await withDatabase(place, readSchema)).toEqual(before);
    } finally {
      await place.remove();
    }
  });

  if (database.name === "SQLite")
    test("copies the file first and keeps the newest two copies", async () => {
      const place = await database.emptyPlace();
      try {
        await withDatabase(place, async (opened) => {
          await migrateDatabase(opened, quietLog);
          await fillHistory(opened);
        });
        const folder = join(place.environment.DATA_DIR, "backups");
        mkdirSync(folder, { mode: 0o700 });
        for (const day of ["02", "01"])
          writeFileSync(join(folder, `before-step-9-2026-01-${day}T00-00-00-000Z-7.sqlite`), "", {
            mode: 0o600,
          });
        expect(await migrateElsewhere(place, 1, "next")).toBe("SIGKILL");
        expect(readdirSync(folder).filter((name) => name.includes("2026-01-"))).toEqual([
          "before-step-9-2026-01-02T00-00-00-000Z-7.sqlite",
        ]);
        await withDatabase(place, (opened) => migrateDatabase(opened, quietLog, WITH_NEXT));
        const copies = readdirSync(folder);
        expect(copies).toHaveLength(2);
        for (const name of copies) {
          expect(name).toMatch(new RegExp(`^before-step-${nextMigration.number}-.*\\.sqlite$`));
          const copy = new DatabaseSync(join(folder, name), { readOnly: true });
          expect(copy.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
          expect(copy.prepare("select title from history order by title").all()).toEqual([
            { title: "one" },
            { title: "three" },
            { title: "two" },
          ]);
          copy.close();
        }
      } finally {
        await place.remove();
      }
    });

  /** Migrates in its own process; returns its exit code or the signal that ended it. */
  async function migrateElsewhere(place: Place, moment: number | string, plan: Plan) {
    return (await runMigration(place, moment, plan)).ended;
  }

  async function countFirstStatements(): Promise<number> {
    const place = await database.emptyPlace();
    try {
      return Number((await runMigration(place, "never", "first")).said);
    } finally {
      await place.remove();
    }
  }

  async function wholeSchema(): Promise<unknown> {
    const place = await database.emptyPlace();
    try {
      return await withDatabase(place, async (opened) => {
        await migrateDatabase(opened, quietLog);
        return readSchema(opened);
      });
    } finally {
      await place.remove();
    }
  }
});

async function runMigration({ environment }: Place, moment: number | string, plan: Plan) {
  const child = spawn(process.execPath, [migrating.file, String(moment), plan], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { ended: signal ?? code, said };
}

async function tablesOf({ db, dialect }: Database): Promise<string[]> {
  const { rows } =
    dialect === "sqlite"
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      : await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  return rows.map((row) => row.name);
}

async function stepsOf({ db }: Database): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`select number from migrations order by number`.execute(db);
  return rows.map((row) => row.number);
}

const titlesOf =
  (column: string) =>
  async ({ db }: Database): Promise<string[]> => {
    const { rows } = await sql<{
      value: string;
    }>`select ${sql.ref(column)} as value from history order by 1`.execute(db);
    return rows.map((row) => row.value);
  };

async function fillHistory({ db }: Database): Promise<void> {
  const moment = new Date().toISOString();
  await sql`insert into auth_user (id, name, email, "emailVerified", role, "createdAt", "updatedAt")
    values ('a', 'Ada', 'ada@example.org', true, 'person', ${moment}, ${moment})`.execute(db);
  const profiles = await sql`select id from "user" where id = 'a'`.execute(db);
  if (profiles.rows.length === 0)
    await sql`insert into "user" (id, avatar, name, email) values ('a', '/a.svg', 'Ada', 'ada@example.org')`.execute(
      db,
    );
  for (const title of ["one", "two", "three"])
    await sql`insert into history (id, user_id, date_created, action, title)
      values (${title}, 'a', ${moment}, 'created', ${title})`.execute(db);
}
