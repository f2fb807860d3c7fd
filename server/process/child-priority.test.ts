import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { BACKGROUND_NICENESS, lowerPriority, NICENESS } from "./child-priority.ts";

const start = (program: string, detached: boolean) =>
  spawn(process.execPath, ["-e", program], { detached, stdio: "ignore" });

function groupNiceness(pid: number | "self"): string | undefined {
  try {
    return /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8"))?.[1];
  } catch {
    return undefined; // a system that shares processors out in another way
  }
}

it("lowers the priority of a child, not the server's", async () => {
  const [before, own] = [groupNiceness("self"), getPriority()];
  for (const hasOwnSession of [true, false]) {
    const child = start("setInterval(() => {}, 1000)", hasOwnSession);
    try {
      await lowerPriority(child, { hasOwnSession });
      expect(getPriority(child.pid)).toBe(Math.max(own, NICENESS));
      if (hasOwnSession && before !== undefined) expect(groupNiceness(child.pid ?? 0)).toBe(String(NICENESS));
    } finally {
      child.kill("SIGKILL");
    }
  }
  expect([groupNiceness("self"), getPriority()]).toEqual([before, own]);
});

it("lowers the priority of background children further", async () => {
  const child = start("setInterval(() => {}, 1000)", true);
  try {
    await lowerPriority(child, { hasOwnSession: true, niceness: BACKGROUND_NICENESS });
    expect(getPriority(child.pid)).toBe(Math.max(getPriority(), BACKGROUND_NICENESS));
  } finally {
    child.kill("SIGKILL");
  }
});

it("ignores a child that has ended", async () => {
  const child = start("", true);
  await new Promise((resolve) => child.once("exit", resolve));
  await lowerPriority(child, { hasOwnSession: true });
});
