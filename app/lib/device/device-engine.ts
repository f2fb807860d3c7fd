import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import { isPrivateGallery } from "../browser/private-page.ts";
import { RefusedCall, translateErrors } from "../http/http-client.ts";
import { EngineUnavailable, isEnginePossible } from "./engine-errors.ts";
import loaderAddress from "./engine-loader.ts?worker&url";
import workerAddress from "./engine-worker.ts?worker&url";
import type {
  DeviceAnswer,
  DeviceRequest,
  EngineFiles,
  FromLoader,
  FromWorker,
  ToWorker,
} from "./messages.ts";
import { noteLoading, storeLater } from "./store-later.ts";
import { type DeviceTemplate, packageAddress } from "./template-packages.ts";

/**
 * The engine in a worker of this page, which hands over its files. A worker that doesn't answer in time, or that ran out of memory, is
 * ended, and the next request starts another one with the same files.
 */
export type DeviceEngine = {
  render(template: DeviceTemplate, request: DeviceRequest, signal?: AbortSignal): Promise<DeviceAnswer>;
  /** The template as the engine has it, without drawing it. */
  describe(template: DeviceTemplate): Promise<RenderTemplate>;
  close(): void;
};

/** `loaded`: the part of the engine that is here, from 0 to 1. */
export type EngineProgress = (loaded: number) => void;

type Pending = {
  id: number;
  of: string;
  request: DeviceRequest;
  signal: AbortSignal | undefined;
  settle: PromiseWithResolvers<DeviceAnswer>;
  /** Workers that were ended while it was sent to them. */
  ended: number;
};

const MAX_ENDED = 2;
const DEADLINE_MS = 15_000;
/** Starting the engine and its first document on a slow device. */
const FIRST_DEADLINE_MS = 60_000;
const MAX_ROUNDS = 12; // a document asks for a few fonts at a time

export function openDeviceEngine(
  onProgress: EngineProgress,
  { startWorker = startEngineWorker, loadFiles = loadEngine } = {},
): DeviceEngine {
  let files: Promise<EngineFiles> | undefined;
  let worker: Promise<Worker> | undefined;
  let running: Worker | undefined;
  let current: Pending | undefined;
  let rounds = 0;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = false;
  let isClosed = false;
  let count = 0;
  const waiting: Pending[] = [];
  const closing = new AbortController();
  const templates = new Map<string, Promise<RenderTemplate>>();
  let handedOver = new Set<string>();

  /** The worker's script is read while the files are loaded. */
  async function start(): Promise<Worker> {
    if (!isEnginePossible()) throw new EngineUnavailable("WebAssembly is turned off");
    const started = startWorker();
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (started === running) receive(data);
    };
    started.onerror = ({ message }) => {
      if (started === running) end(new EngineUnavailable(message));
    };
    running = started;
    handedOver = new Set();
    hasAnswered = false;
    files ??= loadFiles(onProgress, closing.signal);
    try {
      const start = await files;
      if (started !== running) throw new EngineUnavailable("its worker was ended");
      started.postMessage({ start } satisfies ToWorker);
      return started;
    } catch (error) {
      if (started === running) {
        files = undefined;
        stop();
      }
      throw error;
    }
  }

  /** Runs what waits, one after the other. */
  async function next(): Promise<void> {
    if (current || isClosed) return;
    current = waiting.shift();
    if (!current) return;
    const job = current;
    try {
      if (job.signal?.aborted) throw job.signal.reason;
      worker ??= start();
      // At the same time: a template that can't be loaded is known before the engine is here.
      const [engine, template] = await Promise.all([worker, loadTemplate(job.of)]);
      if (!handedOver.has(job.of))
        engine.postMessage({ template: { key: job.of, template } } satisfies ToWorker);
      handedOver.add(job.of);
      rounds = 0;
      send(engine, job);
    } catch (error) {
      if (running === undefined) worker = undefined;
      if (current === job) finish(job, (settle) => settle.reject(error));
    }
  }

  function send(engine: Worker, { id, of, request }: Pending): void {
    engine.postMessage({ id, of, request } satisfies ToWorker);
    clearTimeout(deadline);
    deadline = setTimeout(tooSlow, hasAnswered ? DEADLINE_MS : FIRST_DEADLINE_MS);
  }

  /** Once for this tab: the published ones don't change under an open document. */
  function loadTemplate(key: string): Promise<RenderTemplate> {
    const known = templates.get(key);
    if (known) return known;
    const [id = "", versionId] = key.split(" ");
    // The gallery's are too many to be stored: they would replace those that were opened.
    const cache = isPrivateGallery() ? "no-store" : "default";
    const loading = load(packageAddress({ id, versionId }), cache).then((answer) => answer.json());
    templates.set(key, loading);
    loading.catch(() => templates.delete(key));
    return loading;
  }

  function receive(message: FromWorker): void {
    if ("ready" in message) return;
    if ("ended" in message) {
      replace();
      return;
    }
    const job = current;
    if (!job || message.id !== job.id) return;
    if ("missing" in message) return void loadFonts(job, message.missing);
    hasAnswered = true;
    if ("answer" in message) finish(job, (settle) => settle.resolve(message.answer));
    else {
      const { status, errors } = message.refused;
      void translateErrors(errors).then((translated) =>
        finish(job, (settle) => settle.reject(new RefusedCall(status, translated))),
      );
    }
  }

  async function loadFonts(job: Pending, files: string[]): Promise<void> {
    const engine = running;
    try {
      if (++rounds > MAX_ROUNDS) throw new EngineUnavailable("the fonts could not be read");
      const fonts = await Promise.all(
        files.map(async (file) => ({ file, bytes: await (await load(file)).arrayBuffer() })),
      );
      // If the worker was replaced meanwhile, the next one asks for the fonts itself.
      if (!engine || engine !== running || current !== job) return;
      engine.postMessage(
        { fonts } satisfies ToWorker,
        fonts.map(({ bytes }) => bytes),
      );
      send(engine, job);
    } catch (error) {
      finish(job, (settle) => settle.reject(error));
    }
  }

  function finish(job: Pending, settle: (promise: Pending["settle"]) => void): void {
    clearTimeout(deadline);
    settle(job.settle);
    if (current === job) current = undefined;
    void next();
  }

  /** The source loops, or the device is too slow for it. */
  function tooSlow(): void {
    const seconds = (hasAnswered ? DEADLINE_MS : FIRST_DEADLINE_MS) / 1000;
    const text = { key: "render_timed_out", values: { seconds } };
    const error = { message: "", extensions: { code: "RENDER_TIMED_OUT", text } };
    void translateErrors([error]).then((errors) => end(new RefusedCall(422, errors)));
  }

  /** The document that is being made is sent to the next worker. */
  function replace(): void {
    const job = current;
    if (job && ++job.ended > MAX_ENDED) {
      end(new EngineUnavailable("the engine ran out of memory", { isOutOfMemory: true }));
      return;
    }
    stop();
    current = undefined;
    if (job) waiting.unshift(job);
    void next();
  }

  function stop(): void {
    clearTimeout(deadline);
    running?.terminate();
    running = worker = undefined;
  }

  function end(error: Error): void {
    stop();
    if (current) finish(current, (settle) => settle.reject(error));
  }

  return {
    describe: (template) => loadTemplate(keyOf(template)),
    render: (template, request, signal) => {
      const settle = Promise.withResolvers<DeviceAnswer>();
      const of = keyOf(template);
      const job = { id: ++count, of, request, signal, settle, ended: 0 };
      if (isClosed) settle.reject(new EngineUnavailable("the engine was closed"));
      else waiting.push(job);
      signal?.addEventListener(
        "abort",
        () => {
          // A document that is being made is made to its end; its answer is dropped.
          if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
          settle.reject(signal.reason);
        },
        { once: true },
      );
      void next();
      return settle.promise;
    },
    close: () => {
      isClosed = true;
      closing.abort();
      end(new EngineUnavailable("the engine was closed"));
    },
  };
}

function keyOf({ id, versionId }: DeviceTemplate): string {
  return versionId ? `${id} ${versionId}` : id;
}

function startEngineWorker(): Worker {
  storeLater(workerAddress);
  return new Worker(workerAddress, { type: "module", name: "engine" });
}

/** In a worker of its own, which ends when the files are here. */
function loadEngine(onProgress: EngineProgress, signal: AbortSignal): Promise<EngineFiles> {
  storeLater(loaderAddress);
  const storeLoaded = noteLoading();
  const loader = new Worker(loaderAddress, { type: "module", name: "engine-loader" });
  const { promise, resolve, reject } = Promise.withResolvers<EngineFiles>();
  loader.onmessage = ({ data }: MessageEvent<FromLoader>) => {
    if ("loaded" in data) return onProgress(data.loaded);
    if ("failed" in data) return reject(new EngineUnavailable(data.failed));
    data.addresses.forEach(storeLoaded);
    resolve(data.files);
  };
  loader.onmessageerror = () => reject(new EngineUnavailable("this browser can't share what was compiled"));
  loader.onerror = ({ message }) =>
    reject(new EngineUnavailable(message || "its loader couldn't be started"));
  signal.addEventListener("abort", () => reject(new EngineUnavailable("the engine was closed")));
  return promise.finally(() => loader.terminate());
}

async function load(address: string, cache: RequestCache = "default"): Promise<Response> {
  const storeLoaded = noteLoading();
  const answer = await fetch(address, { credentials: "omit", priority: "low", cache });
  if (!answer.ok)
    throw new EngineUnavailable(`${address} was answered with ${answer.status}`, {
      isUnpublished: answer.status === 403,
    });
  if (cache !== "no-store") storeLoaded(address);
  return answer;
}
