import { readFileSync } from "node:fs";
import initRenderer, { type TypstRenderer, TypstRendererBuilder } from "@myriaddreamin/typst-ts-renderer";
import initCompiler, {
  type TypstCompiler,
  TypstCompilerBuilder,
  TypstFontResolverBuilder,
} from "@myriaddreamin/typst-ts-web-compiler";
import { type FontIndex, readFontIndex } from "../fonts.ts";
import type { CompileWorkerData, FontFace, FontFile, FontInfo, Job, KitFile } from "../protocol.ts";
import { type MemorySnapshot, snapshotMemory, startPinned } from "./memory.ts";

/** Typst with the fonts and the kit, warmed up. Runs only in a render process, which a hostile source may crash. */
export type Compiler = {
  typst: TypstCompiler;
  renderer: TypstRenderer;
  fonts: FontFile[];
  fontIndex: FontIndex;
  /** The memory after the start. It grows when a document takes more than was reserved. */
  memory: MemorySnapshot;
};

const RESERVED_PIECE = 4 * 1024 * 1024;
const RESERVED_PIECES = 12; // 48 MB: some seventy one-page documents

export async function startCompiler(
  { kit, fonts: files, compilerModule, rendererModule }: CompileWorkerData,
  run: (compiler: Omit<Compiler, "memory">, job: Job) => unknown,
): Promise<Compiler> {
  const { exports, pin } = await startPinned(() => initCompiler({ module_or_path: compilerModule }));
  await initRenderer({ module_or_path: rendererModule });
  const fonts = describeFonts(files);
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_lazy_font(font.info, () => readFileSync(font.file));
  const typst = await builder.build();
  const renderer = await new TypstRendererBuilder().build();
  for (const file of kit) typst.add_source(file.path, file.source);
  const compiler = { typst, renderer, fonts, fontIndex: readFontIndex(fonts) };
  for (const job of warmUpJobs(kit)) run(compiler, job);
  const used = exports.memory.buffer.byteLength;
  reserveMemory(typst);
  pin();
  return { ...compiler, memory: snapshotMemory(exports.memory, used) };
}

/**
 * Runs `work` with the files of another kit, if given, for a version that was published with it, and restores the compiler's own. Files
 * that are the same in both are not replaced, so that the compiler doesn't read them again.
 */
export function withKit<Made>(
  typst: Pick<TypstCompiler, "add_source" | "unmap_shadow">,
  own: KitFile[],
  other: KitFile[] | undefined,
  work: () => Made,
): Made {
  if (!other) return work();
  const ownSources = new Map(own.map(({ path, source }) => [path, source]));
  const changed = other.filter(({ path, source }) => ownSources.get(path) !== source);
  for (const { path, source } of changed) typst.add_source(path, source);
  try {
    return work();
  } finally {
    for (const { path } of changed) {
      const source = ownSources.get(path);
      if (source === undefined) typst.unmap_shadow(path);
      else typst.add_source(path, source);
    }
  }
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

function describeFonts(files: FontFile[]): FontFile[] {
  const resolver = new TypstFontResolverBuilder();
  return files.map((font) => {
    const found: FontInfo = font.info ?? resolver.get_font_info(readFileSync(font.file));
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
    inputs: { data, sample: data, begun: data, theme: "{}", title: '""', mode },
    pictures: [],
    maxPages: 1,
  }));
}
