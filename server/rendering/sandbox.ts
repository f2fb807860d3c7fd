import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { codePaths, entryPath, installedPath } from "../config/program-files.ts";
import { BACKGROUND_NICENESS, lowerPriority, NICENESS } from "../process/child-priority.ts";
import { unprivileged, withoutNetwork } from "../process/child-rights.ts";

const ENTRY = entryPath("server/rendering/worker/child");
/**
 * How much of a function runs before V8 makes better code of it; ten times the default. A process then spends less on its first
 * hundred documents (its start 2.2 s of processor instead of 2.9, sixty invoices 2.1 instead of 3.8) and as much on each later one.
 */
const WASM_TIERING_BUDGET = 150_000_000;
const WASM_PAGES = (512 * 1024 * 1024) / 65_536; // what the compiler may hold; an eighth of it is there from the start

/**
 * A process that has drawn the whole library holds 220 MB with these instead of 390, in no more time: one thread compiles in the
 * background instead of four, young objects have 4 MB instead of 16, and freed memory is returned to the system. The optimising
 * compiler's memory is allocated in pieces of 32 KB: in larger blocks, 130 MB stayed allocated because small parts were still in use.
 * Without inlining it needs less memory for code that is as fast.
 */
const FRUGAL_FLAGS = ["--v8-pool-size=1", "--max-semi-space-size=4", "--no-wasm-inlining"];
const FRUGAL_ALLOCATOR = { MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "30000" };

/**
 * Starts a process that can only read the compiler and the fonts: no environment, no writes, no children, no addons, and no network
 * where the system allows that. It has its own session, so a signal to the server's process group doesn't end running renders; it
 * exits when the channel to its server closes. No library: Node's permissions and unshare are the sandbox.
 */
export function spawnChild(
  fontFolders: string[],
  { entry = ENTRY, isForBackground = false }: { entry?: string; isForBackground?: boolean } = {},
): ChildProcess {
  const readable = [
    ...codePaths(["server/rendering", "server/config/program-files.ts", "engine", "contract", "shared"]),
    installedPath("node_modules/@myriaddreamin"),
    ...fontFolders,
  ];
  const node = [
    "--permission",
    "--allow-worker",
    ...readable.map((each) => `--allow-fs-read=${each}`),
    "--max-old-space-size=256",
    `--wasm-max-mem-pages=${WASM_PAGES}`,
    `--wasm-tiering-budget=${WASM_TIERING_BUDGET}`,
    "--wasm-lazy-validation", // functions are checked when first run; the module is named in the lock by its hash
    ...FRUGAL_FLAGS,
    "--no-warnings",
  ];
  const user = unprivileged(readable);
  const [program = process.execPath, ...before] = [...withoutNetwork(user), process.execPath];
  const child = fork(entry, [], {
    cwd: path.parse(ENTRY).root,
    env: FRUGAL_ALLOCATOR,
    detached: true,
    execPath: program,
    execArgv: [...before, ...node],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    ...user,
  });
  void lowerPriority(child, { hasOwnSession: true, niceness: NICENESS });
  // Only when it is ready: until then all clients have one process less.
  if (isForBackground)
    child.once(
      "message",
      () => void lowerPriority(child, { hasOwnSession: true, niceness: BACKGROUND_NICENESS }),
    );
  return child;
}
