import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findPostgres, isRoot } from "./postgres-binaries.ts";

export interface TestPostgres {
  /** For creating databases: see `createDatabase`. */
  adminUrl: string;
  /** Creates an empty database and returns its DATABASE_URL. */
  url(): Promise<string>;
  /** Crashes or stops the server and restarts it on the same port and data. */
  restart(how?: "fast" | "crash"): Promise<void>;
  /** Stops the server until `restart`. */
  pause(how?: "fast" | "crash"): Promise<void>;
  stop(): Promise<void>;
}

// Not waiting for the disk speeds tests up and weakens none: what a killed process had committed is in the
// system's cache. Only a power cut would make a difference.
const FAST = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "autovacuum=off"];
const START_DEADLINE_MS = 90_000;

/** A real PostgreSQL for this test run, with its own port and folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const programs = findPostgres();
  const owner = isRoot() ? someoneElse() : undefined;
  const folder = mkdtempSync(join(tmpdir(), "typecase-pg-"));
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  // Sorts by a language instead of code points, as a distribution's package does.
  const locale = ["--locale=C", "--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US"];
  execFileSync(programs.initdb, ["-D", folder, "-U", "typecase", "-A", "trust", "-N", ...locale], {
    ...owner,
    stdio: "pipe",
    cwd: folder,
  });

  const port = await freePort();
  const adminUrl = `postgres://typecase@127.0.0.1:${port}/postgres`;
  const place = ["-D", folder, "-p", String(port), "-h", "127.0.0.1", "-k", ""];
  const limits = ["-c", "max_connections=300", "-c", "shared_buffers=64MB"];
  const start = () => runServer(programs.postgres, [...place, ...limits, ...FAST], folder, owner);

  let server: ChildProcess | undefined = await start();
  const end = async (signal: NodeJS.Signals) => {
    const ended = server;
    server = undefined;
    if (!ended || ended.exitCode !== null) return;
    const gone = new Promise((resolve) => ended.once("exit", resolve));
    ended.kill(signal);
    await gone;
  };
  const pause = (how: "fast" | "crash" = "fast") => end(how === "fast" ? "SIGINT" : "SIGQUIT");
  // If the run dies, the server must end as well.
  process.once("exit", () => server?.kill("SIGQUIT"));
  return {
    adminUrl,
    url: () => createDatabase(adminUrl),
    pause,
    restart: async (how) => {
      await pause(how);
      server = await start();
    },
    stop: async () => {
      await end("SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let made = 0;

/** Empty, or a copy of an unused one. */
export async function createDatabase(adminUrl: string, copied = "template0"): Promise<string> {
  const name = `t_${process.pid}_${Date.now().toString(36)}_${made++}`;
  // Copying files is less than half the work of writing every page to the log.
  await asAdmin(adminUrl, `create database ${name} template ${copied} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(adminUrl: string, url: string): Promise<void> {
  await asAdmin(adminUrl, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function runServer(
  program: string,
  flags: string[],
  cwd: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<ChildProcess> {
  const server = spawn(program, flags, { ...owner, cwd, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`PostgreSQL did not start (${why}): ${said}`));
    const deadline = setTimeout(() => fail("too slow"), START_DEADLINE_MS);
    server.stderr?.on("data", (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk;
      if (!said.includes("ready to accept connections")) return;
      clearTimeout(deadline);
      resolve();
    });
    server.once("error", (error) => fail(error.message));
    server.once("exit", (code) => fail(`exit ${code}`));
  });
  return server;
}

/** PostgreSQL refuses to run as root; `nobody` exists everywhere. */
function someoneElse(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
