import { type PageFile, pageSize } from "../templates/template-file.ts";
import type { Paper } from "../templates/theme.ts";

/** Places pages on other sheets for printing: several small ones on one sheet with cut marks, or one poster enlarged. */

/** A sheet in points, and the positions of pages on it from its lower left corner, as in PDF. */
export type Placement = {
  width: number;
  height: number;
  scale: number;
  places: { x: number; y: number }[];
  /** How much of what a page draws beyond its edges is shown. */
  beyond: { x: number; y: number };
  /** What the outermost cuts leave of the sheet, and what is printed around it to be cut off. */
  trim: Box;
  bleed: Box;
  /** Lines beside the pages to cut along: from x, y to x, y. */
  marks: Line[];
  /** Lines on the cut itself, where there is no paper beside the pages. */
  ticks: Line[];
};
type Line = [number, number, number, number];
/** Left, bottom, right, top. */
type Box = [number, number, number, number];

/** In millimetres, upright. Keep in step with the names of papers people know. */
export const POSTER_SIZES = {
  a3: { label: "A3", width: 297, height: 420 },
  a2: { label: "A2", width: 420, height: 594 },
  a1: { label: "A1", width: 594, height: 841 },
} as const;
type PosterSize = keyof typeof POSTER_SIZES;
export const POSTER_SIZE_NAMES = Object.keys(POSTER_SIZES) as [PosterSize, ...PosterSize[]];
/** Types whose pages are made larger; others would only be read from farther away. */
const ENLARGED_TYPES: readonly string[] = ["posters"];
/** Types whose sheets hold a list of things to cut out or peel off: the rows of a table belong on them together. */
const ROW_TYPES: readonly string[] = ["badges", "labels"];
/** How far a page may be from the proportion of the A sizes. */
const NEARLY = 0.01;

const POINTS = 72 / 25.4;
const SHEETS: Record<Paper, { width: number; height: number }> = {
  a4: { width: 210, height: 297 },
  "us-letter": { width: 215.9, height: 279.4 },
};
/** Between the outermost pages and the edge of the sheet: the printer's margin and space for the marks, which end before it. */
const CLOSE: Spacing = { edge: 7, gap: 0, bleed: 0, from: 1.5, to: 5.5 };
/** What print shops expect: 3 mm to cut off on every side, and marks of 5 mm that begin outside of them. */
export const BLEED_MM = 3;
const WITH_BLEED: Spacing = { edge: 10, gap: 2 * BLEED_MM, bleed: BLEED_MM, from: 4, to: 9 };
/** Pages that share a sheet without a margin: two A5, four A6 or three DL are an A4. */
const WITHOUT_EDGE: Spacing = { ...CLOSE, edge: 0 };
const MAX_WITHOUT_EDGE = 4;
/** Less paper than this is left over where pages divide the sheet: it is halved, not cut off. */
const LEFT_OVER_MM = 2;
/** A printer doesn't reach the first 4 mm of it. */
const TICK_MM = 8;
/** Half of a US Letter is smaller than A5: so much smaller may a page become. */
const SMALLEST_SCALE = 0.9;

type Size = { width: number; height: number };
/** In millimetres: `from` and `to` are the ends of the marks, from the edge of a page. */
type Spacing = { edge: number; gap: number; bleed: number; from: number; to: number };
type Grid = { columns: number; rows: number; sheet: Size };
type Sheets = { sheet: Paper; bleed?: boolean | undefined; paper?: Paper | undefined };

/**
 * As many pages of a fixed size as fit, edge to edge, so that one cut separates two; with bleed, 6 mm apart. Undefined if fewer than two
 * fit. `paper` is that of the document, which decides the size of some cards.
 */
export function cardSheet(page: PageFile, { sheet, bleed, paper }: Sheets): Placement | undefined {
  if (!("width" in page) || (bleed && !page.bleed)) return undefined;
  const size = pageSize(page, paper);
  const { width, height } = SHEETS[sheet];
  const sheets = [
    { width, height },
    { width: height, height: width },
  ];
  const spaced = mostOf(sheets.map((each) => gridOn(size, each, bleed ? WITH_BLEED : CLOSE)));
  if (bleed) return countOf(spaced) < 2 ? undefined : placePieces(size, spaced, WITH_BLEED);
  const whole = mostOf(sheets.map((each) => gridOn(size, each, WITHOUT_EDGE)));
  const isFuller = countOf(whole) > Math.max(countOf(spaced), 1);
  if (isFuller && countOf(whole) <= MAX_WITHOUT_EDGE) return placePieces(size, whole, WITHOUT_EDGE);
  if (countOf(spaced) >= 2) return placePieces(size, spaced, CLOSE);
  return placeSmaller(size, sheets);
}

const countOf = ({ columns, rows }: Grid) => columns * rows;
const mostOf = (grids: readonly Grid[]) =>
  grids.reduce((most, grid) => (countOf(grid) > countOf(most) ? grid : most));

function gridOn({ width, height }: Size, sheet: Size, { edge, gap }: Spacing): Grid {
  const fitting = (room: number, size: number) => Math.floor((room - 2 * edge + gap) / (size + gap) + 1e-9);
  return { columns: fitting(sheet.width, width), rows: fitting(sheet.height, height), sheet };
}

/** Two pages that are a little too large for the sheet, made smaller. */
function placeSmaller({ width, height }: Size, sheets: readonly Size[]): Placement | undefined {
  const grids = sheets.flatMap((sheet) => [
    { columns: 2, rows: 1, sheet },
    { columns: 1, rows: 2, sheet },
  ]);
  for (const grid of grids) {
    const { columns, rows, sheet } = grid;
    const scale = Math.min(sheet.width / (columns * width), sheet.height / (rows * height));
    if (scale >= SMALLEST_SCALE)
      return placePieces({ width: width * scale, height: height * scale }, grid, WITHOUT_EDGE, scale);
  }
  return undefined;
}

/** One page on a sheet of its own, with bleed and crop marks. */
export function bleedSheet(page: PageFile, paper?: Paper): Placement | undefined {
  return page.bleed ? placeAlone(pageSize(page, paper), 1) : undefined;
}

function placeAlone(size: Size, scale: number): Placement {
  const sheet = { width: size.width + 2 * WITH_BLEED.edge, height: size.height + 2 * WITH_BLEED.edge };
  return placePieces(size, { columns: 1, rows: 1, sheet }, WITH_BLEED, scale);
}

/** Of one direction: where pages begin, where is cut, the first and last of the cuts, and how far pages are drawn beyond their edges. */
type Axis = { starts: number[]; cuts: number[]; ends: [number, number]; beyond: number; hasMargin: boolean };

function axisOf(room: number, size: number, count: number, { gap, bleed, to }: Spacing): Axis {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const left = room - count * size - (count - 1) * gap;
  if (left < LEFT_OVER_MM) {
    const share = room / count;
    return {
      starts: indexes.map((index) => index * share + (share - size) / 2),
      cuts: indexes.slice(1).map((index) => index * share),
      ends: [0, room],
      beyond: (share - size) / 2,
      hasMargin: false,
    };
  }
  const starts = indexes.map((index) => left / 2 + index * (size + gap));
  const cuts = gap > 0 ? starts.flatMap((start) => [start, start + size]) : [...starts, room - left / 2];
  const ends: Axis["ends"] = [left / 2, room - left / 2];
  return { starts, cuts, ends, beyond: bleed, hasMargin: left / 2 >= to + 1 - 1e-9 };
}

function placePieces(size: Size, { columns, rows, sheet }: Grid, spacing: Spacing, scale = 1): Placement {
  const across = axisOf(sheet.width, size.width, columns, spacing);
  const up = axisOf(sheet.height, size.height, rows, spacing);
  const [left, right] = across.ends;
  const [bottom, top] = up.ends;
  const lines = (at: Axis, [first, last]: Axis["ends"], hasMargin: boolean, end: number) =>
    at.cuts.flatMap((cut): Line[] =>
      hasMargin
        ? [
            [cut, first - spacing.to, cut, first - spacing.from],
            [cut, last + spacing.from, cut, last + spacing.to],
          ]
        : [
            [cut, 0, cut, TICK_MM],
            [cut, end - TICK_MM, cut, end],
          ],
    );
  const upright = lines(across, up.ends, up.hasMargin, sheet.height);
  const level = lines(up, across.ends, across.hasMargin, sheet.width).map(
    ([y, x, toY, toX]): Line => [x, y, toX, toY],
  );
  const boxInPoints = (around: number) =>
    [left - around, bottom - around, right + around, top + around].map((length) => length * POINTS) as Box;
  const inPoints = (all: readonly Line[]) => all.map((line) => line.map((length) => length * POINTS) as Line);
  return {
    width: sheet.width * POINTS,
    height: sheet.height * POINTS,
    scale,
    // The first page is the upper left one.
    places: up.starts
      .toReversed()
      .flatMap((y) => across.starts.map((x) => ({ x: x * POINTS, y: y * POINTS }))),
    beyond: { x: across.beyond * POINTS, y: up.beyond * POINTS },
    trim: boxInPoints(0),
    bleed: boxInPoints(spacing.bleed),
    marks: inPoints([...(up.hasMargin ? upright : []), ...(across.hasMargin ? level : [])]),
    ticks: inPoints([...(up.hasMargin ? [] : upright), ...(across.hasMargin ? [] : level)]),
  };
}

/** The same composition, larger. Undefined where the page has not the proportion of the A sizes, or is no poster. */
export function posterSheet(
  type: string,
  page: PageFile,
  { size, bleed }: { size: PosterSize; bleed?: boolean | undefined },
): Placement | undefined {
  if (!ENLARGED_TYPES.includes(type) || ("papers" in page && !page.papers.includes("a4"))) return undefined;
  if (bleed && !page.bleed) return undefined;
  const own = pageSize(page, "a4");
  const { width, height } = POSTER_SIZES[size];
  const sheet = own.width > own.height ? { width: height, height: width } : { width, height };
  const scale = Math.max(sheet.width / own.width, sheet.height / own.height);
  const isAlike = Math.abs(own.width / own.height / (sheet.width / sheet.height) - 1) < NEARLY;
  if (!isAlike || scale <= 1) return undefined;
  const alone = bleed ? placeAlone(sheet, scale) : unmarked(sheet, scale);
  // Rounded papers differ by a hair: it is cut off evenly rather than left white.
  const x = (alone.width - own.width * scale * POINTS) / 2;
  const y = (alone.height - own.height * scale * POINTS) / 2;
  return { ...alone, places: [{ x, y }] };
}

function unmarked(size: Size, scale: number): Placement {
  const [width, height] = [size.width * POINTS, size.height * POINTS];
  const whole: Box = [0, 0, width, height];
  const beyond = { x: 0, y: 0 };
  return { width, height, scale, places: [], beyond, trim: whole, bleed: whole, marks: [], ticks: [] };
}

type Printed = {
  sheet?: Paper | undefined;
  size?: PosterSize | undefined;
  bleed?: boolean | undefined;
  /** The document's. */
  paper?: Paper | undefined;
};

/** The sheets that a PDF is asked to be put on, if its pages can be. */
export function placementOf(
  { type, page }: { type: string; page: PageFile },
  { sheet, size, bleed, paper }: Printed,
): Placement | undefined {
  if (sheet) return cardSheet(page, { sheet, bleed, paper });
  if (size) return posterSheet(type, page, { size, bleed });
  return bleed ? bleedSheet(page, paper) : undefined;
}

/** Whether a row of a table is one of many items on a sheet rather than a document of its own. */
export function holdsRows(typeSlug: string): boolean {
  return ROW_TYPES.includes(typeSlug);
}

const LINE = 0.25;
/** The white around a line that may be on a dark page. */
const HALO = 1.25;

/** The lines to cut along, as a PDF draws them; a screen reader skips them. */
export function drawCuts({ marks, ticks }: Pick<Placement, "marks" | "ticks">): string[] {
  if (marks.length + ticks.length === 0) return [];
  const draw = (lines: readonly Line[]) =>
    lines.map(
      ([x, y, toX, toY]) =>
        `${formatLength(x)} ${formatLength(y)} m\n${formatLength(toX)} ${formatLength(toY)} l\nS`,
    );
  const halo = ticks.length > 0 ? [`${HALO} w\n1 G`, ...draw(ticks)] : [];
  return ["/Artifact BMC\nq", ...halo, `${LINE} w\n0 G`, ...draw([...marks, ...ticks]), "Q\nEMC"];
}

/** The boxes of a sheet, as in the dictionary of a PDF's page: the paper, what is printed, and what is left of it. */
export function describeBoxes({ width, height, trim, bleed }: Placement): string {
  const boxes = { MediaBox: [0, 0, width, height], BleedBox: bleed, TrimBox: trim };
  return Object.entries(boxes)
    .map(([name, box]) => `/${name} [${box.map(formatLength).join(" ")}]`)
    .join("\n  ");
}

/** What is shown of a page of this size: left, bottom, width, height. */
export function shownArea(
  { beyond, scale }: Pick<Placement, "beyond" | "scale">,
  size: { width: number; height: number },
): [number, number, number, number] {
  const [x, y] = [beyond.x / scale, beyond.y / scale];
  return [-x, -y, size.width + 2 * x, size.height + 2 * y];
}

const formatLength = (length: number) => String(Math.round(length * 10_000) / 10_000);
