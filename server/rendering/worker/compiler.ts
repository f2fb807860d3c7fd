import { readFileSync } from "node:fs";
import initRenderer, { type TypstRenderer, TypstRendererBuilder } from "@myriaddreamin/typst-ts-renderer";
import initCompiler, {
  type TypstCompiler,
  TypstCompilerBuilder,
  type TypstCompileWorld,
  TypstFontResolverBuilder,
} from "@myriaddreamin/typst-ts-web-compiler";
import type { Diagnostic } from "../../../contract/render.ts";
import { type FontCatalogue, readCatalogue } from "../fonts.ts";
import type {
  CompileWorkerData,
  FontFace,
  FontFile,
  FontInfo,
  Job,
  JobFailure,
  JobResult,
  Picture,
} from "../protocol.ts";
import { findUncovered } from "./characters.ts";
import { type RawDiagnostic, readDiagnostic } from "./diagnostics.ts";
import { indexFields } from "./field-index.ts";
import { keepMemory, startPinned } from "./memory.ts";
import { roundPoints, splitPages } from "./pages.ts";
import { countPages, finishPdf } from "./pdf.ts";
import { readPdf } from "./pdf-file.ts";
import { warmUps } from "./warm-up.ts";

/** Runs in the render child only: hostile sources can stop whatever process this is in. */

const RESERVED_PIECE = 4 * 1024 * 1024;
const RESERVED_PIECES = 24; // 96 MB: a hundred or two one-page documents
const RENDERS_BEFORE_FORGETTING = 100;
const INPUTS = /\bsys\b/;
const MAIN = "/template.typ";
const PAGED = 0;
const WITH_POSITIONS = 3;
const FORMAT_VECTOR = 0;
const FORMAT_PDF = 1;
const SVG_BODY_AND_DEFINITIONS = 3;

export type Compiler = {
  fonts: FontFile[];
  /** Whether one document took more than was reserved at the start; memory once taken is never given back. */
  outgrown(): boolean;
  run(job: Job): { result: JobResult } | { failure: JobFailure };
};

export async function startCompiler({
  kit,
  fonts: files,
  compilerModule,
  rendererModule,
}: CompileWorkerData): Promise<Compiler> {
  const { exports, pin } = await startPinned(() => initCompiler({ module_or_path: compilerModule }));
  const { memory } = exports;
  await initRenderer({ module_or_path: rendererModule });
  const fonts = describeFonts(files);
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_lazy_font(font.info, () => readFileSync(font.file));
  const compiler = await builder.build();
  const renderer = await new TypstRendererBuilder().build();
  for (const file of kit) compiler.add_source(file.path, file.source);
  const catalogue = readCatalogue(fonts);
  const kitReadsInputs = kit.some((file) => INPUTS.test(file.source));
  const tools: Tools = { compiler, renderer, catalogue, kitReadsInputs };
  for (const job of warmUps(kit)) run(tools, job);
  const used = memory.buffer.byteLength;
  reserveMemory(compiler);
  pin();
  const kept = keepMemory(memory, used);
  let renders = 0;
  return {
    fonts,
    outgrown: kept.hasGrown,
    run(job) {
      const done = run(tools, job);
      renders += 1;
      if (!kept.hasGrown() && (renders >= RENDERS_BEFORE_FORGETTING || kept.isFillingUp())) {
        kept.putBack();
        renders = 0;
      }
      return done;
    },
  };
}

/**
 * Taken and freed at once, so that the compiler's allocator has it to hand out. Growing a little with every page instead would
 * make V8 collect garbage with every page: each growth counts as allocating the whole memory anew.
 */
function reserveMemory(compiler: TypstCompiler) {
  const piece = new Uint8Array(RESERVED_PIECE);
  const paths = Array.from({ length: RESERVED_PIECES }, (_, index) => `/reserve/${index}`);
  for (const path of paths) compiler.map_shadow(path, piece);
  for (const path of paths) compiler.unmap_shadow(path);
  compiler.reset();
}

function describeFonts(files: FontFile[]): FontFile[] {
  const resolver = new TypstFontResolverBuilder();
  return files.map((font) => {
    if (font.info) return font;
    const found = resolver.get_font_info(readFileSync(font.file)) as FontInfo;
    return { ...font, info: { ...found, info: found.info.map((face) => renameFace(face, font.face)) } };
  });
}

/** The compiler guesses families from names and takes "Archivo Narrow Medium" for "Archivo"; the package knows better. */
function renameFace(face: FontFace, known: FontFile["face"]): FontFace {
  if (!known) return face;
  const { family, style, weight } = known;
  return { ...face, family, variant: { style, weight, stretch: 1000 } };
}

type Tools = {
  compiler: TypstCompiler;
  renderer: TypstRenderer;
  catalogue: FontCatalogue;
  kitReadsInputs: boolean;
};

function run(
  { compiler, renderer, catalogue, kitReadsInputs }: Tools,
  job: Job,
): ReturnType<Compiler["run"]> {
  const files = [...job.pictures, ...inputFiles(job.inputs)];
  compiler.add_source(MAIN, job.source);
  for (const file of files) compiler.map_shadow(file.path, file.bytes);
  // New inputs make the compiler evaluate every file of the kit again; a file of data only what reads it.
  const needsInputs = kitReadsInputs || INPUTS.test(job.source);
  const world = compiler.snapshot("/", MAIN, needsInputs ? Object.entries(job.inputs) : []);
  try {
    const compiled = world.compile(PAGED, WITH_POSITIONS) as {
      hasError: boolean;
      diagnostics: RawDiagnostic[];
    };
    const diagnostics = (compiled.diagnostics ?? []).map(readDiagnostic);
    if (compiled.hasError) return { failure: { reason: "broken", diagnostics } };
    return job.kind === "pages"
      ? drawPages(renderer, world, job, diagnostics)
      : writePdf(catalogue, world, job, diagnostics);
  } finally {
    world.free();
    for (const file of files) compiler.unmap_shadow(file.path);
    compiler.reset();
  }
}

/** The inputs as `/inputs/data.json` and so on, and for the kit what they come to, as `/inputs/fields.json`. */
function inputFiles(inputs: Job["inputs"]): Picture[] {
  const { data = "{}", sample = "{}", mode = "final" } = inputs;
  const index = indexFields(JSON.parse(data), JSON.parse(sample), mode);
  const files = { ...inputs, mode: JSON.stringify(mode), fields: JSON.stringify(index) };
  return Object.entries(files).map(([name, json]) => ({
    path: `/inputs/${name}.json`,
    bytes: Buffer.from(json),
  }));
}

function drawPages(renderer: TypstRenderer, world: TypstCompileWorld, job: Job, warnings: Diagnostic[]) {
  const session = renderer.session_from_artifact(
    world.get_artifact(FORMAT_VECTOR, WITH_POSITIONS).result,
    "vector",
  );
  try {
    const info = session.pages_info;
    const count = info.page_count;
    if (count > job.maxPages) return { failure: { reason: "pages" as const, pages: count } };
    const sizes = Array.from({ length: count }, (_, index) => {
      const page = info.page(index);
      return { width: roundPoints(page.width_pt), height: roundPoints(page.height_pt) };
    });
    const pages = splitPages(renderer.svg_data(session, SVG_BODY_AND_DEFINITIONS), sizes);
    return { result: { kind: "pages" as const, pages, warnings } };
  } finally {
    session.free();
  }
}

function writePdf(catalogue: FontCatalogue, world: TypstCompileWorld, job: Job, warnings: Diagnostic[]) {
  const exported = world.get_artifact(FORMAT_PDF, WITH_POSITIONS) as {
    hasError?: boolean;
    result?: Uint8Array;
    diagnostics?: RawDiagnostic[];
  };
  if (!exported.result) {
    return {
      failure: { reason: "broken" as const, diagnostics: (exported.diagnostics ?? []).map(readDiagnostic) },
    };
  }
  const file = readPdf(exported.result);
  const pages = countPages(file);
  if (pages > job.maxPages) return { failure: { reason: "pages" as const, pages } };
  const printed = job.inputs.mode === "sample" ? job.inputs.sample : job.inputs.data;
  const finished = finishPdf(file, () => findUncovered(printed ?? "{}", catalogue));
  return { result: { kind: "pdf" as const, pages, ...finished, warnings } };
}
