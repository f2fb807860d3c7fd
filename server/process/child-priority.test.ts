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

it("a child that works for strangers gives way to the server, and the server keeps its own place", async () => {
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

it("one that works for nobody in particular gives way to it, too", async () => {
  const child = start("setInterval(() => {}, 1000)", true);
  try {
    await lowerPriority(child, { hasOwnSession: true, niceness: BACKGROUND_NICENESS });
    expect(getPriority(child.pid)).toBe(Math.max(getPriority(), BACKGROUND_NICENESS));
  } finally {
    child.kill("SIGKILL");
  }
});

it("one that has ended is left alone", async () => {
  const child = start("", true);
  await new Promise((resolve) => child.once("exit", resolve));
  await lowerPriority(child, { hasOwnSession: true });
});
