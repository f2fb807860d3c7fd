import type { Placement } from "../contract/rendering/print-sheets.ts";
import type {
  Conformance,
  ConformanceProblem,
  Diagnostic,
  RenderedPage,
  RenderMode,
} from "../contract/rendering/render.ts";

/** What the engine gets and answers. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type KitFile = { path: string; source: string };
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

export type Job = {
  kind: "pages" | "sheet" | "pdf" | "text" | "specimen" | "tokens";
  source: string;
  /** All but the mode as JSON. `rowSample` is what rows with something typed in them still borrow of the sample. */
  inputs: {
    data: string;
    sample: string;
    rowSample: string;
    theme: string;
    title: string;
    /** The sums of an invoice, or null. */
    sums: string;
    mode: RenderMode;
  };
  pictures: Picture[];
  maxPages: number;
  /** Of a PDF: the sheets that its pages are put on. */
  placement?: Placement;
  /** The files of another kit, instead of the one the process started with. */
  kit?: KitFile[];
  /** Of a PDF: declared as PDF/A. */
  archive?: Archive;
};

/** PDF/A-2a; with an e-invoice attached, PDF/A-3a. */
export type Archive = { attachment?: Attachment };
export type Attachment = {
  /** The name that Factur-X or XRechnung prescribes. */
  name: "factur-x.xml" | "xrechnung.xml";
  type: "text/xml";
  bytes: Uint8Array;
  /** A day, so that the same document has the same bytes. */
  modified: string;
  description: string;
  /** As declared in the metadata. */
  level: "EN 16931" | "XRECHNUNG";
  version: string;
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
  | { reason: "archive"; problems: ConformanceProblem[] }
  | { reason: "crash"; message: string };
