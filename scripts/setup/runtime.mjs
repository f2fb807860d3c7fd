import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

const { signals } = constants;
const WANTED_MAJOR = 24; // runs TypeScript as it is and has node:sqlite

function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);
}

/** The Node that came with the packages, else the one running this script when it is new enough. */
export function findNode() {
  const packaged = join(root, "node_modules/.bin/node");
  if (existsSync(packaged) && isNewEnough(packaged)) return packaged;
  if (majorOf(process.version) >= WANTED_MAJOR) return process.execPath;
  console.error(
    `Node ${WANTED_MAJOR} is needed and no packaged one runs on ${process.platform}-${process.arch}: install Node ${WANTED_MAJOR} and try again.`,
  );
  process.exit(1);
}

/** Asked once after an install: whether it runs here at all depends on the system's libraries. */
function isNewEnough(packaged) {
  const { size, mtimeMs } = statSync(packaged);
  const known = join(root, "node_modules/.typecase-node");
  const state = `${process.platform}-${process.arch} ${size} ${mtimeMs}`;
  if (existsSync(known) && readFileSync(known, "utf8") === state) return true;
  const answer = spawnSync(packaged, ["--version"], { encoding: "utf8" });
  if (answer.status !== 0 || majorOf(answer.stdout) < WANTED_MAJOR) return false;
  try {
    writeFileSync(known, state);
  } catch {
    // Where nothing may be written it is asked each time.
  }
  return true;
}

/** Runs a program in our place: it gets our terminal and our signals, and its exit code becomes ours. */
export function runInOurPlace(node, args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  // Ctrl-C reaches the whole process group by itself; passing it on as well would look like a second, impatient one.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(`Could not run ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + signals[signal]));
}
