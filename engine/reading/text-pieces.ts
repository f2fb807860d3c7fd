import { TEXT } from "../../shared/reading/pdf-text.ts";
import { textOfUtf16 } from "../bytes.ts";
import { parsePdfValues } from "../pdf-values.ts";
import type { FontCodes } from "./font-codes.ts";

/** A piece of text as the compiler draws it: glyphs of one font at one height, marked and placed on their own. */
export type TextPiece = {
  /** Where it is in the content, its marks included. */
  begin: number;
  end: number;
  /** The operator that begins its marked content, and its number in the tree of tags; "" and -1 for decoration. */
  opening: string;
  mcid: number;
  /** The operators that set the colour, and those that set the font. */
  colour: string;
  style: string;
  font: FontCodes;
  size: number;
  /** Where its line goes on after it; a mark takes no room. */
  left: number;
  right: number;
  y: number;
  isMark: boolean;
  clusters: Cluster[];
};
/** The glyphs that draw a text together, each with its place on the line. */
type Cluster = { text: string; glyphs: Glyph[] };
export type Glyph = { code: number; x: number };

const NUMBER = "-?[\\d.]+";
const PIECE = new RegExp(
  [
    "(?<opening>/\\w+ <<\\n(?: .*\\n)*? {2}/MCID (?<mcid>\\d+)\\n(?: .*\\n)*?>> BDC\\n)?",
    `q\\n1 0 0 -1 (?<x>${NUMBER}) (?<y>${NUMBER}) cm\\n(?<colour>(?:.*\\n){0,4}?)`,
    "BT\\n(?<text>[\\s\\S]*?)\\nET\\nQ(?:\\n|$)(?<closing>EMC(?:\\n|$))?",
  ].join(""),
  "g",
);
const INSIDE = new RegExp(
  [
    `/Span <<\\n {2}/ActualText (?<actual>${TEXT})\\n>> (?<opens>BDC)\\n`,
    "/ReversedChars (?<reverses>BMC)\\n",
    "(?<closes>EMC)(?:\\n|$)",
    `(?<style>\\d Tr\\n/(?<font>\\w+) (?<size>${NUMBER}) Tf\\n)1 0 0 -1 (?<x>${NUMBER}) 0 Tm\\n`,
    `(?<shown>\\[(?:${TEXT}|[^\\]()<>])*\\] TJ|(?:${TEXT}) Tj)(?:\\n|$)`,
  ].join("|"),
  "y",
);

/** Those that are as the compiler usually writes them; what is drawn otherwise is left as it is. */
export function readTextPieces(
  content: string,
  fontOf: (name: string) => FontCodes | undefined,
): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (const { 0: whole, index, groups = {} } of content.matchAll(PIECE)) {
    const { opening = "", closing = "", colour = "", text = "" } = groups;
    const read = readGlyphs(text, Number(groups.x), fontOf);
    if (!read) continue;
    const isMarked = opening !== "" && closing !== "";
    pieces.push({
      begin: isMarked ? index : index + opening.length,
      end: index + whole.length - (isMarked ? 0 : closing.length),
      mcid: isMarked ? Number(groups.mcid) : -1,
      opening: isMarked ? opening : "",
      colour,
      y: Number(groups.y),
      ...read,
    });
  }
  return pieces;
}

function readGlyphs(text: string, left: number, fontOf: (name: string) => FontCodes | undefined) {
  const clusters: Cluster[] = [];
  /** For each mark that is open, the cluster whose text it gives. */
  const open: (Cluster | undefined)[] = [];
  let style: string | undefined;
  let font: FontCodes | undefined;
  let [size, x] = [0, left];
  for (INSIDE.lastIndex = 0; INSIDE.lastIndex < text.length; ) {
    const groups = INSIDE.exec(text)?.groups;
    if (!groups || (groups.style && style !== undefined && groups.style !== style)) return undefined;
    if (groups.opens) {
      const cluster = { text: decode(groups.actual ?? ""), glyphs: [] };
      clusters.push(cluster);
      open.push(cluster);
    } else if (groups.reverses) open.push(undefined);
    else if (groups.closes) open.pop();
    else if (groups.style) {
      font = fontOf(groups.font ?? "");
      size = Number(groups.size);
      style = groups.style;
      x = left + Number(groups.x);
    } else
      for (const part of readShown(groups.shown ?? "")) {
        if (!font) return undefined;
        if (typeof part === "number") {
          x -= (part / 1000) * size;
          continue;
        }
        const glyph = { code: part.code, x };
        const marked = open.findLast(Boolean);
        if (marked) marked.glyphs.push(glyph);
        else clusters.push({ text: font.textOf(part.code), glyphs: [glyph] });
        x += (font.widthOf(part.code) / 1000) * size;
      }
  }
  if (!font || !style) return undefined;
  const isMark = clusters.every(({ glyphs }) => glyphs.every(({ code }) => font?.widthOf(code) === 0));
  return { style, font, size, left, right: isMark ? left : x, isMark, clusters };
}

/** Glyphs, and the numbers that move them apart, in thousandths of the size. */
function readShown(shown: string): (number | { code: number })[] {
  return parsePdfValues(shown)
    .flat()
    .flatMap((value): (number | { code: number })[] => {
      if (typeof value === "string")
        return (value.match(/[\s\S]{2}/g) ?? []).map((pair) => ({
          code: (pair.charCodeAt(0) << 8) + pair.charCodeAt(1),
        }));
      const number = "other" in value ? Number(value.other) : Number.NaN;
      return Number.isNaN(number) ? [] : [number];
    });
}

/** A string of a PDF: UTF-16 with its mark in front, or one byte a letter. */
function decode(string: string): string {
  const [value] = parsePdfValues(string);
  const text = typeof value === "string" ? value : "";
  return text.startsWith("\u00fe\u00ff") ? textOfUtf16(text.slice(2)) : text;
}
