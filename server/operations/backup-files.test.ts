import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newBackupPath, newestBackup, removeOldBackups, removeUnfinished } from "./backup-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "typecase-backups-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const NOON = Date.parse("2026-11-16T12:00:00Z");

function put(name: string, at: number): string {
  const file = name.includes("/") ? name : join(folder, name);
  writeFileSync(file, "");
  utimesSync(file, at / 1000, at / 1000);
  return file;
}

it("keeps the newest backups and manual ones", () => {
  const made = [1, 2, 3, 4].map((hour) => put(newBackupPath(folder, NOON + hour * 3_600_000), NOON + hour));
  const others = ["monday.sqlite", "before-step-3-2026.sqlite", "before-restore-2026.sqlite"];
  for (const name of others) put(name, NOON - 1);
  expect(removeOldBackups(folder, 2)).toHaveLength(2);
  expect(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  ).toEqual([...others.map((name) => join(folder, name)), ...made.slice(2)].sort());
  expect(removeOldBackups(folder, 2)).toEqual([]);
});

it("removes incomplete backups", () => {
  put("scheduled-2026-11-16T12-00-00-000Z.sqlite.part", NOON);
  put("scheduled-2026-11-16T12-00-00-000Z.sqlite.part-journal", NOON);
  put("monday.sqlite.part", NOON);
  removeUnfinished(folder);
  expect(readdirSync(folder)).toEqual(["monday.sqlite.part"]);
});

it("finds the newest backup, ignoring copies before migrations", () => {
  expect(newestBackup(join(folder, "nowhere"))).toBeUndefined();
  expect(newestBackup(folder)).toBeUndefined();
  put("before-step-3-2026.sqlite", NOON + 9);
  const byClock = put(newBackupPath(folder, NOON), NOON);
  expect(newestBackup(folder)).toBe(byClock);
  const byHand = put("monday.sqlite", NOON + 2);
  expect(newestBackup(folder)).toBe(byHand);
});
