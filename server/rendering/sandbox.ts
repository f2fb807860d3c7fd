import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
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

/**
 * A process that can read the compiler and the fonts, and nothing else: no environment, no writes, no children, no addons, and no
 * network where the system allows that. It has a session of its own, so that what signals the server's whole group (a terminal, a
 * supervisor) does not end what was accepted; it leaves when its server does, as the channel between them is then closed.
 */
export function spawnChild(fontFolders: string[], entry = ENTRY): ChildProcess {
  const readable = [
    path.join(ROOT, "server/rendering"),
    path.join(ROOT, "contract"),
    path.join(ROOT, "package.json"),
    path.join(ROOT, "node_modules/@myriaddreamin"),
    ...fontFolders,
  ];
  const node = [
    "--permission",
    "--allow-worker",
    ...readable.map((each) => `--allow-fs-read=${each}`),
    "--max-old-space-size=256",
    `--wasm-max-mem-pages=${WASM_PAGES}`,
    `--wasm-tiering-budget=${WASM_TIERING_BUDGET}`,
    "--no-warnings",
  ];
  const user = unprivileged(readable);
  const [program = process.execPath, ...before] = [...withoutNetwork(user), process.execPath];
  return fork(entry, [], {
    cwd: path.parse(ROOT).root,
    env: {},
    detached: true,
    execPath: program,
    execArgv: [...before, ...node],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    ...user,
  });
}

/** Whether render children are started without network. */
export function isNetworkDenied(): boolean {
  return withoutNetwork(unprivileged([])).length > 0;
}

const UNSHARE = ["/usr/bin/unshare", "/bin/unshare"];
let networkDenied: string[] | undefined;

/** The program that gives another one a network with nobody in it, where it is there and allowed. Tried once. */
function withoutNetwork(user: User): string[] {
  if (networkDenied) return networkDenied;
  const program = UNSHARE.find((file) => existsSync(file));
  const command = program ? [program, "--user", "--net", "--"] : [];
  const [file, ...arguments_] = command;
  const tried =
    file && spawnSync(file, [...arguments_, "/bin/sh", "-c", ":"], { stdio: "ignore", env: {}, ...user });
  networkDenied = tried && tried.status === 0 ? command : [];
  return networkDenied;
}

type User = { uid?: number; gid?: number };

/** Started by root, the child runs as nobody, unless the program lies where only root may read. */
function unprivileged(readable: string[]): User {
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
