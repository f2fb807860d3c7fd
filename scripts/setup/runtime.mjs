import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

const { signals } = constants;
const WANTED_MAJOR = 24; // runs TypeScript directly and has node:sqlite

function majorOf(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);
}

/** The packaged Node, or the one running this script if it is new enough. */
export function findNode() {
  const packaged = join(root, "node_modules/.bin/node");
  if (existsSync(packaged) && isNewEnough(packaged)) return packaged;
  if (majorOf(process.version) >= WANTED_MAJOR) return process.execPath;
  console.error(
    `Node ${WANTED_MAJOR} is needed and no packaged one runs on ${process.platform}-${process.arch}: install Node ${WANTED_MAJOR} and try again.`,
  );
  process.exit(1);
}

/** Checked once after an install: whether it runs depends on the system's libraries. */
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
    // On a read-only file system it is checked each time.
  }
  return true;
}

/** Replaces this process by a program: it gets our terminal and signals, and its exit code becomes ours. */
export function runInOurPlace(node, args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  // Ctrl-C reaches the whole process group; passing it on would count as a second signal.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGHUP", () => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(`Could not run ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + signals[signal]));
}
