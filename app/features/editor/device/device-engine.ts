import type { EngineIndex } from "../../../../contract/rendering/device.ts";
import { RefusedCall, translateErrors } from "../../../lib/http/http-client.ts";
import { EngineUnavailable, isEnginePossible } from "./engine-failure.ts";
import workerAddress from "./engine-worker.ts?worker&url";
import type { DeviceAnswer, DeviceRequest, FromWorker, ToWorker } from "./messages.ts";
import { storeLater } from "./store-later.ts";

/**
 * The engine in a worker of this page. The page loads the files and hands them over. A worker that doesn't answer in time, or that ran
 * out of memory, is ended, and the next request starts another one.
 */
export type DeviceEngine = {
  render(template: DeviceTemplate, request: DeviceRequest, signal?: AbortSignal): Promise<DeviceAnswer>;
  close(): void;
};
export type DeviceTemplate = { id: string; versionId?: string | undefined };

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

export function openDeviceEngine(onProgress: EngineProgress, startWorker = startEngineWorker): DeviceEngine {
  let worker: Promise<Worker> | undefined;
  let running: Worker | undefined;
  let current: Pending | undefined;
  let rounds = 0;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = false;
  let isClosed = false;
  let count = 0;
  const waiting: Pending[] = [];
  let handedOver = new Set<string>();

  async function start(): Promise<Worker> {
    if (!isEnginePossible()) throw new EngineUnavailable("WebAssembly is turned off");
    const files = await loadEngine(onProgress);
    const started = startWorker();
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (started === running) receive(data);
    };
    started.onerror = ({ message }) => {
      if (started === running) end(new EngineUnavailable(message));
    };
    const transfer = [files.index, files.compiler, files.renderer];
    running = started;
    handedOver = new Set();
    hasAnswered = false;
    started.postMessage({ start: files } satisfies ToWorker, transfer);
    return started;
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
      const engine = await worker;
      await handOverTemplate(engine, job.of);
      rounds = 0;
      send(engine, job);
    } catch (error) {
      if (running === undefined) worker = undefined;
      finish(job, (settle) => settle.reject(error));
    }
  }

  function send(engine: Worker, { id, of, request }: Pending): void {
    engine.postMessage({ id, of, request } satisfies ToWorker);
    clearTimeout(deadline);
    deadline = setTimeout(tooSlow, hasAnswered ? DEADLINE_MS : FIRST_DEADLINE_MS);
  }

  async function handOverTemplate(engine: Worker, key: string): Promise<void> {
    if (handedOver.has(key)) return;
    const [id = "", version = ""] = key.split(" ");
    const address = `/engine/templates/${id}${version ? `?version=${version}` : ""}`;
    const template = await (await load(address)).json();
    engine.postMessage({ template: { key, template } } satisfies ToWorker);
    handedOver.add(key);
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
    render: ({ id, versionId }, request, signal) => {
      const settle = Promise.withResolvers<DeviceAnswer>();
      const of = versionId ? `${id} ${versionId}` : id;
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
      end(new EngineUnavailable("the engine was closed"));
    },
  };
}

function startEngineWorker(): Worker {
  storeLater(workerAddress);
  return new Worker(workerAddress, { type: "module", name: "engine" });
}

async function loadEngine(onProgress: EngineProgress) {
  const index = await (await load("/engine/index.json")).arrayBuffer();
  const { compiler, compilerBytes, renderer }: EngineIndex = JSON.parse(new TextDecoder().decode(index));
  let bytes = 0;
  const [rendererBytes, compilerFile] = await Promise.all([
    load(renderer).then((answer) => answer.arrayBuffer()),
    load(compiler).then((answer) =>
      readWithProgress(answer, (more) => {
        bytes += more;
        onProgress(Math.min(1, bytes / compilerBytes));
      }),
    ),
  ]);
  return { index, compiler: compilerFile, renderer: rendererBytes };
}

async function readWithProgress(answer: Response, onBytes: (more: number) => void): Promise<ArrayBuffer> {
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      onBytes(part.byteLength);
      out.enqueue(part);
    },
  });
  return new Response(answer.body?.pipeThrough(counter)).arrayBuffer();
}

async function load(address: string): Promise<Response> {
  const answer = await fetch(address, { credentials: "omit", priority: "low" });
  if (!answer.ok) throw new EngineUnavailable(`${address} was answered with ${answer.status}`);
  storeLater(address);
  return answer;
}
