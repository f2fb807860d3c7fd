import { lettersOfBytes } from "../../shared/reading/pdf-objects.ts";
import { packedStream } from "../bytes.ts";
import { type PdfFile, readReference } from "../pdf-file.ts";
import { type FontCodes, hexOf, NO_TEXT, openFontCodes, type Writing } from "./font-codes.ts";
import { type PlacedWord, type PlacedWords, readTagOwners, writeTagOrder } from "./tag-order.ts";
import { type Glyph, readTextPieces, type TextPiece } from "./text-pieces.ts";

/**
 * Makes the text of a PDF readable for programs where several glyphs draw one letter: the dots of Arabic letters, Hebrew points,
 * Devanagari syllables, Thai vowels. The compiler draws what is at another height as a piece of its own and gives each piece the text of the
 * whole letter, so readers find it twice and find gaps in words. Here a word is one piece whose glyphs with a width have all of its text, in
 * the order in which they are drawn, and the marks above and below follow without any. What is drawn stays the same.
 */
export function makeTextReadable(file: PdfFile, writing: Writing): void {
  const fonts = new Map<number, ReturnType<typeof openFontCodes>>();
  for (const number of file.offsets.keys())
    if (number > 0 && file.dictionary(number).includes("\n  /Subtype /Type0\n"))
      fonts.set(number, openFontCodes(file, number));
  if ([...fonts.values()].some(({ isComplex }) => isComplex)) rewritePages(file, fonts, writing);
  for (const font of fonts.values()) font.write(writing);
}

function rewritePages(file: PdfFile, fonts: Map<number, FontCodes>, writing: Writing) {
  const owners = readTagOwners(file);
  const placed: PlacedWords = { words: new Map(), joined: new Set() };
  for (const page of file.offsets.keys()) {
    const dictionary = page > 0 ? file.dictionary(page) : "";
    if (!dictionary.includes("\n  /Type /Page\n")) continue;
    const named = new Map(
      [...dictionary.matchAll(/^ +\/(f\d+) (\d+) 0 R$/gm)].map(([, name = "", font]) => [
        name,
        fonts.get(Number(font)),
      ]),
    );
    if (![...named.values()].some((font) => font?.isComplex)) continue;
    const stream = readReference(dictionary, "Contents");
    const content = lettersOfBytes(file.content(stream));
    const pieces = readTextPieces(content, (name) => named.get(name));
    const words = joinPieces(pieces, (mcid) => owners.get(`${page} ${mcid}`));
    writing.replace(stream, packedStream(rewriteWords(content, words)));
    for (const [first, ...others] of words) {
      if (!first || first.mcid < 0) continue;
      placed.words.set(`${page} ${first.mcid}`, placeWord(first, [first, ...others]));
      for (const { mcid } of others) placed.joined.add(`${page} ${mcid}`);
    }
  }
  writeTagOrder(file, placed, writing);
}

function placeWord({ left, y, size }: TextPiece, word: readonly TextPiece[]): PlacedWord {
  const text = word.flatMap(({ clusters }) => clusters.map((cluster) => cluster.text)).join("");
  return { text, left, right: word.at(-1)?.right ?? left, y, size };
}

const TOUCHING = 0.2; // of the size: between pieces of a word is at most some kerning

/** Pieces of one font that follow each other in the content and on the line. */
function joinPieces(
  pieces: readonly TextPiece[],
  ownerOf: (mcid: number) => number | undefined,
): TextPiece[][] {
  const words: TextPiece[][] = [];
  for (const piece of pieces) {
    const word = words.at(-1);
    const before = word?.at(-1);
    const joins =
      before &&
      piece.font.isComplex &&
      before.end === piece.begin &&
      before.font === piece.font &&
      before.style === piece.style &&
      before.colour === piece.colour &&
      Math.abs(piece.y - before.y) < piece.size &&
      Math.abs(piece.left - before.right) < TOUCHING * piece.size &&
      ownerOf(before.mcid) === ownerOf(piece.mcid);
    if (joins) word?.push(piece);
    else words.push([piece]);
  }
  return words;
}

function rewriteWords(content: string, words: readonly TextPiece[][]): string {
  let [written, at] = ["", 0];
  for (const word of words) {
    const [first, last] = [word[0], word.at(-1)];
    if (!first?.font.isComplex || !last) continue;
    written += content.slice(at, first.begin) + writeWord(first, word);
    at = last.end;
  }
  return written + content.slice(at);
}

function writeWord(first: TextPiece, word: readonly TextPiece[]): string {
  const letters: (Glyph & { text: string; y: number })[] = [];
  const marks = new Map<number, Glyph[]>();
  for (const [place, piece] of word.entries()) {
    const isRepeated = piece.isMark && repeats(piece, word, place);
    for (const cluster of piece.clusters) {
      const texts = isRepeated ? [] : divideText(cluster, piece.font);
      for (const [index, glyph] of cluster.glyphs.entries()) {
        const text = texts[index];
        if (text !== undefined) letters.push({ ...glyph, text, y: piece.y });
        else addTo(marks, piece.y, { ...glyph, code: piece.font.codeFor(glyph.code, NO_TEXT) });
      }
    }
  }
  beginWithLetter(letters);
  const heights = new Map<number, Glyph[]>();
  for (const { code, x, y, text } of letters) addTo(heights, y, { code: first.font.codeFor(code, text), x });
  const isReversed = word.some(({ clusters }) => clusters.some(({ text }) => RIGHT_TO_LEFT.test(text)));
  const shown = [...heights].map(([y, glyphs]) => writeGlyphs(first, y, glyphs, isReversed)).join("");
  const silent = [...marks].map(([y, glyphs]) => writeGlyphs(first, y, glyphs, false)).join("");
  const apart = silent && `/Span <<\n  /ActualText <FEFF>\n>> BDC\n${silent}EMC\n`;
  return `${first.opening}${shown}${apart}${first.opening && "EMC\n"}`;
}

function addTo(heights: Map<number, Glyph[]>, y: number, glyph: Glyph) {
  heights.set(y, [...(heights.get(y) ?? []), glyph]);
}

/** Before 6.5, pdf.js finds no gap before a glyph whose text has a combining character, and so no space before the word. */
function beginWithLetter([first, second]: { text: string }[]) {
  const [, letter = "", rest = ""] = /^(\P{M})(\p{M}.*)$/su.exec(first?.text ?? "") ?? [];
  if (!first || !second || !letter) return;
  first.text = letter;
  second.text = rest + second.text;
}

/** Whether a mark has the text of the letter it belongs to, which is drawn before or after it. */
function repeats(mark: TextPiece, word: readonly TextPiece[], place: number): boolean {
  const before = word.slice(0, place).findLast(({ isMark }) => !isMark);
  const after = word.slice(place).find(({ isMark }) => !isMark);
  return mark.clusters.every(
    ({ text }) => before?.clusters.at(-1)?.text === text || after?.clusters[0]?.text === text,
  );
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A part of the text for each glyph that has a width, in the order in which they are drawn; readers turn around what is read from right to
 * left. Each part has a letter: readers take a combining character alone for something without a width.
 */
function divideText(
  { text, glyphs }: { text: string; glyphs: Glyph[] },
  font: FontCodes,
): (string | undefined)[] {
  const plain = text.replace(BIDI_CONTROLS, "");
  if (glyphs.length === 1 && (plain === "" || [...plain].length === 1)) return [plain || text];
  let wideLeft = glyphs.filter(({ code }) => font.widthOf(code) > 0).length;
  if (wideLeft === 0) return [RIGHT_TO_LEFT.test(plain) ? [...plain].reverse().join("") : plain];
  // Letters with the combining characters that follow each.
  const letters = plain.match(/.\p{Mn}*/gsu) ?? [];
  if (RIGHT_TO_LEFT.test(plain)) letters.reverse();
  const parts = letters.map((letter) =>
    RIGHT_TO_LEFT.test(letter) ? [...letter].reverse().join("") : letter,
  );
  return glyphs.map(({ code }) => {
    if (font.widthOf(code) === 0) return undefined;
    wideLeft -= 1;
    const count = wideLeft === 0 ? parts.length : Math.max(1, parts.length - wideLeft);
    return parts.splice(0, count).join("") || NO_TEXT;
  });
}

/** Glyphs at one height, as one operator. */
function writeGlyphs(
  { colour, style, font, size }: TextPiece,
  y: number,
  glyphs: Glyph[],
  isReversed: boolean,
): string {
  const left = glyphs[0]?.x ?? 0;
  let [shown, pen] = ["", left];
  for (const { code, x } of glyphs) {
    const shift = round(((pen - x) / size) * 1000);
    if (shift !== 0) shown += ` ${shift} `;
    shown += `<${hexOf(String.fromCharCode(code))}>`;
    pen += ((font.widthOf(code) - shift) / 1000) * size;
  }
  const text = `${style}1 0 0 -1 0 0 Tm\n[${shown.replaceAll("><", "").trim()}] TJ\n`;
  const marked = isReversed ? `/ReversedChars BMC\n${text}EMC\n` : text;
  return `q\n1 0 0 -1 ${round(left)} ${y} cm\n${colour}BT\n${marked}ET\nQ\n`;
}

/** As exact as the compiler writes numbers. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;
