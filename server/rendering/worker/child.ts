import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { FontFile, KitFile } from "../../../engine/job.ts";
import { entryPath } from "../../config/program-files.ts";
import type {
  CompileWorkerData,
  FromChild,
  FromCompileWorker,
  ToChild,
  ToCompileWorker,
} from "../protocol.ts";

/**
 * The process that renders. It may be killed at any moment. Its main thread only forwards messages, so it notices that the server is
 * gone even while a page loops forever in the compile worker.
 */

const COMPILE_WORKER = entryPath("server/rendering/worker/compile-worker");
const STACK_MB = 8;

type CompileWorker = { thread: Worker; ready: boolean };

let data: CompileWorkerData | undefined;
let compileWorker: CompileWorker | undefined;
let successor: CompileWorker | undefined;
let current: ToCompileWorker | undefined;
let usedBefore = process.cpuUsage();

process.on("message", (message: ToChild) => {
  if ("start" in message) start(message.start.kit, message.start.fonts).catch(exitWith);
  else pass(message);
});
process.on("disconnect", () => process.exit(0));
// A supervisor signals every process of a service. The server finishes accepted requests first, and then ends this one.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});

async function start(kit: KitFile[], fonts: FontFile[]) {
  const [compilerModule, rendererModule] = await Promise.all([
    loadModule("@myriaddreamin/typst-ts-web-compiler/wasm"),
    loadModule("@myriaddreamin/typst-ts-renderer/wasm"),
  ]);
  const given = { kit, fonts, compilerModule, rendererModule };
  data = given;
  compileWorker = startCompileWorker((found) => {
    data = { ...given, fonts: found };
    send({ ready: true, fonts: found, rss: process.memoryUsage.rss() });
  });
}

async function loadModule(specifier: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(specifier))));
}

function startCompileWorker(onReady: (fonts: FontFile[]) => void): CompileWorker {
  const thread = new Worker(COMPILE_WORKER, {
    workerData: data,
    env: {},
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  const started: CompileWorker = { thread, ready: false };
  thread.on("message", (message: FromCompileWorker) => {
    if ("ready" in message) {
      started.ready = true;
      onReady(message.fonts);
    } else if (started === compileWorker) finish(message);
  });
  thread.on("error", exitWith);
  return started;
}

function pass(message: ToCompileWorker) {
  current = message;
  usedBefore = process.cpuUsage();
  compileWorker?.thread.postMessage(message);
}

function finish({ state, ...answer }: Exclude<FromCompileWorker, { ready: true }>) {
  current = undefined;
  if (state === "broken") replaceNow();
  else if (successor?.ready) switchToSuccessor();
  else if (!successor && state === "outgrown") successor = startCompileWorker(switchWhenIdle);
  const { user, system } = process.cpuUsage(usedBefore);
  send({ ...answer, rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 });
}

/** A job that arrives before the new worker is ready waits in its message queue. */
function replaceNow() {
  successor ??= startCompileWorker(() => {});
  switchToSuccessor();
}

function switchWhenIdle() {
  if (!current) switchToSuccessor();
}

function switchToSuccessor() {
  void compileWorker?.thread.terminate();
  compileWorker = successor;
  successor = undefined;
}

function send(message: FromChild) {
  process.send?.(message);
}

function exitWith(error: unknown) {
  console.error(error);
  process.exit(1);
}
