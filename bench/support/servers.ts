import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SERVER_ALLOCATOR, SERVER_FLAGS } from "../../scripts/setup/server-process.mjs";
import type { FromWatch, LoopReport } from "./event-loop-watch.ts";
import { usageBelow } from "./process-usage.ts";

export type BenchServer = { url: string; process: ChildProcess; stop(): Promise<void> };

const DEADLINE_MS = 60_000;

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The product as started in production, without a log. With a watch it answers `askLoop`. */
export async function startProduct(
  dataDir: string,
  environment: Record<string, string> = {},
  { watched = true, heapMb }: { watched?: boolean; heapMb?: number } = {},
): Promise<BenchServer> {
  const watch = watched ? ["--import", join(root, "bench/support/event-loop-watch.ts")] : [];
  const heap = heapMb ? [`--max-old-space-size=${heapMb}`] : [];
  const flags = [...SERVER_FLAGS, ...heap, ...watch];
  const child = spawn(process.execPath, [...flags, "build/program/server/main.js"], {
    cwd: root,
    env: {
      ...SERVER_ALLOCATOR,
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  endWithUs(child);
  const port = await within<number>(
    DEADLINE_MS,
    "the server to say on which port it listens",
    (resolve, reject) => {
      let output = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        if (output.length > 100_000) return;
        output += chunk;
        const found = /"port":(\d+)/.exec(output);
        if (found) resolve(Number(found[1]));
      });
      child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
    },
  );
  return asBenchServer(child, port);
}

/** A bare `node:http` server that sends these bytes. */
export async function startBare(body: Uint8Array, headers: Record<string, string>): Promise<BenchServer> {
  const child = fork(join(root, "bench/support/bare-server.ts"));
  endWithUs(child);
  const port = await within<number>(DEADLINE_MS, "the bare server to listen", (resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`the bare server ended with ${code}`)));
    child.send({ body: Buffer.from(body).toString("base64"), headers });
  });
  return asBenchServer(child, port);
}

/** SQLite's full-text index over the templates of a data folder, behind a bare `node:http`. */
export async function startFullText(dataDir: string): Promise<BenchServer> {
  const child = fork(join(root, "bench/support/fts-server.ts"), [join(dataDir, "typecase.sqlite")]);
  endWithUs(child);
  const port = await within<number>(DEADLINE_MS, "the full-text index", (resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`the full-text server ended with ${code}`)));
  });
  return asBenchServer(child, port);
}

function asBenchServer(child: ChildProcess, port: number): BenchServer {
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    stop: () =>
      within<void>(DEADLINE_MS, "a server to stop", (resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** How long the product's event loop was blocked since the last call, and its memory. */
export function askLoop({ process: child }: BenchServer): Promise<LoopReport> {
  return within<LoopReport>(DEADLINE_MS, "a report of the event loop", (resolve) => {
    const onMessage = (message: FromWatch) => {
      if (!("report" in message)) return;
      child.off("message", onMessage);
      resolve(message.report);
    };
    child.on("message", onMessage);
    child.send("loop report");
  });
}

/** Processor time of a server and its processes so far. */
export function cpuMsOf({ process: { pid } }: BenchServer): number {
  return pid === undefined ? Number.NaN : usageBelow(pid).cpuMs;
}

/** Leaves no server running, however the measurement ends. */
function endWithUs(child: ChildProcess): void {
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

// A signal would end this process without the event above.
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)
  process.once(signal, () => process.exit(code));

export function aFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "typecase-bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export class DeadlineError extends Error {
  constructor(milliseconds: number, what: string) {
    super(`waited ${milliseconds / 1_000} s in vain for ${what}`);
  }
}

type Settle<T> = ConstructorParameters<typeof Promise<T>>[0];

/** Rejects after a deadline and names what it waited for. */
export function within<T>(milliseconds: number, what: string, settle: Settle<T> | Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError(milliseconds, what)), milliseconds);
    const inner = settle instanceof Promise ? settle : new Promise<T>(settle);
    inner.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
