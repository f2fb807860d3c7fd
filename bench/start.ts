/**
 * Started again with nothing changed: from the command to the first answer, a page, on a data folder and a checkout that are as the last
 * start left them. The bar of `npm start` is that plus what npm takes for nothing. Before that, the start on an empty data folder: until
 * home has all its pictures, until all templates have one, and until all pages are drawn. The same follows
 * without the pictures in `library/sheets`. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- start [--rounds 7]
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { finish, noiseOf, note } from "./support/figures.ts";
import { median } from "./support/load.ts";
import { usageBelow } from "./support/process-usage.ts";
import { aFolder, startProduct } from "./support/servers.ts";
import { untilDrawn, untilHomeIsDrawn, untilPictured } from "./support/small-library.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "7" } } });
const BAR_MS = 1_000;
/** From an empty start on two cores. */
const HOME_PICTURED_MS = 8_000;
const ALL_PICTURED_MS = 35_000; // of 161 templates
const ASK_EVERY_MS = 5;
const GIVE_UP_MS = 30_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const COMMANDS = {
  "npm start": ["npm", "start"],
  "node scripts/start.mjs": [process.execPath, "scripts/start.mjs"],
  "node build/program/server/main.js": [process.execPath, "build/program/server/main.js"],
};

const folder = aFolder();
try {
  const emptyAt = performance.now();
  const first = await startProduct(folder.path, {}, { watched: false });
  await untilHomeIsDrawn(first);
  noteEmptyStart("the pictures of home", emptyAt, HOME_PICTURED_MS);
  await untilPictured(first);
  noteEmptyStart("all pictures", emptyAt, ALL_PICTURED_MS);
  await untilDrawn(first);
  noteEmptyStart("all pages in full size", emptyAt);
  await first.stop();
  await drawWithoutSheets();
  const rounds = Number(values.rounds);
  const spent = Object.entries(COMMANDS).map(([name, command]) => ({
    name,
    command,
    ms: [] as number[],
    cpu: [] as number[],
  }));
  for (const { command } of spent) await startOnce(command);
  for (let round = 0; round < rounds; round++)
    for (const { command, ms, cpu } of spent) {
      const once = await startOnce(command);
      ms.push(once.ms);
      cpu.push(once.cpuMs);
    }
  const npmMs = Math.round(median(Array.from({ length: rounds }, timeNpm)));
  for (const { name, command, ms, cpu } of spent)
    note({
      what: `${name}, nothing changed: to the first answer`,
      ours: median(ms),
      unit: "ms",
      bar: { max: BAR_MS + (command[0] === "npm" ? npmMs : 0) },
      noise: noiseOf(ms),
      processorMs: { ours: median(cpu) },
    });
} finally {
  folder.remove();
}
finish();

function noteEmptyStart(what: string, startedAt: number, max?: number): void {
  note({
    what: `start with no data: to ${what}`,
    ours: performance.now() - startedAt,
    unit: "ms",
    ...(max === undefined ? {} : { bar: { max } }),
  });
}

/** As with a library of one's own, or a kit that was changed: the server draws every picture. */
async function drawWithoutSheets(): Promise<void> {
  const empty = aFolder();
  const library = join(empty.path, "library");
  cpSync(join(root, "library"), library, {
    recursive: true,
    filter: (file) => !file.endsWith("library/sheets"),
  });
  const startedAt = performance.now();
  const server = await startProduct(join(empty.path, "data"), { LIBRARY_DIR: library }, { watched: false });
  await untilHomeIsDrawn(server);
  noteEmptyStart("the pictures of home, without packaged ones", startedAt);
  await untilPictured(server);
  noteEmptyStart("all pictures, without packaged ones", startedAt);
  await server.stop();
  empty.remove();
}

/** `npm start` of an empty package: the lower bound. */
function timeNpm(): number {
  const nothing = aFolder();
  try {
    writeFileSync(join(nothing.path, "package.json"), JSON.stringify({ scripts: { start: "exec true" } }));
    const startedAt = performance.now();
    execFileSync("npm", ["start"], { cwd: nothing.path, stdio: "ignore" });
    return performance.now() - startedAt;
  } finally {
    nothing.remove();
  }
}

async function startOnce([program = "", ...args]: string[]): Promise<{ ms: number; cpuMs: number }> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: folder.path,
    },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true, // a process group, so that everything npm starts is stopped with it
  });
  try {
    while ((await askHome(port)) !== 200) {
      if (performance.now() - startedAt > GIVE_UP_MS) throw new Error(`no answer in ${GIVE_UP_MS / 1_000} s`);
      await wait(ASK_EVERY_MS);
    }
    return { ms: performance.now() - startedAt, cpuMs: usageBelow(child.pid ?? 0).cpuMs };
  } finally {
    await stop(child);
  }
}

/** 0 while nothing listens. */
function askHome(port: number): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/", agent: false }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    });
    request.once("error", () => resolve(0));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await ended;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return address && typeof address === "object" ? address.port : 0;
}
