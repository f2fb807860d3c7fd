import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readBackup } from "../../cli/backup/backup-file.ts";
import { copyPostgres, replacePostgres } from "../../cli/backup/postgres-database.ts";
import { copySqlite, replaceSqlite } from "../../cli/backup/sqlite-database.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { openSqlite } from "../../server/database/sqlite.ts";
import { readSchema, withDatabase } from "../support/database-schema.ts";
import { databases, type OpenedDatabase, quietLog, type TestDatabase } from "../support/databases.ts";
import { hashTables } from "../support/table-hashes.ts";

const [sqlite, postgres] = databases as [TestDatabase, TestDatabase];
type Three = [string, string, string];
const FIXTURE = "tests/fixtures/databases/0.1.0.sqlite";

describe("a SQLite database", () => {
  let place: Awaited<ReturnType<TestDatabase["place"]>>;
  let file: string;
  let copy: string;
  let kept: string;

  /** The backup contains "monday"; "tuesday" was written afterwards and is there now. */
  beforeEach(async () => {
    const opened = await sqlite.open();
    place = { environment: opened.environment, remove: opened.close };
    await opened.database.close();
    file = join(place.environment.DATA_DIR, "typecase.sqlite");
    copy = join(place.environment.DATA_DIR, "monday.sqlite");
    kept = join(place.environment.DATA_DIR, "backups", "before.sqlite");
    write("monday");
    copySqlite(file, copy);
    write("tuesday");
  });
  afterEach(() => rmSync(place.environment.DATA_DIR, { recursive: true }));

  function write(day: string): void {
    const database = openSqlite(file);
    database.prepare("insert or replace into kept_values values ('day', ?)").run(day);
    database.close();
  }

  function dayIn(name: string): unknown {
    const database = new DatabaseSync(name);
    try {
      expect(database.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
      return database.prepare("select value from kept_values where name = 'day'").get()?.value;
    } finally {
      database.close();
    }
  }

  /** After a crash the newest rows are in the write-ahead log, not in the file. */
  function leaveLogBehind(): void {
    const database = openSqlite(file);
    database.exec("create table filling (text); insert into filling values (hex(zeroblob(100000)))");
    for (const rest of ["-wal", "-shm"]) copyFileSync(file + rest, `${file}${rest}.copy`);
    database.close();
    for (const rest of ["-wal", "-shm"]) copyFileSync(`${file}${rest}.copy`, file + rest);
  }

  const damage = () =>
    writeFileSync(file, "no database, and longer than a header of 100 bytes. ".repeat(100));

  test.each([
    ["that is gone, with a stale -wal and -shm", () => rmSync(file)],
    ["that is empty, with a stale -wal and -shm", () => writeFileSync(file, "")],
    ["that is damaged, with a stale -wal and -shm", damage],
  ])("%s: is restored and verified in place, keeping the old file", (_state, spoil) => {
    leaveLogBehind();
    const log = readFileSync(`${file}-wal`);
    spoil();
    const present = existsSync(file) ? ["", "-wal", "-shm"] : ["-wal", "-shm"];
    const { setAside: moved } = replaceSqlite(copy, file, kept);
    expect(dayIn(file)).toBe("monday");
    expect(moved).toEqual(present.map((rest) => kept + rest));
    expect(readFileSync(`${kept}-wal`).equals(log)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("that is intact: is restored, keeping the old file", () => {
    expect(replaceSqlite(copy, file, kept)).toMatchObject({ setAside: [kept] });
    expect([dayIn(file), dayIn(kept)]).toEqual(["monday", "tuesday"]);
  });

  test("in use: is rejected", () => {
    const server = openSqlite(file);
    server.prepare("select * from kept_values").all();
    expect(() => replaceSqlite(copy, file, kept)).toThrow("Stop the server first; nothing was changed.");
    server.close();
    expect(dayIn(file)).toBe("tuesday");
    expect(existsSync(kept)).toBe(false);
    expect(() => replaceSqlite(file, copy, kept)).not.toThrow();
  });

  test("rejects a changed backup or a database in use", () => {
    const changed = new DatabaseSync(copy);
    changed.exec("update kept_values set value = 'monkey' where name = 'day'");
    changed.close();
    expect(() => replaceSqlite(copy, file, kept)).toThrow("not as it was written: kept_values");
    leaveLogBehind();
    expect(() => replaceSqlite(file, copy, kept)).toThrow("is no backup: it is a database in use");
    expect(existsSync(kept)).toBe(false);
  });

  test("is either old or new after a killed restore, and a retry completes it", () => {
    const die = (moment: number) =>
      spawnSync(process.execPath, [
        "tests/support/restore-and-die.ts",
        ...[String(moment), copy, file, `${kept}.${moment}`],
      ]).signal;
    // The steps: link the stored file, then replace it.
    for (const moment of [1, 2]) {
      expect(die(moment)).toBe("SIGKILL");
      expect(dayIn(file), `before step ${moment}`).toBe("tuesday");
    }
    expect(die(3)).toBe(null);
    expect([dayIn(file), dayIn(`${kept}.3`)]).toEqual(["monday", "tuesday"]);

    // With a log left by a damaged file: the log, its index, the file, then the replacement.
    leaveLogBehind();
    damage();
    expect(die(4)).toBe("SIGKILL");
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(existsSync(`${kept}.4-wal`)).toBe(true);
    replaceSqlite(copy, file, kept);
    expect(dayIn(file)).toBe("monday");
  });
});

describe.each(databases)("a backup of $name", (testDatabase) => {
  let opened: OpenedDatabase;
  let copy: string;
  beforeEach(async () => {
    opened = await testDatabase.open();
    copy = join(opened.environment.DATA_DIR, "copy.sqlite");
  });
  afterEach(() => opened.close());

  test("contains no signing key and is readable by its owner only", async () => {
    const key = "kEyThatSignsSessions".repeat(3);
    await opened.database.db
      .insertInto("kept_values")
      .values({ name: "session_secret", value: key })
      .execute();
    if (opened.database.file) copySqlite(opened.database.file, copy);
    else await copyPostgres(opened.environment.DATABASE_URL, copy);
    expect(readFileSync(copy).includes(key)).toBe(false);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readBackup(copy).digests.kept_values?.rows).toBe(0);
  });
});

describe("PostgreSQL", () => {
  let opened: OpenedDatabase;
  beforeEach(async () => {
    opened = await postgres.open();
  });
  afterEach(() => opened.close());

  test("exchanges backups with SQLite with equal rows, hashes and schema", { tags: ["long"] }, async () => {
    const { DATA_DIR, DATABASE_URL } = opened.environment;
    const schema = await readSchema(opened.database);
    const [first, second, kept] = ["first", "second", "kept"].map((name) => join(DATA_DIR, name)) as Three;
    const file = join(DATA_DIR, "typecase.sqlite");
    copyFileSync(FIXTURE, file);
    copySqlite(file, first);
    const { db } = opened.database;
    await db.insertInto("kept_values").values({ name: "day", value: "tuesday" }).execute();
    await expect(replacePostgres(first, DATABASE_URL, kept)).rejects.toThrow("Stop every server first");

    await opened.database.close();
    const { contents } = await replacePostgres(first, DATABASE_URL, kept);
    expect(contents.digests.auth_user?.rows).toBeGreaterThan(2);
    expect(readBackup(kept).digests.kept_values?.rows).toBe(1);
    await copyPostgres(DATABASE_URL, second);
    expect(hashTables(second)).toEqual(hashTables(first));
    await withDatabase(opened, async (restored) => {
      await migrateDatabase(restored, quietLog);
      expect(await readSchema(restored)).toEqual(schema);
    });

    replaceSqlite(second, file, `${kept}.2`);
    expect(hashTables(file)).toEqual(hashTables(first));
  });

  test("rolls back a restore that fails half-way", async () => {
    const { DATA_DIR, DATABASE_URL } = opened.environment;
    const [before, after, unfit] = ["before", "after", "unfit"].map((name) => join(DATA_DIR, name)) as Three;
    await copyPostgres(DATABASE_URL, before);
    const file = join(DATA_DIR, "typecase.sqlite");
    copyFileSync(FIXTURE, file);
    const sqlite = openSqlite(file);
    sqlite.prepare("update templates set description = ?").run("PostgreSQL takes no \0 in a text");
    sqlite.close();
    copySqlite(file, unfit);
    await opened.database.close();
    await expect(replacePostgres(unfit, DATABASE_URL, `${before}.kept`)).rejects.toThrow(
      "Nothing was changed.",
    );
    await copyPostgres(DATABASE_URL, after);
    expect(hashTables(after)).toEqual(hashTables(before));
  });
});
