import initRenderer, { TypstRendererBuilder } from "@myriaddreamin/typst-ts-renderer";
import initCompiler, {
  type TypstCompiler,
  TypstCompilerBuilder,
  TypstFontResolverBuilder,
} from "@myriaddreamin/typst-ts-web-compiler";
import { readFontIndex } from "./font-index.ts";
import type { FontFace, FontFile, FontInfo, Job, JobFailure, KitFile } from "./job.ts";
import { type MemorySnapshot, snapshotMemory, startPinned } from "./memory.ts";
import { type Done, readsInputs, runJob, type Tools } from "./run-job.ts";

/** Typst with the fonts and the kit, warmed up. A hostile source may crash it, so it runs in a process or a worker of its own. */
export type Compiler = Tools & {
  fonts: FontFile[];
  /** The memory after the start. It grows when a document takes more than was reserved. */
  memory: MemorySnapshot;
  /** Makes the memory as it is now the one that is restored. */
  keepMemory(): void;
};
type CompilerParts = {
  kit: KitFile[];
  fonts: FontFile[];
  compilerModule: WebAssembly.Module;
  rendererModule: WebAssembly.Module;
  readFont(file: string): Uint8Array;
  /** Run before the memory is stored; by default some small documents. */
  warmUp?: readonly Job[];
};

const RENDERS_BEFORE_RESTORE = 100;
const RESERVED_PIECE = 4 * 1024 * 1024;
const RESERVED_PIECES = 12; // 48 MB: some seventy one-page documents

export async function startCompiler({
  kit,
  fonts: files,
  compilerModule,
  rendererModule,
  readFont,
  warmUp = warmUpJobs(kit),
}: CompilerParts): Promise<Compiler> {
  const { exports, pin } = await startPinned(() => initCompiler({ module_or_path: compilerModule }));
  await initRenderer({ module_or_path: rendererModule });
  const fonts = describeFonts(files, readFont);
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_lazy_font(font.info, () => readFont(font.file));
  const typst = await builder.build();
  const renderer = await new TypstRendererBuilder().build();
  for (const file of kit) typst.add_source(file.path, file.source);
  const compiler = {
    typst,
    renderer,
    fonts,
    kit,
    kitReadsInputs: readsInputs(kit),
    fontIndex: readFontIndex(fonts),
  };
  for (const job of warmUp) runJob(compiler, job);
  const used = exports.memory.buffer.byteLength;
  reserveMemory(typst);
  const snapshot = () => {
    pin();
    return snapshotMemory(exports.memory, used);
  };
  const started: Compiler = {
    ...compiler,
    memory: snapshot(),
    keepMemory: () => {
      started.memory = snapshot();
    },
  };
  return started;
}

/** Outgrown: to be replaced when its successor is ready. Broken: not to be used again. */
export type CompilerState = "good" | "outgrown" | "broken";

/** Runs jobs one after the other, and restores the compiler's memory from time to time. */
export function createRunner(compiler: Compiler): (job: Job) => Done & { state: CompilerState } {
  let renders = 0;
  return (job) => {
    try {
      const { memory } = compiler;
      const done = runJob(compiler, job);
      renders += 1;
      if (memory.hasGrown()) return { ...done, state: "outgrown" };
      if (renders >= RENDERS_BEFORE_RESTORE || memory.isFillingUp()) {
        memory.restore();
        renders = 0;
      }
      return { ...done, state: "good" };
    } catch (error) {
      return { failure: crashOf(error), state: "broken" }; // after a trap its memory can't be used again
    }
  };
}

function crashOf(error: unknown): JobFailure {
  const message =
    error instanceof RangeError
      ? "it is nested too deeply."
      : "it needs more memory than the compiler has, or hit a fault in the compiler.";
  return { reason: "crash", message };
}

/**
 * Allocates memory and frees it, so that the compiler's allocator has it in reserve. Growing a little with every page instead would
 * make V8 collect garbage with every page, because each growth counts as a new allocation of the whole memory.
 */
function reserveMemory(typst: TypstCompiler) {
  const piece = new Uint8Array(RESERVED_PIECE);
  const paths = Array.from({ length: RESERVED_PIECES }, (_, index) => `/reserve/${index}`);
  for (const path of paths) typst.map_shadow(path, piece);
  for (const path of paths) typst.unmap_shadow(path);
  typst.reset();
}

function describeFonts(files: FontFile[], readFont: CompilerParts["readFont"]): FontFile[] {
  const resolver = new TypstFontResolverBuilder();
  return files.map((font) => {
    const found: FontInfo = font.info ?? resolver.get_font_info(readFont(font.file));
    return { ...font, info: { ...found, info: found.info.map((face) => renameFace(face, font.face)) } };
  });
}

/** The compiler guesses families from names, such as "Archivo" from "Archivo Narrow Medium"; the package has the right one. */
function renameFace(face: FontFace, known: FontFile["face"]): FontFace {
  if (!known) return face;
  const { family, style, weight } = known;
  return { ...face, family, variant: { style, weight, stretch: 1000 } };
}

const WARM_UP_PLAIN = `#set document(title: "Warm")
#set text(font: "Inter")
= Warm
#table(columns: 2)[a][1.00]`;
const WARM_UP_WITH_KIT = `#import "/kit/kit.typ": *
#show: setup.with(title: "{name}")
#head(1, field("name"))
#prose("text")
#table(columns: 2, ..each("rows").map(row => (field(row, "name"), money(number(row, "price")))).flatten())`;
const WARM_UP_DATA = { name: "Warm", text: "Up.", rows: [{ name: "a", price: "1" }] };
const WARM_UPS = [
  { kind: "pdf", mode: "final" },
  { kind: "pages", mode: "preview" },
  { kind: "pages", mode: "sample" },
] as const;

/** Runs each kind of job once, so that the first request doesn't wait for the compiler and the kit to warm up. */
function warmUpJobs(kit: KitFile[]): Job[] {
  const hasKit = kit.some((file) => file.path === "/kit/kit.typ");
  const data = JSON.stringify(WARM_UP_DATA);
  return WARM_UPS.map(({ kind, mode }) => ({
    kind,
    source: hasKit ? WARM_UP_WITH_KIT : WARM_UP_PLAIN,
    inputs: { data, sample: data, rowSample: data, theme: "{}", title: '""', sums: "null", mode },
    pictures: [],
    maxPages: 1,
  }));
}
