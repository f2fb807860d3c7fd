import { unzlibSync } from "fflate";
import { lettersOfBytes, type PdfObjects, readKey, readPdfObjects, readReference } from "./pdf-objects.ts";

/**
 * The words of a PDF as a machine takes them out of the file: in the order in which the pages draw them, each glyph through its
 * font's table of characters. What is marked as decoration (page numbers, drawn initials) is left out.
 */
export function readPdfText(bytes: Uint8Array): string {
  const file = { bytes, ...readPdfObjects(lettersOfBytes(bytes)) };
  const objects = file.offsets.map((_, number) => (number > 0 ? file.dictionary(number) : ""));
  const tables = new Map<number, Map<string, string>>();
  const tableOf = (font: number) => {
    const known = tables.get(font) ?? readTable(file, objects[font] ?? "");
    tables.set(font, known);
    return known;
  };
  const read = (number: number, resources: string): string => {
    const content = readStream(file, number);
    const fonts = resourcesOf(resources, "Font");
    const forms = resourcesOf(resources, "XObject");
    return readContent(content, {
      characters: (font) => tableOf(fonts.get(font) ?? 0),
      form: (name) => {
        const form = forms.get(name);
        return form && objects[form]?.includes("/Subtype /Form") ? read(form, objects[form] ?? "") : "";
      },
    });
  };
  const pages = pagesIn(objects, readReference(objects[file.root] ?? "", "Pages"));
  return pages.map((page) => read(readReference(page, "Contents"), page)).join("\n");
}

type PdfFile = PdfObjects & { bytes: Uint8Array };

function pagesIn(objects: string[], number: number): string[] {
  const node = objects[number] ?? "";
  if (!node.includes("\n  /Type /Pages")) return [node];
  const kids = readKey(node, "Kids") ?? "";
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesIn(objects, Number(kid)));
}

function readStream(file: PdfFile, number: number): string {
  const { begin, end } = file.streamAt(number);
  const stream = file.bytes.subarray(begin, end);
  return lettersOfBytes(file.dictionary(number).includes("/FlateDecode") ? unzlibSync(stream) : stream);
}

/** `/f0 12 0 R` in the dictionary of resources. */
function resourcesOf(dictionary: string, kind: string): Map<string, number> {
  const entries = new RegExp(`/${kind} <<([^>]*)>>`).exec(dictionary)?.[1] ?? "";
  return new Map(
    [...entries.matchAll(/\/(\S+) (\d+) 0 R/g)].map(([, name = "", number]) => [name, Number(number)]),
  );
}

/** Which characters each code of a font stands for. */
function readTable(file: PdfFile, font: string): Map<string, string> {
  const number = readReference(font, "ToUnicode");
  const table = new Map<string, string>();
  if (number === 0) return table;
  for (const [, lines = ""] of readStream(file, number).matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code = "", characters = ""] of lines.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>/g))
      table.set(code.toUpperCase(), utf16(characters));
  }
  return table;
}

function utf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
}

type Look = { characters(font: string): Map<string, string>; form(name: string): string };

const LETTER = "[^()\\\\]|\\\\[\\s\\S]";
// Brackets that come in pairs may stand in a text as they are, two deep at most among so few bytes.
const INNER = `\\((?:${LETTER}|\\((?:${LETTER})*\\))*\\)`;
const TEXT = `\\((?:${LETTER}|${INNER})*\\)|<[0-9A-Fa-f]*>(?!>)`;
const TOKEN = new RegExp(
  `/(\\w+) [\\d.-]+ Tf|/(\\w+) Do|(/\\w+)\\s+(?:<<([\\s\\S]*?)>>|/\\w+)?\\s*B[DM]C|\\b(EMC)\\b|\\b(BT)\\b|(${TEXT})`,
  "g",
);

function readContent(content: string, { characters, form }: Look): string {
  let words = "";
  let table = new Map<string, string>();
  // For each mark that is open, whether what is in it is left out: decoration, or what other words stand for.
  const marks: { isHidden: boolean }[] = [];
  const isHidden = () => marks.some((mark) => mark.isHidden);
  for (const [, font, drawn, mark, facts = "", ends, begins, text] of content.matchAll(TOKEN)) {
    if (font) table = characters(font);
    else if (drawn && !isHidden()) words += `\n${form(drawn)}`;
    else if (mark) {
      const actual = isHidden() ? undefined : /\/ActualText\s*(\([\s\S]*?\)|<[0-9A-Fa-f]*>)/.exec(facts)?.[1];
      if (actual !== undefined) words += readText(actual);
      marks.push({ isHidden: mark === "/Artifact" || actual !== undefined });
    } else if (ends) marks.pop();
    else if (begins && !isHidden()) words += "\n";
    else if (text && !isHidden())
      words += codesIn(text)
        .map((code) => table.get(code) ?? "")
        .join("");
  }
  return words;
}

/** Two bytes a glyph, as four digits. */
function codesIn(text: string): string[] {
  return digitsOf(lettersIn(text)).match(/.{4}/g) ?? [];
}

/** A text of the file itself: UTF-16 with its mark in front, or one byte a letter. */
function readText(text: string): string {
  const letters = lettersIn(text);
  return letters.startsWith("\u00fe\u00ff") ? utf16(digitsOf(letters.slice(2))) : letters;
}

function digitsOf(letters: string): string {
  let digits = "";
  for (let at = 0; at < letters.length; at++) digits += letters.charCodeAt(at).toString(16).padStart(2, "0");
  return digits.toUpperCase();
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** What a text stands for, one letter a byte. */
function lettersIn(text: string): string {
  if (text.startsWith("<"))
    return (text.slice(1, -1).match(/../g) ?? [])
      .map((byte) => String.fromCharCode(Number.parseInt(byte, 16)))
      .join("");
  return text
    .slice(1, -1)
    .replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
      /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8) & 255) : (ESCAPES[code] ?? code),
    );
}
