import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readBackup } from "../../cli/backup/backup-file.ts";
import { createLog } from "../../server/log/logging.ts";
import { createRegistry } from "../../server/metrics/registry.ts";
import { createBackupTurn } from "../../server/operations/backup-turn.ts";
import { type MakeBackup, startBackups } from "../../server/operations/backups.ts";
import { describeOnDatabases, type OpenedDatabase } from "../support/databases.ts";
import { parseLog } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-16T12:00:00Z");

describeOnDatabases("scheduled backups on $name", ({ open }) => {
  let opened: OpenedDatabase;
  beforeEach(async () => {
    opened = await open({ BACKUP_EVERY: "24h", BACKUP_KEEP: "2" });
  });
  afterEach(() => opened.close());

  it("are made by one of several nodes, on schedule", async () => {
    const nodes = Array.from({ length: 5 }, () => createBackupTurn(opened.database, 24 * HOUR));
    const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    const takers = async (now: number) =>
      (await Promise.all(nodes.map((node) => node.take(now)))).filter((taken) => taken === true).length;
    expect(await takers(NOW)).toBe(1);
    expect(await takers(NOW + 1)).toBe(0);
    await first.stayAlive(NOW + 110_000);
    expect(await takers(NOW + 200_000)).toBe(0); // the node that makes it is still running
    expect(await takers(NOW + 300_000)).toBe(1); // and no others
    await second.end({ done: NOW + HOUR });
    expect(await takers(NOW + 24 * HOUR)).toBe(0);
    expect(await takers(NOW + 25 * HOUR)).toBe(1);
    await first.end({ failed: NOW + 25 * HOUR, failure: "no room" });
    expect(await first.read()).toEqual({ done: NOW + HOUR, failed: NOW + 25 * HOUR, failure: "no room" });
    expect(await takers(NOW + 25 * HOUR + 60_000)).toBe(0);
    expect(await takers(NOW + 25 * HOUR + 15 * 60_000)).toBe(1); // sooner than after a successful one
  });

  it("report time and failures in the log and metrics", async () => {
    const made: string[] = [];
    const well: MakeBackup = async (target) => {
      writeFileSync(target, "whole");
      made.push(target);
    };
    const badly: MakeBackup = () => Promise.reject(new Error("no room on the disk"));
    const tell = async (make: MakeBackup) => {
      const written: string[] = [];
      const log = createLog({ logLevel: "info" }, { write: (line) => void written.push(line) });
      const registry = createRegistry();
      const backups = startBackups({ ...opened, log, registry, make });
      await expect.poll(() => written.join("")).toMatch(/backup made|backup failed/);
      await expect
        .poll(async () => (await createBackupTurn(opened.database, HOUR).read()).alive)
        .toBeUndefined();
      await backups.close();
      return { lines: parseLog(written.join("")), metrics: await registry.text() };
    };
    const failed = await tell(badly);
    expect(failed.lines).toContainEqual(
      expect.objectContaining({ level: "error", msg: "backup failed", error: "no room on the disk" }),
    );
    expect(failed.metrics).toContain("typecase_backup_failures_total 1\n");
    expect(failed.metrics).not.toMatch(/^typecase_backup_last_success/m);
    await createBackupTurn(opened.database, HOUR).end({});

    const done = await tell(well);
    expect(done.lines).toContainEqual(
      expect.objectContaining({ msg: "backup made", file: made[0], bytes: 5 }),
    );
    expect(done.metrics).toMatch(/^typecase_backup_last_success_timestamp_seconds 1\d{9}/m);
  });
});

it("makes a restorable backup while serving requests", async () => {
  const server = await startServerHere({ environment: { BACKUP_EVERY: "24h" } });
  await expect.poll(() => server.output(), { timeout: 60_000 }).toMatch(/backup made|backup failed/);
  const line = server.log().find(({ msg }) => msg === "backup made");
  const file = String(line?.file);
  expect(readBackup(file).digests.templates).toMatchObject({ rows: 0 });
  expect(readdirSync(join(file, ".."))).toHaveLength(1);
  await server.stop();
});
