import { fork } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { entryPath } from "../config/program-files.ts";
import { NICENESS } from "../process/child-priority.ts";
import { createReaders, type Readers } from "./readers.ts";

const ENDLESS =
  "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) as count from n";

const DEADLINE_MS = 2_000; // a busy machine needs more than one to start a process

let folder: string;
let file: string;
let writer: DatabaseSync;
let readers: Readers;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typecase-readers-"));
  file = join(folder, "a.sqlite");
  writer = new DatabaseSync(file);
  writer.exec("pragma journal_mode = wal; create table words (word text)");
  readers = createReaders(file, { processes: 1, waiting: 1, deadlineMs: 20_000 });
});
afterEach(async () => {
  await readers.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The processes of this machine that were started with this word. */
function processesWith(word: string): number[] {
  const found = globSync("/proc/[0-9]*/cmdline").filter((each) => {
    try {
      return readFileSync(each, "utf8").includes(word);
    } catch {
      return false; // it has just ended
    }
  });
  return found.map((each) => Number(each.split("/")[2]));
}

test("a reader sees committed rows and changes nothing", async () => {
  for (const word of ["one", "two"]) {
    writer.exec(`insert into words values ('${word}')`);
    expect(await readers.read("select word from words where word = ?", [word])).toEqual([{ word }]);
  }
  await expect(readers.read("delete from words", [])).rejects.toThrow(/readonly/);
  await expect(readers.read("select nope from words", [])).rejects.toThrow(/no such column/);
});

test("a reader has its own low priority", async () => {
  await readers.read("select 1", []);
  const [pid = 0, ...others] = processesWith(file);
  expect(others).toEqual([]);
  expect(getPriority(pid)).toBe(Math.max(getPriority(), NICENESS));
  const sessionOf = (id: number) => readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1]?.split(" ")[3];
  expect(sessionOf(pid)).toBe(String(pid));
});

test("kills a query past its deadline while others are answered", async () => {
  const hasty = createReaders(file, { processes: 1, waiting: 1, deadlineMs: DEADLINE_MS });
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const late = { status: 503, headers: { "retry-after": "2" }, message: /not done after 2000 ms/ };
  const [running, waiting, refused] = await Promise.allSettled([
    hasty.read(ENDLESS, []),
    hasty.read(ENDLESS, []),
    hasty.read("select 1", []),
  ]);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5); // this thread was free all the while
  for (const each of [running, waiting])
    expect(each).toMatchObject({
      status: "rejected",
      reason: { ...late, message: expect.stringMatching(late.message) },
    });
  expect(refused).toMatchObject({ reason: { status: 503, message: expect.stringMatching(/Too many/) } });
  // A busy machine may need more than one try to start the next one in time.
  const again = () => hasty.read("select 1 as one", []).catch(() => "too late");
  await expect.poll(again, { timeout: 20_000 }).toEqual([{ one: 1 }]);
  // Of the processes with this file only the newest is left: the others have not merely been forgotten.
  await expect.poll(() => processesWith(file), { timeout: 20_000 }).toHaveLength(1);
  await hasty.close();
  await expect.poll(() => processesWith(file), { timeout: 20_000 }).toEqual([]);
});

test("ends a reader in mid-query whose server ended before it started", async () => {
  const endedPid = String(2 ** 22 + 1); // above the highest number a Linux process can have
  const reader = fork(entryPath("server/database/reader-process"), [file, endedPid], {
    serialization: "advanced",
  });
  await once(reader, "message");
  reader.send({ id: 1, job: { sql: ENDLESS, parameters: [] } });
  expect(await once(reader, "exit")).toEqual([null, "SIGKILL"]);
});
