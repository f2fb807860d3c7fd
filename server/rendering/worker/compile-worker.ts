import { parentPort, workerData } from "node:worker_threads";
import type { TypstCompileWorld } from "@myriaddreamin/typst-ts-web-compiler";
import type { Diagnostic } from "../../../contract/render.ts";
import type {
  CompileWorkerData,
  FromCompileWorker,
  Job,
  JobFailure,
  JobResult,
  Picture,
  ToCompileWorker,
} from "../protocol.ts";
import { type Compiler, startCompiler } from "./compiler.ts";
import { findUncovered } from "./conformance.ts";
import { indexFields } from "./field-index.ts";
import { roundPoints, splitPages } from "./pages.ts";
import { countPages, finishPdf } from "./pdf.ts";
import { readPdf } from "./pdf-file.ts";

/**
 * The thread of a render child that compiles: a job in, pages or a PDF out. After a trap, or a document that took more memory
 * than was reserved, the thread is thrown away with all it holds; the next one uses the machine code that is already there.
 */

const RENDERS_BEFORE_RESTORE = 100;
const READS_INPUTS = /\bsys\b/;
const MAIN = "/template.typ";
const PAGED = 0;
const WITH_POSITIONS = 3;
const FORMAT_VECTOR = 0;
const FORMAT_PDF = 1;
const SVG_BODY_AND_DEFINITIONS = 3;

/** Where the compiler speaks of its command line, or of its own insides, a template's author needs other words. */
const PLAIN_WORDS: [RegExp, string][] = [
  [/^failed to load package/, "packages can't be imported; the kit is at /kit/kit.typ"],
  [
    /^failed to load file \(access denied\)|^file not found/,
    "a template can't read files other than the kit and its pictures",
  ],
];

type Done = { result: JobResult } | { failure: JobFailure };
/** As the compiler writes it, counting lines and columns from 0. */
type RawDiagnostic = { path: string; range: string; severity: string; message: string };

if (!parentPort) throw new Error("compile-worker.ts is started by child.ts");
const port = parentPort;
const data: CompileWorkerData = workerData;
const kitReadsInputs = data.kit.some((file) => READS_INPUTS.test(file.source));
const compiler = await startCompiler(data, run);
let renders = 0;
port.on("message", ({ id, job }: ToCompileWorker) => answer(id, job));
send({ ready: true, fonts: compiler.fonts });

function answer(id: number, job: Job) {
  try {
    const done = run(compiler, job);
    renders += 1;
    restoreMemoryWhenDue();
    send({ id, ...done, state: compiler.memory.hasGrown() ? "outgrown" : "good" });
  } catch (error) {
    // A trap: the compiler's memory can't be trusted any more, and this thread with it.
    const message =
      error instanceof RangeError
        ? "it is nested too deeply."
        : "it asked for more than the compiler can hold, or met a fault in it.";
    send({ id, failure: { reason: "crash", message }, state: "broken" });
  }
}

function restoreMemoryWhenDue() {
  const { memory } = compiler;
  if (memory.hasGrown() || (renders < RENDERS_BEFORE_RESTORE && !memory.isFillingUp())) return;
  memory.restore();
  renders = 0;
}

function send(message: FromCompileWorker) {
  port.postMessage(message);
}

function run(compiler: Pick<Compiler, "typst" | "renderer" | "fontIndex">, job: Job): Done {
  const { typst } = compiler;
  const files = [...job.pictures, ...inputFiles(job.inputs)];
  typst.add_source(MAIN, job.source);
  for (const file of files) typst.map_shadow(file.path, file.bytes);
  // New inputs make the compiler evaluate every file of the kit again; a file of data only what reads it.
  const needsInputs = kitReadsInputs || READS_INPUTS.test(job.source);
  const world = typst.snapshot("/", MAIN, needsInputs ? Object.entries(job.inputs) : []);
  try {
    const compiled: { hasError: boolean; diagnostics?: RawDiagnostic[] } = world.compile(
      PAGED,
      WITH_POSITIONS,
    );
    const diagnostics = (compiled.diagnostics ?? []).map(readDiagnostic);
    if (compiled.hasError) return { failure: { reason: "broken", diagnostics } };
    return job.kind === "pages"
      ? drawPages(compiler, world, job, diagnostics)
      : writePdf(compiler, world, job, diagnostics);
  } finally {
    world.free();
    for (const file of files) typst.unmap_shadow(file.path);
    typst.reset();
  }
}

/** The inputs as `/inputs/data.json` and so on, and for the kit what they come to, as `/inputs/fields.json`. */
function inputFiles(inputs: Job["inputs"]): Picture[] {
  const { data, sample, mode } = inputs;
  const index = indexFields(JSON.parse(data), JSON.parse(sample), mode);
  const files = { ...inputs, mode: JSON.stringify(mode), fields: JSON.stringify(index) };
  return Object.entries(files).map(([name, json]) => ({
    path: `/inputs/${name}.json`,
    bytes: Buffer.from(json),
  }));
}

function drawPages(
  { renderer }: Pick<Compiler, "renderer">,
  world: TypstCompileWorld,
  job: Job,
  warnings: Diagnostic[],
): Done {
  const session = renderer.session_from_artifact(
    world.get_artifact(FORMAT_VECTOR, WITH_POSITIONS).result,
    "vector",
  );
  try {
    const info = session.pages_info;
    const count = info.page_count;
    if (count > job.maxPages) return { failure: { reason: "pages", pages: count } };
    const sizes = Array.from({ length: count }, (_, index) => {
      const page = info.page(index);
      return { width: roundPoints(page.width_pt), height: roundPoints(page.height_pt) };
    });
    const pages = splitPages(renderer.svg_data(session, SVG_BODY_AND_DEFINITIONS), sizes);
    return { result: { kind: "pages", pages, warnings } };
  } finally {
    session.free();
  }
}

function writePdf(
  { fontIndex }: Pick<Compiler, "fontIndex">,
  world: TypstCompileWorld,
  job: Job,
  warnings: Diagnostic[],
): Done {
  const exported: { result?: Uint8Array; diagnostics?: RawDiagnostic[] } = world.get_artifact(
    FORMAT_PDF,
    WITH_POSITIONS,
  );
  if (!exported.result) {
    return { failure: { reason: "broken", diagnostics: (exported.diagnostics ?? []).map(readDiagnostic) } };
  }
  const file = readPdf(exported.result);
  const pages = countPages(file);
  if (pages > job.maxPages) return { failure: { reason: "pages", pages } };
  const printed = job.inputs.mode === "sample" ? job.inputs.sample : job.inputs.data;
  const finished = finishPdf(file, () => findUncovered(printed, fontIndex));
  return { result: { kind: "pdf", pages, ...finished, warnings } };
}

/** People and editors count lines and columns from 1. */
function readDiagnostic(raw: RawDiagnostic): Diagnostic {
  const [line = 0, column = 0] = (raw.range.split("-")[0] ?? "").split(":").map(Number);
  return {
    severity: raw.severity === "error" ? "error" : "warning",
    message: PLAIN_WORDS.find(([pattern]) => pattern.test(raw.message))?.[1] ?? raw.message,
    file: raw.path.replace(/^\//, ""),
    line: line + 1,
    column: column + 1,
  };
}
