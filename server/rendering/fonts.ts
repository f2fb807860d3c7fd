import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FontFile, FontInfo } from "./protocol.ts";

/**
 * The fonts of the pages: the families installed as packages, then those of the operator's own folder. Nothing of the
 * system is looked at, so a page is the same on every machine.
 */

const PACKAGED = fileURLToPath(new URL("../../node_modules/@expo-google-fonts/", import.meta.url));

/** Made by scripts/build/describe-fonts.ts. */
export const DESCRIBED_FONTS = fileURLToPath(new URL("../../build/fonts.json", import.meta.url));
export type FontDescriptions = Record<string, FontInfo>;

/** A file of another size is another font: one that an update of its package brought since the build. */
export function fontKey(file: string): string {
  return `${path.relative(PACKAGED, file)} ${statSync(file).size}`;
}

/** Fonts that the build did not describe are described by the render process, which takes longer to start then. */
export function listFonts(fontsDir?: string): FontFile[] {
  const described = readDescriptions();
  const packaged = readdirSync(PACKAGED)
    .sort()
    .flatMap((name) => readPackage(path.join(PACKAGED, name)))
    .map((font) => {
      const info = described[fontKey(font.file)];
      return info ? { ...font, info } : font;
    });
  const own =
    fontsDir && existsSync(fontsDir) ? findFonts(path.resolve(fontsDir)).map((file) => ({ file })) : [];
  return [...packaged, ...own, ...standIns(packaged)];
}

function readDescriptions(): FontDescriptions {
  return existsSync(DESCRIBED_FONTS) ? JSON.parse(readFileSync(DESCRIBED_FONTS, "utf8")) : {};
}

/** What the compiler falls back to where a template names no font. It would otherwise take the first in the alphabet. */
const STAND_INS: Record<string, string> = {
  "Libertinus Serif": "Source Serif 4",
  "DejaVu Sans Mono": "IBM Plex Mono",
};

function standIns(packaged: FontFile[]): FontFile[] {
  return Object.entries(STAND_INS).flatMap(([family, substitute]) =>
    packaged.flatMap(({ face, ...font }) =>
      face?.family === substitute ? [{ ...font, face: { ...face, family }, isStandIn: true }] : [],
    ),
  );
}

export function fontFolders(fontsDir?: string): string[] {
  return fontsDir ? [PACKAGED, path.resolve(fontsDir)] : [PACKAGED];
}

/** Files are called "ArchivoNarrow_500Medium_Italic.ttf"; the family's name is in the package's description. */
function readPackage(folder: string): FontFile[] {
  const { family }: { family: string } = JSON.parse(readFileSync(path.join(folder, "metadata.json"), "utf8"));
  return findFonts(folder).map((file) => {
    const [, weight, italic] = /_(\d+)[A-Za-z]+(_Italic)?\.ttf$/.exec(file) ?? [];
    return weight
      ? { file, face: { family, style: italic ? "italic" : "normal", weight: Number(weight) } }
      : { file };
  });
}

/** Sorted, because the compiler's choice among equal fallbacks follows the order in which fonts are given. */
function findFonts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ttf|otf|ttc)$/i.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}

export type FontIndex = {
  families: string[];
  /** The characters of a text for which no font has a glyph, each once. */
  uncovered(text: string): string[];
};

export function readFontIndex(fonts: FontFile[]): FontIndex {
  const faces = fonts.flatMap((font) => (font.isStandIn ? [] : (font.info?.info ?? [])));
  const families = [...new Set(faces.map((face) => face.family))].sort();
  const covered = mergeCoverage(faces.map((face) => face.coverage));
  return {
    families,
    uncovered: (text) => [...new Set(text)].filter((character) => !isCovered(covered, character)),
  };
}

/** Controls, joiners, variation selectors and spaces ask for no glyph. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Variation_Selector}]$/u;

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

function mark(bits: Uint8Array, from: number, to: number) {
  for (let point = from; point < to; point++) bits[point >> 3] = (bits[point >> 3] ?? 0) | (1 << (point & 7));
}
