import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "./client.ts";
import { SERVER } from "./program.ts";

export type ServerOptions = {
  /** Settings as environment variables. `DATA_DIR` and `LIBRARY_DIR` are fresh and empty unless given. */
  environment?: Record<string, string>;
  /** In its own process group, which `process.kill(-pid)` signals as a whole. */
  ownGroup?: boolean;
  /** As `npm run dev` does. */
  fromSource?: boolean;
  /** Another version of the program, from its sources in this folder. */
  version?: { folder: string };
  /** The start script of a release, run by this user if it isn't the one who runs the tests. */
  release?: { start: string; user: number | undefined };
};

type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type TestServer = Client & {
  url: string;
  /** Standard output so far. */
  output(): string;
  /** The log so far, line by line. */
  log(): Record<string, unknown>[];
  /** A visitor with their own cookies. */
  visitor(): Client;
  /** Stops the server and removes its data unless it was given. */
  stop(): Promise<unknown>;
};

export type ServerProcess = Omit<TestServer, "stop"> & {
  process: ChildProcess;
  /** Standard error so far. */
  errors(): string;
  /** Ends the server with a signal, waits, and removes its data. SIGKILL unless an orderly stop is tested. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
};

const START_DEADLINE_MS = 90_000;
/** A run starts hundreds of servers, which share Node's compile cache. */
export const COMPILE_CACHE = join(tmpdir(), "typecase-test-compiled");

type Launched = {
  child: ChildProcess;
  output(): string;
  errors(): string;
  exit: Promise<Exit>;
  cleanUp(): void;
};

/**
 * The defaults of every test server. A render process costs more than the server itself, so only tests that
 * ask for one have it.
 */
export function surroundings({ environment = {} }: ServerOptions) {
  const folder = mkdtempSync(join(tmpdir(), "typecase-server-"));
  const libraryDir = join(folder, "library");
  mkdirSync(libraryDir);
  return {
    environment: {
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: join(folder, "data"),
      LIBRARY_DIR: libraryDir,
      RENDER_PROCESSES: "0",
      WATCHDOG_MS: "0",
      ...environment,
    },
    cleanUp: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs the server as `npm start` does, without this process's settings. */
export function launchServer(options: ServerOptions = {}): Launched {
  const { environment, cleanUp } = surroundings(options);
  const { release, version, fromSource } = options;
  const [program, ...words] = release
    ? [release.start]
    : [process.execPath, fromSource || version ? "server/main.ts" : SERVER];
  const child = spawn(program, words, {
    ...(version ? { cwd: version.folder } : {}),
    ...(release?.user === undefined ? {} : { uid: release.user, gid: release.user }),
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.ownGroup ?? false,
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const exit = new Promise<Exit>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  return { child, output: () => output, errors: () => errors, exit, cleanUp };
}

/** A server in its own process, where the process is tested or must not be this one. */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  const { child, output, errors, exit, cleanUp } = launchServer(options);
  const port = await new Promise<number>((resolve, reject) => {
    const look = () => {
      const found = /"port":(\d+)/.exec(output());
      if (found) resolve(Number(found[1]));
    };
    child.stdout?.on("data", look);
    exit.then(({ code }) => reject(new Error(`the server ended with ${code}: ${errors()}${output()}`)));
    setTimeout(
      () => reject(new Error(`the server did not start: ${errors()}${output()}`)),
      START_DEADLINE_MS,
    ).unref();
  }).catch((error: unknown) => {
    child.kill("SIGKILL");
    cleanUp();
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    ...createClient(url),
    url,
    process: child,
    output,
    errors,
    log: () => parseLog(output()),
    visitor: () => createClient(url),
    async stop(signal = "SIGKILL") {
      child.kill(signal);
      const result = await exit;
      cleanUp();
      return result;
    },
  };
}

export function parseLog(output: string): Record<string, unknown>[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
