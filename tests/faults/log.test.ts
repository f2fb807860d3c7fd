import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { faultRounds, noteFault } from "../support/fault-table.ts";
import { SERVER } from "../support/program.ts";
import { COMPILE_CACHE, parseLog, surroundings } from "../support/server.ts";

const DROPPED = "log lines could not be written and were dropped";

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

test.runIf(process.platform === "linux")(
  "keeps answering with a full log disk and counts dropped lines",
  async () => {
    const port = await freePort();
    const { environment, cleanUp } = surroundings({ environment: { PORT: String(port) } });
    cleaning.push(cleanUp);
    const full = openSync("/dev/full", "w");
    const server = spawn(process.execPath, [SERVER], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
      stdio: ["ignore", full, "inherit"],
    });
    closeSync(full);
    cleaning.push(() => end(server));
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    await expect.poll(() => statusOf("/health").catch(() => 0)).toBe(200);
    const rounds = faultRounds({ short: 5, long: 200 });
    const paths = ["/health", "/", "/items/templates"];
    const failed: string[] = [];
    for (let round = 0; round < rounds; round++)
      for (const path of paths) {
        const status = await statusOf(path).catch(() => 0);
        if (status !== 200) failed.push(`${path}: ${status}`);
      }
    noteFault({
      fault: "disk full under the log",
      times: rounds,
      acknowledged: `${rounds * paths.length - failed.length} requests answered, dropped lines counted`,
      lost: failed.length,
    });
    expect(failed).toEqual([]);
    const health = async () => await (await fetch(`http://127.0.0.1:${port}/health`)).json();
    await expect.poll(async () => (await health()).droppedLogLines).toBeGreaterThanOrEqual(15);
    server.kill("SIGTERM");
    expect(await once(server, "exit")).toEqual([0, null]);
  },
);

test("keeps running with an unread log pipe and counts dropped lines", async () => {
  const { child, log } = await startLogging("pipe");
  const LINES = 8_000;
  const dropped = await log(LINES);
  expect(dropped).toBeGreaterThan(1_000);

  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await expect.poll(() => output).toContain(DROPPED);
  const lines = parseLog(output);
  expect(lines.at(-1)).toMatchObject({ level: "warn", dropped, msg: DROPPED });
  expect(lines.length - 1 + dropped).toBe(LINES);

  // Then the reader disconnects.
  child.stdout?.destroy();
  await expect.poll(() => log(1)).toBeGreaterThan(dropped + 3);
});

test.runIf(process.platform === "linux")(
  "drops lines while the log can't grow and continues afterwards",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "typecase-log-"));
    cleaning.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "log");
    const { child, log } = await startLogging(openSync(file, "w"));
    const limit = (bytes: string) =>
      execFileSync("prlimit", [`--pid=${child.pid}`, `--fsize=${bytes}:unlimited`]);
    limit("1000");
    await log(20);
    await expect.poll(() => log(0)).toBe(17); // three fit, and part of the fourth
    limit("unlimited");
    await log(1);
    await log(0);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    const whole = lines.flatMap((line) => (line.endsWith("}") ? [JSON.parse(line)] : []));
    expect(whole.map(({ number }) => number)).toEqual([0, 1, 2, 0, undefined]);
    expect(whole.at(-1)).toMatchObject({ dropped: 17, msg: DROPPED });
    expect(lines).toHaveLength(6);
  },
);

/** A process that logs lines on demand; `log` returns how many were dropped so far. */
async function startLogging(output: "pipe" | number) {
  const child = fork("tests/support/log-lines.ts", { stdio: ["ignore", output, "inherit", "ipc"] });
  if (typeof output === "number") closeSync(output);
  cleaning.push(() => end(child));
  const answer = async () => (await once(child, "message"))[0];
  await answer();
  const log = async (count: number): Promise<number> => {
    child.send(count);
    return answer();
  };
  return { child, log };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
