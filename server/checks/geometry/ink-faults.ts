import { type Box, intersect, type Point, sharedWidth, spansAt } from "./outline.ts";
import { type Glyph, move, type Run } from "./page-ink.ts";

/** Faults of letters on a page: overlapping others, cut off, too near to the edge, in another typeface. */

export type InkFault = { kind: "overlap" | "cut" | "edge" | "face"; run: Run; other?: Run; box: Box };

const TOUCH_PT = 0.1; // less than a printer's dot
const SCANS = 7;
const CELL_PT = 24;

export function findOverlaps(runs: readonly Run[]): InkFault[] {
  const faults = new Map<string, InkFault>();
  const cells = new Map<string, { glyph: Glyph; index: number }[]>();
  for (const [index, run] of runs.entries()) {
    for (const glyph of run.glyphs) {
      if (run.clip && isOutside(glyph.box, run.clip)) continue;
      const seen = new Set<Glyph>();
      for (const key of cellsOf(glyph.box)) {
        const cell = cells.get(key) ?? [];
        for (const near of cell) {
          const other = runs[near.index];
          if (!other || near.index === index || seen.has(near.glyph)) continue;
          seen.add(near.glyph);
          const pair = `${near.index} ${index}`;
          if (faults.has(pair) || !doOverlap(other, near.glyph, run, glyph)) continue;
          faults.set(pair, {
            kind: "overlap",
            run: other,
            other: run,
            box: intersect(near.glyph.box, glyph.box),
          });
        }
        cell.push({ glyph, index });
        cells.set(key, cell);
      }
    }
  }
  return [...faults.values()];
}

function cellsOf({ left, top, right, bottom }: Box): string[] {
  const keys: string[] = [];
  for (let x = Math.floor(left / CELL_PT); x <= right / CELL_PT; x++)
    for (let y = Math.floor(top / CELL_PT); y <= bottom / CELL_PT; y++) keys.push(`${x} ${y}`);
  return keys;
}

function doOverlap(run: Run, glyph: Glyph, other: Run, near: Glyph): boolean {
  const shared = intersect(glyph.box, near.box);
  if (shared.right - shared.left < TOUCH_PT || shared.bottom - shared.top < TOUCH_PT) return false;
  // Neighbours on a line may touch, like letters of a word, but not overlap.
  const narrower = Math.min(widthOf(glyph.box), widthOf(near.box));
  if (isSameLine(run, other) && shared.right - shared.left < narrower / 2) return false;
  const a = contoursOf(glyph);
  const b = contoursOf(near);
  for (let scan = 0; scan < SCANS; scan++) {
    const y = shared.top + ((scan + 0.5) / SCANS) * (shared.bottom - shared.top);
    if (sharedWidth(spansAt(a, y), spansAt(b, y)) > TOUCH_PT) return true;
  }
  return false;
}

function widthOf({ left, right }: Box): number {
  return right - left;
}

/** On one baseline, in one direction. */
function isSameLine({ place: a }: Run, { place: b }: Run): boolean {
  if (Math.abs(a[0] * b[1] - a[1] * b[0]) > 1e-9) return false;
  const length = Math.hypot(a[0], a[1]);
  const distance = Math.abs((b[4] - a[4]) * a[1] - (b[5] - a[5]) * a[0]) / length;
  return distance < TOUCH_PT;
}

function contoursOf({ outline, place }: Glyph): Point[][] {
  return outline.contours.map((contour) => contour.map((point) => move(place, point)));
}

function isOutside(box: Box, clip: Box): boolean {
  const { left, top, right, bottom } = intersect(box, clip);
  return right <= left || bottom <= top;
}

/** Letters that a clipping shape hides, wholly or in part. */
export function findCut(runs: readonly Run[]): InkFault[] {
  return runs.flatMap((run): InkFault[] => {
    const { clip } = run;
    if (!clip) return [];
    const cut = run.glyphs.find(({ box }) => reachesBeyond(box, clip, TOUCH_PT * 5));
    return cut ? [{ kind: "cut", run, box: cut.box }] : [];
  });
}

/** Letters outside of the room that a page has for them, and those that hang over its side by more than a hyphen may. */
export function findBeyond(runs: readonly Run[], room: Box): InkFault[] {
  return runs.flatMap((run): InkFault[] => {
    const last = run.glyphs.at(-1)?.box;
    const hanging = last && isFlat(last) ? widthOf(last) * HANGING : 0;
    const overhang = Math.max(heightOf(run.box) * LEANING, hanging);
    const wider = { ...room, left: room.left - overhang, right: room.right + overhang };
    return reachesBeyond(run.box, wider, TOUCH_PT) ? [{ kind: "edge", run, box: run.box }] : [];
  });
}

function reachesBeyond(inner: Box, outer: Box, tolerance: number): boolean {
  return (
    inner.left < outer.left - tolerance ||
    inner.top < outer.top - tolerance ||
    inner.right > outer.right + tolerance ||
    inner.bottom > outer.bottom + tolerance
  );
}

/** A word with some letters in another typeface, because its own lacks them. */
export function findFaces(runs: readonly Run[], isOneText: (a: Run, b: Run) => boolean): InkFault[] {
  return runs.flatMap((run, index): InkFault[] => {
    // The compiler writes the parts of a text in the order in which they are read.
    const next = runs[index + 1];
    if (!next || next.font === run.font || !isSameLine(run, next) || !isOneText(run, next)) return [];
    const gap = Math.max(next.box.left - run.box.right, run.box.left - next.box.right);
    const isWithinWord = gap < Math.min(heightOf(run.box), heightOf(next.box)) * WORD_GAP;
    return isWithinWord ? [{ kind: "face", run, other: next, box: next.box }] : [];
  });
}

const LEANING = 0.25; // of the height of the letters: slanted and script letters reach over their own width
const HANGING = 0.6; // of a hyphen's width: the compiler lets it hang over the edge of a column
const WORD_GAP = 0.12; // of the height of the letters; the narrowest blank is wider

/** A hyphen or a dash. */
function isFlat(box: Box): boolean {
  return heightOf(box) < widthOf(box) / 2;
}

function heightOf({ top, bottom }: Box): number {
  return bottom - top;
}
