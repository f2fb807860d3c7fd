import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { FontFile, FromChild, FromPress, KitFile, PressData, ToChild, ToPress } from "../protocol.ts";

/**
 * The process in which pages are made. It knows only what it is sent, and may be killed at any moment. Its first thread only
 * listens, so it hears its server go away even while a page loops for ever on the other.
 */

const PRESS = new URL("./press.ts", import.meta.url);
const STACK_MB = 8;

type Press = { thread: Worker; ready: boolean };

let data: PressData | undefined;
let press: Press | undefined;
let successor: Press | undefined;
let current: ToPress | undefined;

process.on("message", (message: ToChild) => {
  if ("start" in message) start(message.start.kit, message.start.fonts).catch(giveUp);
  else take(message);
});
process.on("disconnect", () => process.exit(0));

async function start(kit: KitFile[], fonts: FontFile[]) {
  const [compilerModule, rendererModule] = await Promise.all([
    loadModule("@myriaddreamin/typst-ts-web-compiler/wasm"),
    loadModule("@myriaddreamin/typst-ts-renderer/wasm"),
  ]);
  data = { kit, fonts, compilerModule, rendererModule };
  press = startPress((found) => {
    data = { ...data, fonts: found } as PressData;
    send({ ready: true, fonts: found, rss: process.memoryUsage.rss() });
  });
}

async function loadModule(specifier: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(specifier))));
}

function startPress(onReady: (fonts: FontFile[]) => void): Press {
  const thread = new Worker(PRESS, { workerData: data, env: {}, resourceLimits: { stackSizeMb: STACK_MB } });
  const started: Press = { thread, ready: false };
  thread.on("message", (message: FromPress) => {
    if ("ready" in message) {
      started.ready = true;
      onReady(message.fonts);
    } else if (started === press) finish(message);
  });
  thread.on("error", giveUp);
  return started;
}

function take(message: ToPress) {
  current = message;
  press?.thread.postMessage(message);
}

function finish({ state, ...answer }: Exclude<FromPress, { ready: true }>) {
  current = undefined;
  if (state === "spoilt") replaceNow();
  else if (successor?.ready) changeOver();
  else if (!successor && state === "outgrown") successor = startPress(changeOverWhenIdle);
  send({ ...answer, rss: process.memoryUsage.rss() });
}

/** A job that comes before the new thread is ready waits in its letter box. */
function replaceNow() {
  successor ??= startPress(() => {});
  changeOver();
}

function changeOverWhenIdle() {
  if (!current) changeOver();
}

function changeOver() {
  void press?.thread.terminate();
  press = successor;
  successor = undefined;
}

function send(message: FromChild) {
  process.send?.(message);
}

function giveUp(error: unknown) {
  console.error(error);
  process.exit(1);
}
