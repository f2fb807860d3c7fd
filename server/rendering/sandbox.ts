import { type ChildProcess, fork } from "node:child_process";
import { statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ENTRY = fileURLToPath(new URL("./worker/child.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const NOBODY = 65534;
/**
 * How much of a function runs before V8 makes better code of it; ten times the default. A process then spends less on its first
 * hundred documents (its start 2.2 s of processor instead of 2.9, sixty invoices 2.1 instead of 3.8) and as much on each later one.
 */
const WASM_TIERING_BUDGET = 150_000_000;
const WASM_PAGES = (512 * 1024 * 1024) / 65_536; // what the compiler may hold; a third of it is there from the start

/** A process that can read the compiler and the fonts, and nothing else: no environment, no writes, no children, no addons. */
export function spawnChild(fontFolders: string[], entry = ENTRY): ChildProcess {
  const readable = [
    path.join(ROOT, "server/rendering"),
    path.join(ROOT, "contract"),
    path.join(ROOT, "package.json"),
    path.join(ROOT, "node_modules/@myriaddreamin"),
    ...fontFolders,
  ];
  return fork(entry, [], {
    cwd: path.parse(ROOT).root,
    env: {},
    execArgv: [
      "--permission",
      "--allow-worker",
      ...readable.map((each) => `--allow-fs-read=${each}`),
      "--max-old-space-size=256",
      `--wasm-max-mem-pages=${WASM_PAGES}`,
      `--wasm-tiering-budget=${WASM_TIERING_BUDGET}`,
      "--no-warnings",
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    ...unprivileged(readable),
  });
}

/** Started by root, the child runs as nobody, unless the program lies where only root may read. */
function unprivileged(readable: string[]): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0 || ![process.execPath, ...readable].every(isOpenToAll)) return {};
  return { uid: NOBODY, gid: NOBODY };
}

function isOpenToAll(target: string): boolean {
  const parts = path.resolve(target).split(path.sep);
  return parts.every((_, index) => {
    const stat = statSync(parts.slice(0, index + 1).join(path.sep) || path.sep, { throwIfNoEntry: false });
    if (!stat) return true;
    const needed = stat.isDirectory() ? 0o005 : 0o004;
    return (
      (stat.mode & needed) === needed ||
      (stat.isDirectory() && index < parts.length - 1 && (stat.mode & 0o001) !== 0)
    );
  });
}
