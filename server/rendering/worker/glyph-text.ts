import { inflateSync } from "node:zlib";
import { type PdfFile, readKey, readReference } from "../pdf-file.ts";

/**
 * Where several glyphs draw one syllable or letter (Devanagari, dots of Arabic letters, accents set as marks), the compiler gives its
 * text to the first and nothing to the others. PDF/UA-1 wants a Unicode value for every glyph that is used (ISO 14289-1, 7.21.7), so the
 * others get one that adds nothing to a word: U+2060. The text of the whole is in the page's ActualText as before.
 */
const NO_TEXT = "2060";
const MOST_A_BLOCK = 100; // lines between "beginbfchar" and "endbfchar"

/** The tables of glyphs and their text that have to be written anew, by object number. */
export function completeGlyphTexts(file: PdfFile): Map<number, Buffer> {
  const replacements = new Map<number, Buffer>();
  for (const number of file.offsets.keys()) {
    const font = number > 0 ? file.dictionary(number) : "";
    if (!font.includes("\n  /Subtype /Type0\n")) continue;
    const table = readReference(font, "ToUnicode");
    if (table === 0 || replacements.has(table)) continue;
    const text = readStream(file, table).toString("latin1");
    const known = mappedGlyphs(text);
    const count = countGlyphs(file, font);
    const missing: number[] = [];
    for (let glyph = 1; glyph < count; glyph++) if (!known.has(glyph)) missing.push(glyph);
    if (missing.length > 0) replacements.set(table, tableObject(addGlyphs(text, missing)));
  }
  return replacements;
}

function mappedGlyphs(table: string): Set<number> {
  const glyphs = new Set<number>();
  for (const [, block = ""] of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, code = ""] of block.matchAll(/^<([0-9A-F]+)>/gim)) glyphs.add(Number.parseInt(code, 16));
  for (const [, block = ""] of table.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = "", to = ""] of block.matchAll(/^<([0-9A-F]+)> <([0-9A-F]+)>/gim))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) glyphs.add(code);
  return glyphs;
}

/** Of a TrueType font, as the fonts of the library are; an embedded one holds only what is used. */
function countGlyphs(file: PdfFile, font: string): number {
  const [, descendant = "0"] = /(\d+) 0 R/.exec(readKey(font, "DescendantFonts") ?? "") ?? [];
  const descriptor = readReference(file.dictionary(Number(descendant)), "FontDescriptor");
  const embedded = descriptor === 0 ? 0 : readReference(file.dictionary(descriptor), "FontFile2");
  if (embedded === 0) return 0;
  const bytes = readStream(file, embedded);
  const tables = bytes.readUInt16BE(4);
  for (let entry = 12; entry < 12 + tables * 16; entry += 16)
    if (bytes.toString("latin1", entry, entry + 4) === "maxp")
      return bytes.readUInt16BE(bytes.readUInt32BE(entry + 8) + 4);
  return 0;
}

function addGlyphs(table: string, glyphs: number[]): string {
  const blocks: string[] = [];
  for (let begin = 0; begin < glyphs.length; begin += MOST_A_BLOCK) {
    const lines = glyphs.slice(begin, begin + MOST_A_BLOCK).map((glyph) => `<${hex(glyph)}> <${NO_TEXT}>\n`);
    blocks.push(`${lines.length} beginbfchar\n${lines.join("")}endbfchar\n`);
  }
  return table.replace("endcmap", `${blocks.join("")}endcmap`);
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, "0");

function tableObject(table: string): Buffer {
  return Buffer.from(
    `<<\n  /Length ${table.length}\n  /Type /CMap\n  /WMode 0\n>>\nstream\n${table}\nendstream`,
    "latin1",
  );
}

function readStream(file: PdfFile, number: number): Buffer {
  const stream = file.stream(number);
  return file.dictionary(number).includes("/FlateDecode") ? inflateSync(stream) : stream;
}
