import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import type { ServerProcess } from "./server.ts";

/** Once the server is ready: it listens before its first render process starts. */
export async function renderProcessesOf({ url, process: { pid } }: ServerProcess): Promise<number[]> {
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200);
  return execFileSync("ps", ["--ppid", String(pid), "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("server/rendering/worker/child."))
    .map((line) => Number.parseInt(line, 10));
}
