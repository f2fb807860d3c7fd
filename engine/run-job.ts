import type { RenderSession, TypstRenderer } from "@myriaddreamin/typst-ts-renderer";
import type { TypstCompiler, TypstCompileWorld } from "@myriaddreamin/typst-ts-web-compiler";
import type { Diagnostic } from "../contract/rendering/render.ts";
import { archivePdf } from "./archive-pdf.ts";
import { findUncovered } from "./conformance.ts";
import { type FieldIndex, indexFields } from "./field-index.ts";
import type { FontIndex } from "./font-index.ts";
import type { Job, JobFailure, JobResult, KitFile, Picture } from "./job.ts";
import { readPageText } from "./page-text.ts";
import { type PageSize, roundPoints, splitPages } from "./pages.ts";
import { countPages, finishPdf } from "./pdf.ts";
import { readPdf } from "./pdf-file.ts";
import { placePages } from "./placed-pages.ts";
import { removeUnsafeLinks } from "./safe-pdf.ts";
import { cutSpecimen } from "./specimen.ts";
import { readTokens } from "./tokens.ts";

/** A job in, pages or a PDF out. */

const READS_INPUTS = /\bsys\b/;
const MAIN = "/template.typ";
const PAGED = 0;
const WITH_POSITIONS = 3;
const FORMAT_VECTOR = 0;
const FORMAT_PDF = 1;
const SVG_BODY_AND_DEFINITIONS = 3;
/** Two pairings that have no typeface in common. */
const OTHER_FONTS = ["typewriter", "plain"];

/** Messages for template authors, in place of those about the compiler's command line or internals. */
const PLAIN_MESSAGES: [RegExp, string][] = [
  [/^failed to load package/, "packages can't be imported; the kit is at /kit/kit.typ"],
  [
    /^failed to load file \(access denied\)|^file not found/,
    "a template can't read files other than the kit and its pictures",
  ],
];

export type Done = { result: JobResult } | { failure: JobFailure };
/** As the compiler writes it, counting lines and columns from 0. */
type RawDiagnostic = { path: string; range: string; severity: string; message: string };

/** Typst with its fonts, and the kit that it was started with. */
export type Tools = {
  typst: TypstCompiler;
  renderer: TypstRenderer;
  fontIndex: FontIndex;
  kit: KitFile[];
  kitReadsInputs: boolean;
};

export function runJob(tools: Tools, job: Job): Done {
  if (job.kind === "tokens") return { result: readTokens(tools.typst, job.source) };
  return withKit(tools.typst, tools.kit, job.kit, () => makeDocument(tools, job));
}

export function readsInputs(kit: KitFile[]): boolean {
  return kit.some((file) => READS_INPUTS.test(file.source));
}

/**
 * Runs `work` with the files of another kit, if given, for a version that was published with it, and restores the compiler's own. Files
 * that are the same in both are not replaced, so that the compiler doesn't read them again.
 */
function withKit<Made>(
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

function makeDocument(tools: Tools, job: Job): Done {
  const index = indexInputs(job.inputs);
  const other = job.kind === "specimen" ? stackInOtherFonts(tools, job, index) : undefined;
  const done = compile(tools, job, index, (world, warnings): Done => {
    if (job.kind === "pdf") return writePdf(tools, world, job, warnings);
    return withSession(tools, world, (session) => {
      if (job.kind === "text") return extractText(tools, session, job);
      if (job.kind === "specimen") return drawSpecimen(tools, session, other);
      if (job.kind === "sheet") return drawSheet(tools, session, job);
      return drawPages(tools, session, job, warnings);
    });
  });
  if (!("result" in done) || done.result.kind !== "pages") return done;
  return { result: { ...done.result, printed: countPrinted(tools, job, index, done.result.pages.length) } };
}

/** A sample only adds content: one page with it is one page without. More pages are counted in a render of the export. */
function countPrinted(tools: Tools, job: Job, { borrows }: FieldIndex, pages: number): number {
  if (pages === 1 || !borrows) return pages;
  const inputs: Job["inputs"] = { ...job.inputs, mode: "proof", sample: "{}", rowSample: "{}" };
  const counted = compile(tools, { ...job, inputs }, indexInputs(inputs), (world) =>
    withSession(tools, world, (session) => session.pages_info.page_count),
  );
  return typeof counted === "number" ? counted : pages;
}

function compile<Made>(
  { typst, kitReadsInputs }: Tools,
  job: Job,
  index: FieldIndex,
  make: (world: TypstCompileWorld, diagnostics: Diagnostic[]) => Made,
): Made | { failure: JobFailure } {
  const files = [...job.pictures, ...inputFiles(job.inputs, index)];
  typst.add_source(MAIN, job.source);
  for (const file of files) typst.map_shadow(file.path, file.bytes);
  // New inputs make the compiler evaluate every file of the kit again; a file of data only what reads it.
  const needsInputs = (job.kit ? readsInputs(job.kit) : kitReadsInputs) || READS_INPUTS.test(job.source);
  const world = typst.snapshot("/", MAIN, needsInputs ? Object.entries(job.inputs) : []);
  try {
    const compiled: { hasError: boolean; diagnostics?: RawDiagnostic[] } = world.compile(
      PAGED,
      WITH_POSITIONS,
    );
    const diagnostics = (compiled.diagnostics ?? []).map(readDiagnostic);
    return compiled.hasError ? { failure: { reason: "broken", diagnostics } } : make(world, diagnostics);
  } finally {
    world.free();
    for (const file of files) typst.unmap_shadow(file.path);
    typst.reset();
  }
}

function indexInputs({ data, sample, rowSample, mode }: Job["inputs"]): FieldIndex {
  return indexFields(
    JSON.parse(data),
    { sample: JSON.parse(sample), rowSample: JSON.parse(rowSample) },
    mode,
  );
}

/** The inputs as `/inputs/data.json` and so on, and their field index for the kit as `/inputs/fields.json`. */
function inputFiles({ rowSample: _, ...inputs }: Job["inputs"], index: FieldIndex): Picture[] {
  const files = { ...inputs, mode: JSON.stringify(inputs.mode), fields: JSON.stringify(index) };
  return Object.entries(files).map(([name, json]) => ({
    path: `/inputs/${name}.json`,
    bytes: new TextEncoder().encode(json),
  }));
}

function withSession<Made>(
  { renderer }: Tools,
  world: TypstCompileWorld,
  work: (session: RenderSession) => Made,
): Made {
  const artifact = world.get_artifact(FORMAT_VECTOR, WITH_POSITIONS).result;
  const session = renderer.session_from_artifact(artifact, "vector");
  try {
    return work(session);
  } finally {
    session.free();
  }
}

function drawPages({ renderer }: Tools, session: RenderSession, job: Job, warnings: Diagnostic[]): Done {
  const count = session.pages_info.page_count;
  if (count > job.maxPages) return { failure: { reason: "pages", pages: count } };
  const pages = splitPages(renderer.svg_data(session, SVG_BODY_AND_DEFINITIONS), sizesOf(session, count));
  return { result: { kind: "pages", pages, printed: count, warnings } };
}

/** Without counting how many pages an export would have, which is a second compilation where there are several. */
function drawSheet({ renderer }: Tools, session: RenderSession, job: Job): Done {
  const count = session.pages_info.page_count;
  if (count === 0 || count > job.maxPages) return { failure: { reason: "pages", pages: count } };
  const [page] = splitPages(renderer.svg_data(session, SVG_BODY_AND_DEFINITIONS), sizesOf(session, 1));
  if (!page) return { failure: { reason: "pages", pages: 0 } };
  const { svg, width, height } = page;
  return { result: { kind: "sheet", sheet: { svg, width, height } } };
}

function sizesOf({ pages_info: info }: RenderSession, count: number): PageSize[] {
  return Array.from({ length: count }, (_, index) => {
    const page = info.page(index);
    return { width: roundPoints(page.width_pt), height: roundPoints(page.height_pt) };
  });
}

/** The same pages in another pairing, as one SVG. */
function stackInOtherFonts(tools: Tools, job: Job, index: FieldIndex): string | undefined {
  const theme: { fonts?: string } = JSON.parse(job.inputs.theme);
  const [first, second] = OTHER_FONTS;
  const other = JSON.stringify({ ...theme, fonts: theme.fonts === first ? second : first });
  const inputs = { ...job.inputs, theme: other };
  const stacked = compile(tools, { ...job, inputs }, index, (world) =>
    withSession(tools, world, (session) => tools.renderer.svg_data(session, SVG_BODY_AND_DEFINITIONS)),
  );
  return typeof stacked === "string" ? stacked : undefined;
}

function drawSpecimen({ renderer }: Tools, session: RenderSession, other: string | undefined): Done {
  const stacked = renderer.svg_data(session, SVG_BODY_AND_DEFINITIONS);
  const [page] = splitPages(stacked, sizesOf(session, 1));
  if (!page) return { failure: { reason: "pages", pages: 0 } };
  return { result: { kind: "specimen", specimen: cutSpecimen(stacked, page, other) } };
}

function extractText({ renderer }: Tools, session: RenderSession, job: Job): Done {
  const count = session.pages_info.page_count;
  if (count > job.maxPages) return { failure: { reason: "pages", pages: count } };
  return {
    result: { kind: "text", pages: readPageText(renderer.svg_data(session, SVG_BODY_AND_DEFINITIONS)) },
  };
}

function writePdf({ fontIndex }: Tools, world: TypstCompileWorld, job: Job, warnings: Diagnostic[]): Done {
  const exported: { result?: Uint8Array; diagnostics?: RawDiagnostic[] } = world.get_artifact(
    FORMAT_PDF,
    WITH_POSITIONS,
  );
  if (!exported.result) {
    return { failure: { reason: "broken", diagnostics: (exported.diagnostics ?? []).map(readDiagnostic) } };
  }
  const made = readPdf(exported.result);
  const pages = countPages(made);
  if (pages > job.maxPages) return { failure: { reason: "pages", pages } };
  const { file, refused } = removeUnsafeLinks(made, job);
  if (refused.length > 0) return { failure: { reason: "broken", diagnostics: refused } };
  const printed = job.inputs.mode === "sample" ? job.inputs.sample : job.inputs.data;
  const finished = finishPdf(file, () => findUncovered(printed, fontIndex));
  // PDF/A-3a and PDF/A-2a ask for what PDF/UA-1 asks for.
  if (job.archive && finished.problems.length > 0)
    return { failure: { reason: "archive", problems: finished.problems } };
  const placed = job.placement ? placePages(finished.bytes, job.placement) : finished.bytes;
  const bytes = job.archive ? archivePdf(placed, job.archive) : placed;
  return { result: { kind: "pdf", pages, ...finished, bytes, warnings } };
}

/** People and editors count lines and columns from 1. */
function readDiagnostic(raw: RawDiagnostic): Diagnostic {
  const [[line = 0, column = 0] = [], end] = raw.range
    .split("-")
    .map((place) => place.split(":").map(Number));
  const [endLine, endColumn] = end ?? [];
  return {
    severity: raw.severity === "error" ? "error" : "warning",
    message: PLAIN_MESSAGES.find(([pattern]) => pattern.test(raw.message))?.[1] ?? raw.message,
    file: raw.path.replace(/^\//, ""),
    line: line + 1,
    column: column + 1,
    ...(endLine === undefined || endColumn === undefined
      ? {}
      : { endLine: endLine + 1, endColumn: endColumn + 1 }),
  };
}
