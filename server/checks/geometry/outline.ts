/** The outline of a glyph as straight lines, and where a horizontal line meets its ink. */

export type Point = readonly [x: number, y: number];
export type Box = { left: number; top: number; right: number; bottom: number };
export type Outline = { contours: Point[][]; box: Box };
type Span = readonly [from: number, to: number];

const CURVE_STEPS = 4; // enough for a tenth of a point at any size of text

const COMMAND = /([MLHVQCZ])([^MLHVQCZ]*)/g;

/** A path as the renderer writes it: absolute commands, blanks between numbers. */
export function readOutline(path: string): Outline {
  const contours: Point[][] = [];
  let contour: Point[] = [];
  let at: Point = [0, 0];
  const push = (point: Point) => {
    contour.push(point);
    at = point;
  };
  for (const [, command, list = ""] of path.matchAll(COMMAND)) {
    const numbers = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (command === "M") {
      if (contour.length > 2) contours.push(contour);
      contour = [];
      push([a, b]);
    } else if (command === "L") push([a, b]);
    else if (command === "H") push([a, at[1]]);
    else if (command === "V") push([at[0], a]);
    else if (command === "Q") for (const point of curve([at, [a, b], [c, d]])) push(point);
    else if (command === "C") for (const point of curve([at, [a, b], [c, d], [e, f]])) push(point);
  }
  if (contour.length > 2) contours.push(contour);
  return { contours, box: boxOf(contours.flat()) };
}

/** Points on a curve after its first, by drawing lines between lines. */
function curve(points: Point[]): Point[] {
  return Array.from({ length: CURVE_STEPS }, (_, step) => {
    const part = (step + 1) / CURVE_STEPS;
    let rest = points;
    while (rest.length > 1) {
      rest = rest.slice(1).map((point, index) => {
        const [x, y] = rest[index] ?? point;
        return [x + (point[0] - x) * part, y + (point[1] - y) * part];
      });
    }
    return rest[0] ?? [0, 0];
  });
}

export function boxOf(points: readonly Point[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** The intersection of the boxes; if it is empty, its sides are reversed. */
export function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function unite(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** Where the line at this height runs through ink (by the nonzero rule, as fonts are drawn). */
export function spansAt(contours: readonly (readonly Point[])[], y: number): Span[] {
  const crossings: { x: number; turn: number }[] = [];
  for (const contour of contours) {
    let [fromX, fromY] = contour[contour.length - 1] ?? [0, 0];
    for (const [x, toY] of contour) {
      if (fromY > y !== toY > y) {
        crossings.push({
          x: fromX + ((y - fromY) / (toY - fromY)) * (x - fromX),
          turn: toY > fromY ? 1 : -1,
        });
      }
      fromX = x;
      fromY = toY;
    }
  }
  crossings.sort((a, b) => a.x - b.x);
  const spans: Span[] = [];
  let winding = 0;
  let start = 0;
  for (const { x, turn } of crossings) {
    if (winding === 0) start = x;
    winding += turn;
    if (winding === 0) spans.push([start, x]);
  }
  return spans;
}

/** The widest stretch that both have in common. */
export function sharedWidth(a: readonly Span[], b: readonly Span[]): number {
  let widest = 0;
  for (const [from, to] of a)
    for (const [start, end] of b) widest = Math.max(widest, Math.min(to, end) - Math.max(from, start));
  return widest;
}
