import { type PageFile, pageSize } from "../templates/template-file.ts";
import type { Paper } from "../templates/theme.ts";

/** Places pages on other sheets for printing: several small ones on one sheet with cut marks, or one poster enlarged. */

/** A sheet in points, and the positions of pages on it from its lower left corner, as in PDF. */
export type Placement = {
  width: number;
  height: number;
  scale: number;
  places: { x: number; y: number }[];
  /** Lines to cut along: from x, y to x, y. */
  marks: [number, number, number, number][];
};

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
/** Between the outermost cards and the edge of the sheet: the printer's margin and space for the marks. */
const EDGE_MM = 7;
const MARK_MM = { from: 1.5, to: 5.5 };

/** As many cards as fit edge to edge, so that one cut separates two. Undefined if fewer than two fit. */
export function cardSheet(page: PageFile, paper: Paper): Placement | undefined {
  if (!("width" in page)) return undefined;
  const { width, height } = SHEETS[paper];
  const [upright, lying] = [gridOn(page, { width, height }), gridOn(page, { width: height, height: width })];
  const grid = lying.columns * lying.rows > upright.columns * upright.rows ? lying : upright;
  return grid.columns * grid.rows < 2 ? undefined : placeCards(page, grid);
}

type Size = { width: number; height: number };
type Grid = { columns: number; rows: number; sheet: Size };

function gridOn({ width, height }: Size, sheet: Size): Grid {
  const fitting = (room: number, size: number) => Math.floor((room - 2 * EDGE_MM) / size + 1e-9);
  return { columns: fitting(sheet.width, width), rows: fitting(sheet.height, height), sheet };
}

function placeCards({ width, height }: Size, { columns, rows, sheet }: Grid): Placement {
  const left = (sheet.width - columns * width) / 2;
  const bottom = (sheet.height - rows * height) / 2;
  const [right, top] = [sheet.width - left, sheet.height - bottom];
  const { from, to } = MARK_MM;
  const count = (length: number) => Array.from({ length }, (_, index) => index);
  const marks = [
    ...count(columns + 1).flatMap((column) => {
      const x = left + column * width;
      return [
        [x, bottom - to, x, bottom - from],
        [x, top + from, x, top + to],
      ];
    }),
    ...count(rows + 1).flatMap((row) => {
      const y = bottom + row * height;
      return [
        [left - to, y, left - from, y],
        [right + from, y, right + to, y],
      ];
    }),
  ];
  // The first card is the upper left one.
  const places = count(rows * columns).map((index) => ({
    x: (left + (index % columns) * width) * POINTS,
    y: (top - (Math.floor(index / columns) + 1) * height) * POINTS,
  }));
  return {
    width: sheet.width * POINTS,
    height: sheet.height * POINTS,
    scale: 1,
    places,
    marks: marks.map((line) => line.map((length) => length * POINTS) as Placement["marks"][number]),
  };
}

/** The same composition, larger. Undefined where the page has not the proportion of the A sizes, or is no poster. */
export function posterSheet(type: string, page: PageFile, size: PosterSize): Placement | undefined {
  if (!ENLARGED_TYPES.includes(type) || ("papers" in page && !page.papers.includes("a4"))) return undefined;
  const own = pageSize(page, "a4");
  const { width, height } = POSTER_SIZES[size];
  const sheet = own.width > own.height ? { width: height, height: width } : { width, height };
  const scale = Math.max(sheet.width / own.width, sheet.height / own.height);
  const isAlike = Math.abs(own.width / own.height / (sheet.width / sheet.height) - 1) < NEARLY;
  if (!isAlike || scale <= 1) return undefined;
  // Rounded papers differ by a hair: it is cut off evenly rather than left white.
  const x = ((sheet.width - own.width * scale) / 2) * POINTS;
  const y = ((sheet.height - own.height * scale) / 2) * POINTS;
  return { width: sheet.width * POINTS, height: sheet.height * POINTS, scale, places: [{ x, y }], marks: [] };
}

/** Whether a row of a table is one of many items on a sheet rather than a document of its own. */
export function holdsRows(typeSlug: string): boolean {
  return ROW_TYPES.includes(typeSlug);
}
