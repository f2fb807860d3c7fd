import type { Placement } from "../../contract/rendering/print-sheets.ts";
import type {
  Conformance,
  ConformanceProblem,
  Diagnostic,
  RenderedPage,
  RenderMode,
} from "../../contract/rendering/render.ts";
import type { KitFile } from "../catalogue/versions/kits.ts";

export type { KitFile };

/** The messages between the server and a render child. */

export type Picture = { path: string; bytes: Uint8Array };

/** A font's description, which the compiler needs to choose it before reading the file. */
export type FontFace = {
  family: string;
  variant: { style: string; weight: number; stretch: number };
  flags: string;
  /** Runs of code points, alternately absent and present, starting with absent. */
  coverage: number[];
};
/** Passed back to the compiler as it was, with other family names. */
export type FontInfo = { info: FontFace[]; [other: string]: unknown };
export type FontFile = {
  file: string;
  /** The font's name, from its package's metadata. */
  face?: { family: string; style: "normal" | "italic"; weight: number };
  /** A copy under the name of one of the compiler's own fonts, not offered for selection. */
  isStandIn?: boolean;
  info?: FontInfo;
};

export type StartMessage = { kit: KitFile[]; fonts: FontFile[] };

export type Job = {
  kind: "pages" | "sheet" | "pdf" | "text" | "specimen" | "tokens";
  source: string;
  /** All but the mode as JSON. `begun` is what rows with something typed in them still borrow of the sample. */
  inputs: { data: string; sample: string; begun: string; theme: string; title: string; mode: RenderMode };
  pictures: Picture[];
  maxPages: number;
  /** Of a PDF: the sheets that its pages are put on. */
  placement?: Placement;
  /** The files of another kit, instead of the one the process started with. */
  kit?: KitFile[];
};

/** `printed`: how many pages an export of the same data has. */
type PagesResult = { kind: "pages"; pages: RenderedPage[]; printed: number; warnings: Diagnostic[] };
/** The first page alone; the pages after it are not counted. */
type SheetResult = { kind: "sheet"; sheet: Drawing };
type PdfResult = {
  kind: "pdf";
  bytes: Uint8Array;
  pages: number;
  conformance: Conformance;
  problems: ConformanceProblem[];
  warnings: Diagnostic[];
};
/** The text of each page, run by run; what is greyed is a sample. */
type TextResult = { kind: "text"; pages: TextRun[][] };
export type TextRun = { text: string; isGrey: boolean };
/** A page, or a part of one; sizes are in points. */
export type Drawing = { svg: string; width: number; height: number };
/** The largest word of the first page, cut out of it. */
type SpecimenResult = { kind: "specimen"; specimen: Drawing };
/** The semantic tokens of a source, as in the Language Server Protocol. */
export type TokensResult = { kind: "tokens"; legend: string[]; tokens: number[] };
export type JobResult = PagesResult | SheetResult | PdfResult | TextResult | SpecimenResult | TokensResult;

export type JobFailure =
  | { reason: "broken"; diagnostics: Diagnostic[] }
  | { reason: "pages"; pages: number }
  | { reason: "crash"; message: string };

/** Between the threads of one child. */
export type CompileWorkerData = StartMessage & {
  compilerModule: WebAssembly.Module;
  rendererModule: WebAssembly.Module;
};
export type ToCompileWorker = { id: number; job: Job };
export type FromCompileWorker =
  | { ready: true; fonts: FontFile[] }
  | { id: number; result: JobResult; state: CompileWorkerState }
  | { id: number; failure: JobFailure; state: CompileWorkerState };
/** Outgrown: to be replaced when its successor is ready. Broken: not to be used again. */
type CompileWorkerState = "good" | "outgrown" | "broken";

export type ToChild = { start: StartMessage } | { id: number; job: Job };
/** `cpuMs`: what the process used of a processor meanwhile. */
export type FromChild =
  | { ready: true; fonts: FontFile[]; rss: number }
  | { id: number; result: JobResult; rss: number; cpuMs?: number }
  | { id: number; failure: JobFailure; rss: number; cpuMs?: number };
