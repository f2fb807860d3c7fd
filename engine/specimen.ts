import type { RenderedPage } from "../contract/rendering/render.ts";
import type { Drawing } from "./job.ts";
import { identity, type Matrix, multiply, parseTransform, transformedBounds } from "./matrix.ts";
import { unescapeXml } from "./pages.ts";

/** Cuts the largest word out of a page, to show what a pairing of typefaces looks like on this template. */

/** A run of text with its position on the page: as wide as its letters, one em high. */
type PlacedRun = { text: string; font: string; x: number; y: number; width: number; height: number };
type Place = Omit<PlacedRun, "text" | "font">;

/** Width over height of a specimen. */
export const SPECIMEN_RATIO = 2.6;
const AIR = 0.12; // on each side of the word, of its size
const LEAST_WIDTH = 3; // in ems: with less, a short word would lose its tops and tails
const LONGEST = 14; // letters; of a longer word the beginning is enough
const FONT_NAME = 6; // a glyph's id is its font's name and its number in there
const WORD = /\p{L}[\p{L}\p{M}’'-]*/u;

const TAG = /<(\/?)([\w:-]+)([^">]*(?:"[^"]*"[^">]*)*)>([^<]*)/g;
const PAGE = /<g[^>]*class="typst-page"/g;

/** `other` is the same page in another pairing: what is set in the same typeface there is no specimen of this one. */
export function cutSpecimen(stacked: string, page: RenderedPage, other = ""): Drawing {
  const run = findLargest(withoutFixed(readPlacedRuns(stacked), readPlacedRuns(other)), page);
  const frame = run ? frameOf(run, page) : topOf(page);
  const { x, y, width, height } = frame;
  const svg = page.svg.replace(
    /^<svg [^>]*>/,
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">`,
  );
  return { svg, width, height };
}

/** The runs of the first page, read from the renderer's stacked SVG. */
export function readPlacedRuns(stacked: string): PlacedRun[] {
  const [first, second] = stacked.matchAll(PAGE);
  if (!first) return [];
  const runs: PlacedRun[] = [];
  const stack: Matrix[] = [identity];
  let box: Place | undefined;
  let font = "";
  for (const [, slash, name, rest = "", text = ""] of stacked
    .slice(first.index, second?.index)
    .matchAll(TAG)) {
    const place = stack.at(-1) ?? identity;
    if (slash) {
      stack.pop();
      continue;
    }
    if (rest.includes('class="typst-text"')) font = "";
    if (name === "use") font ||= attribute(rest, "href")?.slice(1, FONT_NAME + 1) ?? "";
    if (name === "foreignObject") box = boxOf(rest, place);
    if (rest.includes('class="tsel"') && box) runs.push({ text: unescapeXml(text), font, ...box });
    if (rest.endsWith("/")) continue;
    const transform = attribute(rest, "transform");
    stack.push(transform ? multiply(place, parseTransform(transform)) : place);
  }
  return runs;
}

function attribute(rest: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(rest)?.[1];
}

/** Undefined for rotated text. */
function boxOf(rest: string, place: Matrix): Place | undefined {
  const number = (name: string) => Number(attribute(rest, name) ?? 0);
  const moved = multiply(place, [1, 0, 0, 1, number("x"), number("y")]);
  if (Math.abs(moved[1]) > Math.abs(moved[0]) / 100) return undefined;
  return transformedBounds(moved, number("width"), number("height"));
}

/** Runs that the pairing decides; all when it decides none. */
function withoutFixed(runs: PlacedRun[], others: readonly PlacedRun[]): PlacedRun[] {
  const elsewhere = new Set(others.map(({ text, font }) => `${font} ${text}`));
  const decided = runs.filter(({ text, font }) => !elsewhere.has(`${font} ${text}`));
  return decided.some(({ text }) => WORD.test(text)) ? decided : runs;
}

/** The largest with a word in it that is on the page; figures say less about a typeface. The first of several. */
function findLargest(runs: readonly PlacedRun[], page: RenderedPage): PlacedRun | undefined {
  const onPage = runs.filter(
    ({ x, y, width, height }) =>
      x > -width / 4 && y > -height && x < page.width && y + height / 2 < page.height,
  );
  const words = onPage.filter(({ text }) => (WORD.exec(text)?.[0].length ?? 0) >= 3);
  const [first, ...others] = words.length > 0 ? words : onPage;
  return first && others.reduce((best, run) => (run.height > best.height * 1.01 ? run : best), first);
}

/** The frame around the word, with a little space, within the page. */
function frameOf(run: PlacedRun, page: RenderedPage) {
  const before = run.text.slice(0, WORD.exec(run.text)?.index ?? 0).length;
  const letters = Math.min(WORD.exec(run.text)?.[0].length ?? run.text.length, LONGEST);
  const share = run.width / Math.max(run.text.length, 1);
  const isWhole = before === 0 && letters === run.text.trim().length;
  const word = isWhole ? run.width : share * (letters + 0.5);
  const wanted = Math.max(word + 2 * AIR * run.height, LEAST_WIDTH * run.height);
  const width = Math.min(wanted, page.width, page.height * SPECIMEN_RATIO);
  const height = width / SPECIMEN_RATIO;
  const left = run.x + share * before - AIR * run.height;
  // The baseline is the bottom of the em; descenders are below it.
  const top = run.y + run.height * 0.68 - height / 2;
  return {
    x: round(Math.min(Math.max(left, 0), page.width - width)),
    y: round(Math.min(Math.max(top, 0), page.height - height)),
    width: round(width),
    height: round(height),
  };
}

/** For a page without text. */
function topOf(page: RenderedPage) {
  const width = Math.min(page.width, page.height * SPECIMEN_RATIO);
  return { x: 0, y: 0, width: round(width), height: round(width / SPECIMEN_RATIO) };
}

const round = (points: number) => Math.round(points * 100) / 100;
