import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../database/connect.ts";
import { serviceUnavailable } from "../errors/errors.ts";
import { COPIES_OF_ANSWER } from "../limits/limits.ts";
import type { Person } from "../request/viewer.ts";
import { VISITOR } from "../request/viewer.ts";
import { all, own, type Permissions } from "./access.ts";
import type { Collection } from "./collection.ts";
import { type Content, createContent } from "./content.ts";
import type { Fields } from "./query/query.ts";

/** Rooms that everybody sees, each with a diary that only its writer does. */
const ada: Person = { role: "person", userId: "ada", email: "ada@example.org", sessionId: "1" };
const grace: Person = { role: "person", userId: "grace", email: "grace@example.org", sessionId: "2" };

const log = pino({ level: "silent" });
const folder = mkdtempSync(join(tmpdir(), "typecase-content-"));
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, log);
  for (const statement of [
    "create table diaries (id text primary key, writer text, words text)",
    "create table rooms (id text primary key, name text, diary text)",
    "create table visits (id text primary key, room text, guest text)",
    "insert into diaries values ('d1', 'ada', 'secret'), ('d2', 'grace', 'also secret')",
    "insert into rooms values ('r1', 'red', 'd1'), ('r2', 'blue', 'd2'), ('r3', 'bare', null)",
    "insert into visits values ('v1', 'r1', 'ada'), ('v2', 'r1', 'grace'), ('v3', 'r2', 'grace')",
  ])
    await sql.raw(statement).execute(database.db);
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const text = { type: "string", description: "" } as const;

/** The contract's fields name only its own collections; these are made up. */
const to = (name: string) => name as NonNullable<Fields[string]["to"]>;
const entries = (name: string) => name as NonNullable<Fields[string]["entries"]>;

function open(diaries: Permissions, visits: Permissions = { readThrough: own("guest") }): Content {
  const collections: Collection[] = [
    {
      name: "rooms",
      fields: {
        id: text,
        name: text,
        diary: { ...text, to: to("diaries") },
        visits: { type: "alias", description: "", entries: entries("visits") },
      },
      access: { visitor: { read: all }, person: { read: all } },
    },
    { name: "diaries", fields: { id: text, writer: text, words: text }, access: { person: diaries } },
    { name: "visits", fields: { id: text, guest: text }, access: { person: visits }, parent: "room" },
  ];
  return createContent({ database, collections, log });
}

const ownDiaries: Permissions = { read: own("writer") };

test("reserves memory before reading long texts", async () => {
  const statements: string[] = [];
  const watched = await openDatabase({ dataDir: folder, databaseUrl: undefined }, log, (event) => {
    statements.push(event.query.sql);
  });
  const collections: Collection[] = [
    {
      name: "diaries",
      fields: { id: text, words: { ...text, source: true } },
      access: { person: { read: all } },
    },
  ];
  const { list, find } = createContent({ database: watched, collections, log });
  const asked: number[] = [];
  const full = async (bytes: number) => {
    asked.push(bytes);
    if (bytes < 1_000) throw serviceUnavailable("full");
  };
  await expect(list(ada, "diaries", {}, full)).rejects.toMatchObject({ status: 503 });
  await expect(find(ada, "diaries", "d1", {}, full)).rejects.toMatchObject({ status: 503 });
  expect(asked.slice(-2)).toEqual([17 * COPIES_OF_ANSWER, 6 * COPIES_OF_ANSWER]);
  expect(statements.filter((each) => /octet_length/.test(each))).toHaveLength(2);
  expect(statements.filter((each) => /select "item"."id"/.test(each))).toEqual([]);
  await watched.close();
});

test("hides unreadable rows behind relations", async () => {
  const { list } = open(ownDiaries);
  const query = { fields: "id,diary.words" };
  expect((await list(ada, "rooms", query)).data).toEqual([
    { id: "r1", diary: { words: "secret" } },
    { id: "r2", diary: null },
    { id: "r3", diary: null },
  ]);
  await expect(list(VISITOR, "rooms", query)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("reveals nothing by filters through a relation", async () => {
  const { list } = open(ownDiaries);
  const idsOf = async (filter: unknown) =>
    (await list(ada, "rooms", { filter, fields: "id" })).data.map(({ id }) => id);
  expect(await idsOf({ diary: { words: { _contains: "secret" } } })).toEqual(["r1"]);
  expect(await idsOf({ diary: { words: { _eq: "also secret" } } })).toEqual([]);
  expect(await idsOf({ diary: { _none: { words: { _eq: "also secret" } } } })).toEqual(["r1", "r2", "r3"]);
});

test("reveals nothing by the entries of a list", async () => {
  const { list } = open(ownDiaries);
  const visits = async (who: Person) =>
    (await list(who, "rooms", { fields: "visits.guest" })).data.map((room) => room.visits);
  expect(await visits(ada)).toEqual([[{ guest: "ada" }], [], []]);
  expect(await visits(grace)).toEqual([[{ guest: "grace" }], [{ guest: "grace" }], []]);
});

test("applies a rule per relation", async () => {
  const { list, find } = open({ ...ownDiaries, readById: all, readThrough: all });
  expect((await list(ada, "diaries", {})).data).toHaveLength(1);
  expect((await find(ada, "diaries", "d2", { fields: "words" })).words).toBe("also secret");
  expect((await find(ada, "rooms", "r2", { fields: "diary.words" })).diary).toEqual({ words: "also secret" });
  await expect(open(ownDiaries).find(ada, "diaries", "d2", {})).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("counts only rows that can be listed", async () => {
  const { list } = open(ownDiaries);
  expect(await list(ada, "diaries", { meta: "*", limit: 0 })).toEqual({
    meta: { total_count: 1, filter_count: 1 },
    data: [],
  });
  expect((await list(grace, "diaries", { aggregate: { count: "*" } })).data).toEqual([{ count: 1 }]);
});
