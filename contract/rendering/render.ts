import { z } from "zod";
import { SHEET_WIDTHS } from "../limits.ts";
import { PAPERS, type Theme, theme } from "../templates/theme.ts";
import type { Text } from "../texts/text.ts";
import { POSTER_SIZE_NAMES } from "./print-sheets.ts";

/** Limits of a render request. Each has its own error code below, so that a person learns which limit it was. */
export const RENDER_LIMITS = {
  requestBytes: 8 * 1024 * 1024, // pictures travel inside the request
  dataBytes: 512 * 1024, // the text alone, without pictures
  textLength: 100_000, // one field; a long letter is 5,000
  depth: 16,
  values: 20_000, // a table of 2,000 rows with 10 columns
  sourceBytes: 512 * 1024,
  pages: 200,
  pictures: 24,
  pictureBytes: 4 * 1024 * 1024,
  picturePixels: 24_000_000,
  pngPixels: 40_000_000, // one page; A4 at 600 dpi is 35 million
} as const;

export const RENDER_ERRORS = {
  DATA_TOO_LARGE: 413,
  DATA_TOO_DEEP: 400,
  DATA_TOO_MANY_VALUES: 400,
  TEXT_TOO_LONG: 400,
  SOURCE_TOO_LARGE: 413,
  TOO_MANY_PAGES: 422,
  TOO_MANY_PICTURES: 400,
  PICTURE_TOO_LARGE: 413,
  PICTURE_UNREADABLE: 400,
  IMAGE_TOO_LARGE: 400,
  RENDER_TIMED_OUT: 422,
  RENDER_CRASHED: 422,
  RENDER_CANCELLED: 499,
  TEMPLATE_BROKEN: 422,
  FAILED_VALIDATION: 400,
  INVALID_PAYLOAD: 400,
  FORBIDDEN: 403,
  CONTENT_TOO_LARGE: 413,
  REQUESTS_EXCEEDED: 429,
  SERVICE_UNAVAILABLE: 503,
} as const;
export type RenderErrorCode = keyof typeof RENDER_ERRORS;

/**
 * "final" is the export; "preview" has the sample greyed where nothing is typed; "proof" is the export of the same data,
 * however incomplete, with the positions of its fields.
 */
const RENDER_MODES = ["preview", "proof", "final", "sample"] as const;
export type RenderMode = (typeof RENDER_MODES)[number];

export const RENDER_FORMATS = ["pdf", "svg", "png", "xml"] as const;
export type RenderFormat = (typeof RENDER_FORMATS)[number];

/**
 * In the address (`?priority=background`), so that a request is counted before its body is read. "background" waits for
 * everything a person is looking at: one row of many, a picture for later.
 */
export const RENDER_PRIORITIES = ["interactive", "background"] as const;
export type RenderPriority = (typeof RENDER_PRIORITIES)[number];

export const renderTheme = theme.partial();
export type RenderTheme = Partial<Theme>;

export const renderRequest = z.object({
  data: z.record(z.string(), z.unknown()).default({}),
  theme: renderTheme.default({}),
  mode: z.enum(RENDER_MODES).optional(),
  page: z.number().int().min(1).max(RENDER_LIMITS.pages).default(1),
  dpi: z.number().min(24).max(600).default(150),
  sheet: z
    .enum(PAPERS)
    .optional()
    .describe("Of a PDF with pages of a fixed size: as many of them as fit on this paper, with cut marks."),
  size: z.enum(POSTER_SIZE_NAMES).optional().describe("Of a PDF of a poster: enlarged to this size."),
  bleed: z
    .boolean()
    .optional()
    .describe(
      "Of a PDF for a print shop, if the template's `page` has `bleed`: 3 mm around each page to cut off, crop marks outside of them, TrimBox and BleedBox. Can be combined with `sheet` or `size`.",
    ),
});
export type RenderRequest = z.input<typeof renderRequest>;
/** How a PDF is put on other sheets. */
export type PrintRequest = Pick<RenderRequest, "sheet" | "size" | "bleed">;

/** The first page of a template with a person's values, small; the sample is greyed where there are none. */
export const sheetRequest = z.object({
  data: z.record(z.string(), z.unknown()).default({}),
  theme: renderTheme.default({}),
  width: z.literal(SHEET_WIDTHS),
});
export type SheetRequest = z.input<typeof sheetRequest>;

/** Position of a field on its page, in points from the top left corner; one rectangle per line of text. */
export type FieldRectangle = { path: string; x: number; y: number; width: number; height: number };

export type RenderedPage = { svg: string; width: number; height: number; fields: FieldRectangle[] };
/**
 * `printed`: how many pages an export has; greyed samples may take more. `ignored`: values that the preview leaves out or cuts
 * because their field doesn't accept them (yet).
 */
export type RenderedPages = { pages: RenderedPage[]; printed: number; ignored: InvalidValue[] };
export type InvalidValue = { field: string; type: string; message: string; text?: Text | undefined };

/** Headers of a PDF answer: whether it is PDF/UA-1, and if not, why (JSON, percent-encoded). */
export const CONFORMANCE_HEADER = "typecase-conformance";
export const PROBLEMS_HEADER = "typecase-problems";

export type Diagnostic = {
  severity: "error" | "warning";
  message: string;
  file: string;
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
};

/** Why a PDF isn't PDF/UA-1: characters that no font has, a missing title, a picture without alternative text. */
export type ConformanceProblem = {
  kind: "title" | "language" | "alt" | "heading" | "character" | "link" | "structure";
  message: string;
  character?: string;
  path?: string;
};
export type Conformance = "PDF/UA-1" | "tagged";
