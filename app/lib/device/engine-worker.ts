import "./fixed-functions.ts"; // first
import type { EngineIndex } from "../../../contract/rendering/device.ts";
import { type Compiler, createRunner, startCompiler } from "../../../engine/compiler.ts";
import { failureOf } from "../../../engine/errors.ts";
import { archiveOf, prepareBill } from "../../../engine/input/bills.ts";
import { nameFile, prepareRequest } from "../../../engine/input/render-input.ts";
import { prepareJob } from "../../../engine/input/render-job.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";
import type { FontFile, JobResult, KitFile } from "../../../engine/job.ts";
import { HttpError } from "../../../shared/errors/http-error.ts";
import type { DeviceAnswer, DeviceRequest, EngineFiles, FromWorker, ToWorker } from "./messages.ts";

/**
 * The engine in a browser. It gets bytes from its page and answers with pages and files. The policy of this file allows no requests
 * (server/request/worker-policy.ts), so what is typed can't leave it. It may be ended at any moment.
 */

type Engine = { compiler: Compiler; run: ReturnType<typeof createRunner>; isSettled: boolean };

const fonts = new Map<string, Uint8Array>();
const missing = new Set<string>();
const templates = new Map<string, RenderTemplate>();
let engine: Promise<Engine> | undefined;

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("start" in data) {
    engine = start(data.start);
    engine.then(
      () => send({ ready: true }),
      // The page notices by the error event.
      (error: unknown) => setTimeout(() => reportError(error)),
    );
  } else if ("fonts" in data)
    for (const { file, bytes } of data.fonts) fonts.set(file, new Uint8Array(bytes));
  else if ("template" in data) templates.set(data.template.key, data.template.template);
  else void answer(data.id, data.of, data.request);
});

async function start(given: EngineFiles): Promise<Engine> {
  const index: EngineIndex<FontFile, KitFile[]> = JSON.parse(new TextDecoder().decode(given.index));
  const compiler = await startCompiler({
    kit: index.kit,
    fonts: index.fonts,
    compilerModule: given.compiler,
    rendererModule: given.renderer,
    readFont,
    warmUp: [], // the first document warms it up
  });
  return { compiler, run: createRunner(compiler), isSettled: false };
}

/** A font that isn't here yet is empty for the compiler. What it made without it is dropped. */
function readFont(file: string): Uint8Array {
  const bytes = fonts.get(file);
  if (!bytes) missing.add(file);
  return bytes ?? new Uint8Array();
}

async function answer(id: number, key: string, request: DeviceRequest): Promise<void> {
  try {
    const template = templates.get(key);
    if (!engine || !template) throw new Error("the engine or the template is missing");
    send({ id, ...(await render(await engine, template, request)) });
    settle(await engine);
  } catch (error) {
    if (!(error instanceof HttpError)) return reportError(error);
    send({ id, refused: { status: error.status, errors: error.toErrors() } });
  }
}

type Outcome = { answer: DeviceAnswer } | { missing: string[] };

async function render(
  { compiler, run }: Engine,
  template: RenderTemplate,
  { kind, profile, syntax, invoice, archive, ...request }: DeviceRequest,
): Promise<Outcome> {
  const { data, input, ignored } = await prepareRequest(template, { ...request, data: request.data });
  const name = nameFile(template, data, input.theme?.language);
  const wanted = { profile, syntax, invoice, archive };
  const bill = kind === "xml" || profile ? prepareBill(template, input, wanted) : undefined;
  if (kind === "xml") return { answer: { kind, bytes: bill?.xml ?? new Uint8Array(), name } };
  const job = prepareJob(kind, { ...input, archive: archiveOf(wanted, bill) });
  missing.clear();
  const done = run(job);
  if (done.state !== "good") setTimeout(() => send({ ended: true })); // after its answer
  if (missing.size > 0) {
    if (done.state === "good") compiler.memory.restore();
    return { missing: firstFamily(compiler.fonts) };
  }
  if ("failure" in done) throw failureOf(done.failure, job);
  return { answer: asAnswer(done.result, { name, ignored }) };
}

/**
 * The missing fonts of one family: the first one that a text asked for. Without its own font a text falls back to those of other scripts,
 * which it doesn't need once its own is here.
 */
function firstFamily(known: readonly FontFile[]): string[] {
  const families = new Map(known.map(({ file, face }) => [file, face?.family ?? file]));
  const [first = ""] = missing;
  return [...missing].filter((file) => families.get(file) === families.get(first));
}

type Extras = { name: string; ignored: Extract<DeviceAnswer, { kind: "pages" }>["ignored"] };

function asAnswer(result: JobResult, { name, ignored }: Extras): DeviceAnswer {
  if (result.kind === "pages") {
    const { pages, printed } = result;
    return { kind: "pages", pages, printed, ignored };
  }
  if (result.kind === "sheet") return { kind: "sheet", ...result.sheet };
  if (result.kind !== "pdf") throw new TypeError("the engine answered with the wrong kind");
  const { conformance, problems } = result;
  return { kind: "pdf", bytes: new Uint8Array(result.bytes), name, conformance, problems };
}

/** After the first document the kit and its fonts are read, which is what later ones start from. */
function settle(started: Engine): void {
  if (started.isSettled || missing.size > 0) return;
  started.isSettled = true;
  started.compiler.keepMemory();
}

function send(message: FromWorker): void {
  const transfer = "answer" in message && "bytes" in message.answer ? [message.answer.bytes.buffer] : [];
  postMessage(message, { transfer });
}
