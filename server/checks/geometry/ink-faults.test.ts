import { expect, test } from "vitest";
import { findBeyond, findCut, findFaces, findOverlaps } from "./ink-faults.ts";
import { readRuns } from "./page-ink.ts";

/** A square letter of half an em, and one with a dot high above it. */
const LETTERS =
  '<path id="fontA/s" d="M 0 0 L 0 500 L 500 500 L 500 0 Z "/>' +
  '<path id="fontA/i" d="M 0 0 L 0 500 L 500 500 L 500 0 Z M 200 700 L 200 900 L 300 900 L 300 700 Z "/>' +
  '<path id="fontB/s" d="M 0 0 L 0 500 L 500 500 L 500 0 Z "/>';

type Word = { x: number; y: number; letters: string[]; inside?: string };

function runsOf(...words: Word[]) {
  const drawn = words.map(({ x, y, letters, inside = "" }) => {
    const glyphs = letters.map((id, index) => `<use x="${index * 600}" y="0" href="#${id}"/>`).join("");
    const run = `<g transform="translate(${x},${y})"><g fill="#000" transform="scale(0.01,-0.01)">${glyphs}</g></g>`;
    if (!inside) return run;
    return `<g clip-path="url(#c)"><clipPath id="c"><path d="${inside}"/></clipPath>${run}</g>`;
  });
  return readRuns({ svg: `<svg><defs>${LETTERS}</defs>${drawn.join("")}</svg>` });
}
const line = (y: number, ...letters: string[]): Word => ({ x: 20, y, letters });

test("reports a dot that overlaps the line above", () => {
  const touching = [line(20, "fontA/s", "fontA/s"), line(27, "fontA/i", "fontA/s")];
  expect(findOverlaps(runsOf(...touching))).toHaveLength(1);
  expect(findOverlaps(runsOf(line(20, "fontA/s"), line(30, "fontA/i")))).toEqual([]);
  // The boxes overlap, the ink does not: the dot stands in the gap between two letters.
  const beside = [line(20, "fontA/s", "fontA/s"), { x: 23, y: 27, letters: ["fontA/i"] }];
  expect(findOverlaps(runsOf(...beside))).toEqual([]);
});

test("allows touching but not overlapping words", () => {
  const at = (x: number): Word => ({ x, y: 20, letters: ["fontA/s", "fontA/s"] });
  expect(findOverlaps(runsOf(at(20), at(30.5)))).toEqual([]);
  expect(findOverlaps(runsOf(at(20), at(28)))).toHaveLength(1);
});

test("reports clipped letters and letters off the page", () => {
  const narrow = "M 0 0 L 0 30 L 24 30 L 24 0 Z ";
  expect(findCut(runsOf({ ...line(20, "fontA/s"), inside: narrow }))).toHaveLength(1);
  expect(findCut(runsOf({ ...line(20, "fontA/s"), inside: narrow.replaceAll("24", "40") }))).toEqual([]);
  const page = { left: 10, top: 10, right: 40, bottom: 90 };
  expect(findBeyond(runsOf(line(20, "fontA/s")), page)).toEqual([]);
  expect(findBeyond(runsOf(line(20, "fontA/s", "fontA/s", "fontA/s", "fontA/s")), page)).toHaveLength(1);
});

test("reports a fallback letter within a word", () => {
  const start = line(20, "fontA/s");
  const isOneText = () => true;
  expect(findFaces(runsOf(start, { x: 25.2, y: 20, letters: ["fontB/s"] }), isOneText)).toHaveLength(1);
  expect(findFaces(runsOf(start, { x: 27.5, y: 20, letters: ["fontB/s"] }), isOneText)).toEqual([]);
  expect(findFaces(runsOf(start, { x: 25.2, y: 20, letters: ["fontA/s"] }), isOneText)).toEqual([]);
});
