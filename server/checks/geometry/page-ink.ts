import type { RenderedPage } from "../../../contract/rendering/render.ts";
import { identity, type Matrix, multiply, parseTransform } from "../../../engine/matrix.ts";
import { type Box, boxOf, intersect, type Outline, type Point, readOutline, unite } from "./outline.ts";

/** Where a page's letters are, read from the picture of it: the same outlines that are printed. */

export type Glyph = { box: Box; outline: Outline; place: Matrix };
/** Letters of one font and size, set at once: a line of text, or a part of it in one style. */
export type Run = {
  /** Names the font: the same name is the same face. */
  font: string;
  size: number;
  fill: string;
  place: Matrix;
  glyphs: Glyph[];
  box: Box;
  /** The visible area here; undefined: everything. */
  clip?: Box;
};

const TAG = /<(\/?)([\w:-]+)([^>]*?)(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;
const FONT_NAME = 6; // a glyph's id is its font's name and its number in there
const UNITS = 1000;

type Open = { place: Matrix; clip?: Box; fill: string; run?: Run };

export function readRuns({ svg }: Pick<RenderedPage, "svg">): Run[] {
  const end = svg.indexOf("</defs>");
  const outlines = readDefinitions(svg);
  const runs: Run[] = [];
  const stack: Open[] = [{ place: identity, fill: "" }];
  for (const [, slash, name, rest = "", closed] of svg.slice(end + "</defs>".length).matchAll(TAG)) {
    const above = stack[stack.length - 1];
    if (!above) break;
    if (slash) {
      stack.pop();
      continue;
    }
    const attributes = new Map(
      Array.from(rest.matchAll(ATTRIBUTE), ([, key = "", value = ""]) => [key, value]),
    );
    if (name === "use") addGlyph(runs, above, outlines, attributes);
    if (name === "g" && !closed) stack.push(openGroup(above, outlines, attributes));
    else if (!closed) stack.push({ ...above });
  }
  return runs;
}

type Definitions = { glyphs: Map<string, Outline>; clips: Map<string, Outline> };

/** By id, which consists of font and letter: pages and templates share most of them. */
const known = new Map<string, Outline>();
const MAX_KNOWN = 50_000;

function readDefinitions(svg: string): Definitions {
  if (known.size > MAX_KNOWN) known.clear();
  const clips = new Map<string, Outline>();
  for (const [, id = "", path = ""] of svg.matchAll(/<path id="([^"]+)" d="([^"]*)"/g)) {
    if (!known.has(id)) known.set(id, readOutline(path));
  }
  for (const [, id = "", path = ""] of svg.matchAll(/<clipPath id="([^"]+)"[^>]*><path d="([^"]*)"/g)) {
    clips.set(id, readOutline(path));
  }
  return { glyphs: known, clips };
}

function openGroup(above: Open, { clips }: Definitions, attributes: Map<string, string>): Open {
  const transform = attributes.get("transform");
  const place = transform ? multiply(above.place, parseTransform(transform)) : above.place;
  const fill = attributes.get("fill") ?? above.fill;
  const clipped = clips.get(/^url\(#([^)]+)\)$/.exec(attributes.get("clip-path") ?? "")?.[1] ?? "");
  const own = clipped && boxOf(clipped.contours.flat().map((point) => move(place, point)));
  const clip = own && above.clip ? intersect(own, above.clip) : (own ?? above.clip);
  return clip ? { place, fill, clip } : { place, fill };
}

function addGlyph(runs: Run[], open: Open, { glyphs }: Definitions, attributes: Map<string, string>): void {
  const id = attributes.get("href")?.slice(1) ?? "";
  const outline = glyphs.get(id);
  if (!outline || outline.contours.length === 0) return;
  const x = Number(attributes.get("x") ?? 0);
  const y = Number(attributes.get("y") ?? 0);
  const place = multiply(open.place, [1, 0, 0, 1, x, y]);
  const { left, top, right, bottom } = outline.box;
  const corners: Point[] = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ];
  const box = boxOf(corners.map((corner) => move(place, corner)));
  const glyph = { box, outline, place };
  if (open.run) {
    open.run.glyphs.push(glyph);
    open.run.box = unite(open.run.box, box);
    return;
  }
  const font = id.slice(0, FONT_NAME);
  const size = Math.hypot(open.place[0], open.place[1]) * UNITS;
  const { place: start, fill, clip } = open;
  open.run = { font, size, fill, place: start, glyphs: [glyph], box, ...(clip ? { clip } : {}) };
  runs.push(open.run);
}

export function move([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}
