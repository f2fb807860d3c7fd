import { INVISIBLE, type PrintedCharacters } from "../shared/text/characters.ts";
import type { FontFile } from "./job.ts";

/** Which characters the fonts have, as the compiler describes them. */

/** Whether a font has a glyph for a character, without building an index. */
export function hasCharacter({ info, isStandIn }: FontFile, character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (isStandIn ? [] : (info?.info ?? [])).some(({ coverage }) => {
    let start = 0;
    for (const [index, length] of coverage.entries()) {
      if (point < start + length) return index % 2 === 1;
      start += length;
    }
    return false;
  });
}

export type FontIndex = {
  families: string[];
  /** The characters of a text for which no font has a glyph, each once. */
  uncovered(text: string): string[];
  /** The characters of all fonts together. */
  printed: PrintedCharacters;
};

export function readFontIndex(fonts: FontFile[]): FontIndex {
  const faces = fonts.flatMap((font) => (font.isStandIn ? [] : (font.info?.info ?? [])));
  const families = [...new Set(faces.map((face) => face.family))].sort();
  const covered = mergeCoverage(faces.map((face) => face.coverage));
  return {
    families,
    uncovered: (text) => [...new Set(text)].filter((character) => !isCovered(covered, character)),
    printed: { runs: runsOf(covered) },
  };
}

function isCovered(covered: Uint8Array, character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return INVISIBLE.test(character) || ((covered[point >> 3] ?? 0) & (1 << (point & 7))) !== 0;
}

function mergeCoverage(coverages: number[][]): Uint8Array {
  const bits = new Uint8Array(0x110000 >> 3);
  for (const runs of coverages) {
    let point = 0;
    for (const [index, length] of runs.entries()) {
      if (index % 2 === 1) mark(bits, point, point + length);
      point += length;
    }
  }
  return bits;
}

function runsOf(bits: Uint8Array): number[] {
  const runs: number[] = [];
  let started = 0;
  let isPresent = false;
  for (let point = 0; point < bits.length * 8; point++) {
    if ((((bits[point >> 3] ?? 0) >> (point & 7)) & 1) === (isPresent ? 1 : 0)) continue;
    runs.push(point - started);
    started = point;
    isPresent = !isPresent;
  }
  if (isPresent) runs.push(bits.length * 8 - started);
  return runs;
}

function mark(bits: Uint8Array, from: number, to: number) {
  for (let point = from; point < to; point++) bits[point >> 3] = (bits[point >> 3] ?? 0) | (1 << (point & 7));
}
