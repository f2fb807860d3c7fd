import { lettersOfBytes } from "../../shared/reading/pdf-objects.ts";
import { bytesOfLetters, lettersOfHex, textOfUtf16 } from "../bytes.ts";
import { type PdfFile, readKey, readReference } from "../pdf-file.ts";

/**
 * The codes of a font in a PDF. Each code has a glyph and the text that readers take for it. The compiler gives every glyph one code and
 * so one text, which is wrong for a glyph that is part of several letters (the same stroke in ب and ن). Here such a glyph gets another code.
 */
export type FontCodes = {
  /** Whether it may have letters that are drawn with several glyphs, or are read from right to left. */
  isComplex: boolean;
  textOf(code: number): string;
  /** In thousandths of the font size. */
  widthOf(code: number): number;
  /** The code of a glyph that reads as a text. */
  codeFor(glyph: number, text: string): number;
};

/** PDF/UA-1 demands a Unicode value for every glyph that is used (ISO 14289-1, 7.21.7). This one adds nothing to a word. */
export const NO_TEXT = "\u2060";

const SIMPLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Han}]*$/u;
const MAX_A_BLOCK = 100; // lines between "beginbfchar" and "endbfchar"

export type Writing = {
  add(content: Uint8Array): number;
  replace(number: number, content: Uint8Array): void;
};
type OpenFontCodes = FontCodes & { write(writing: Writing): void };

export function openFontCodes(file: PdfFile, number: number): OpenFontCodes {
  const font = file.dictionary(number);
  const table = readReference(font, "ToUnicode");
  const [, found = "0"] = /(\d+) 0 R/.exec(readKey(font, "DescendantFonts") ?? "") ?? [];
  const descendant = Number(found);
  const written = table === 0 ? "" : lettersOfBytes(file.content(table));
  const texts = readTexts(written);
  const widths = readWidths(readKey(file.dictionary(descendant), "W") ?? "");
  const count = countGlyphs(file, descendant);
  const glyphs = Array.from({ length: count }, (_, glyph) => glyph);
  const missing = table === 0 ? [] : glyphs.slice(1).filter((glyph) => !texts.has(glyph));
  const codes = new Map<string, number>();
  const added = new Map(missing.map((glyph) => [glyph, NO_TEXT]));

  return {
    isComplex:
      [...texts.values()].some((text) => !SIMPLE.test(text)) ||
      glyphs.slice(1).some((glyph) => !widths.get(glyph)),
    textOf: (code) => texts.get(code) ?? "",
    widthOf: (code) => widths.get(glyphs[code] ?? code) ?? 0,
    codeFor(glyph, text) {
      if ((texts.get(glyph) ?? NO_TEXT) === text) return glyph;
      const key = `${glyph} ${text}`;
      const code = codes.get(key) ?? glyphs.length;
      if (code === glyphs.length) {
        glyphs.push(glyph);
        codes.set(key, code);
        added.set(code, text);
      }
      return code;
    },
    write({ add, replace }) {
      if (added.size > 0) replace(table, streamObject("/Type /CMap\n  /WMode 0", addTexts(written, added)));
      if (glyphs.length === count) return;
      const map = String.fromCharCode(...glyphs.flatMap((glyph) => [glyph >> 8, glyph & 255]));
      const own = bodyOf(file.dictionary(descendant));
      const more = glyphs
        .slice(count)
        .map((glyph, at) => ` ${count + at} ${count + at} ${widths.get(glyph) ?? 0}`);
      replace(
        descendant,
        bytesOfLetters(
          own
            .replace("/CIDToGIDMap /Identity", `/CIDToGIDMap ${add(streamObject("", map))} 0 R`)
            .replace(/(\n {2}\/W \[[^\]]*)\]/, `$1${more.join("")}]`),
        ),
      );
      // It lists the codes that are used, is optional, and would be wrong now.
      const descriptor = readReference(own, "FontDescriptor");
      const described = bodyOf(file.dictionary(descriptor)).replace(/\n {2}\/CIDSet .*/, "");
      replace(descriptor, bytesOfLetters(described));
    },
  };
}

function readTexts(table: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, block = ""] of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, code = "", text = ""] of block.matchAll(/^<([0-9A-F]+)> <([0-9A-F]*)>/gim))
      texts.set(Number.parseInt(code, 16), textOfUtf16(lettersOfHex(text)));
  return texts;
}

/** `[1 1 592 2 4 486]`: glyph 1, and glyphs 2 to 4. */
function readWidths(table: string): Map<number, number> {
  const widths = new Map<number, number>();
  for (const [, first, last, width] of table.matchAll(/(\d+) (\d+) (-?[\d.]+)/g))
    for (let code = Number(first); code <= Number(last); code++) widths.set(code, Number(width));
  return widths;
}

const MAXP = 0x6d617870; // the name of the table that has the number of glyphs

/** Of a TrueType font, as the fonts of the library are; an embedded one holds only what is used. */
function countGlyphs(file: PdfFile, descendant: number): number {
  const descriptor = descendant === 0 ? 0 : readReference(file.dictionary(descendant), "FontDescriptor");
  const embedded = descriptor === 0 ? 0 : readReference(file.dictionary(descriptor), "FontFile2");
  if (embedded === 0) return 0;
  const bytes = file.content(embedded);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = view.getUint16(4);
  for (let entry = 12; entry < 12 + tables * 16; entry += 16)
    if (view.getUint32(entry) === MAXP) return view.getUint16(view.getUint32(entry + 8) + 4);
  return 0;
}

function addTexts(table: string, texts: Map<number, string>): string {
  const lines = [...texts].map(([code, text]) => `<${hex(code)}> <${hexOf(text)}>\n`);
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += MAX_A_BLOCK) {
    const block = lines.slice(start, start + MAX_A_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join("")}endbfchar\n`);
  }
  return table.replace("endcmap", `${blocks.join("")}endcmap`);
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, "0");

/** UTF-16 as PDFs have it. */
export function hexOf(text: string): string {
  return text.replace(/[\s\S]/g, (unit) => hex(unit.charCodeAt(0)));
}

function streamObject(keys: string, bytes: string): Uint8Array {
  const rest = keys ? `\n  ${keys}` : "";
  return bytesOfLetters(`<<\n  /Length ${bytes.length}${rest}\n>>\nstream\n${bytes}\nendstream`);
}

export function bodyOf(object: string): string {
  return object.slice(object.indexOf("<<"), object.lastIndexOf("endobj")).trimEnd();
}
