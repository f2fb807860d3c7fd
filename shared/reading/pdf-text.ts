import { unzlibSync } from "fflate";
import { lettersOfBytes, type PdfObjects, readKey, readPdfObjects, readReference } from "./pdf-objects.ts";

/**
 * The text of a PDF as a machine extracts it: in drawing order, each glyph mapped through its font's character table. Content
 * marked as decoration (page numbers, drawn initials) is left out. As in other readers, the position on the page decides
 * whether a piece of text continues the previous one, follows it in the same line, or starts a new line.
 */
export function readPdfText(bytes: Uint8Array): string {
  const file = { bytes, ...readPdfObjects(lettersOfBytes(bytes)) };
  const objects = file.offsets.map((_, number) => (number > 0 ? file.dictionary(number) : ""));
  const fontsRead = new Map<number, Font>();
  const fontOf = (number: number) => {
    const known = fontsRead.get(number) ?? {
      characters: readTable(file, objects[number] ?? ""),
      widths: readWidths(objects, objects[number] ?? ""),
    };
    fontsRead.set(number, known);
    return known;
  };
  const read = (number: number, resources: string): string => {
    const content = readStream(file, number);
    const fonts = resourcesOf(resources, "Font");
    const forms = resourcesOf(resources, "XObject");
    return readContent(content, {
      font: (name) => fontOf(fonts.get(name) ?? 0),
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
  const { begin: start, end } = file.streamAt(number);
  const stream = file.bytes.subarray(start, end);
  return lettersOfBytes(file.dictionary(number).includes("/FlateDecode") ? unzlibSync(stream) : stream);
}

/** `/f0 12 0 R` in the dictionary of resources. */
function resourcesOf(dictionary: string, kind: string): Map<string, number> {
  const entries = new RegExp(`/${kind} <<([^>]*)>>`).exec(dictionary)?.[1] ?? "";
  return new Map(
    [...entries.matchAll(/\/(\S+) (\d+) 0 R/g)].map(([, name = "", number]) => [name, Number(number)]),
  );
}

/** The characters of each code of a font. */
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

/** How wide each glyph is, in thousandths of the size: `/W [1 1 592 2 4 486]` is glyph 1, and glyphs 2 to 4. */
function readWidths(objects: string[], font: string): Map<string, number> {
  const [, descendant = "0"] = /(\d+) 0 R/.exec(readKey(font, "DescendantFonts") ?? "") ?? [];
  const widths = new Map<string, number>();
  const table = readKey(objects[Number(descendant)] ?? "", "W") ?? "";
  for (const [, first, last, width] of table.matchAll(/(\d+) (\d+) (-?[\d.]+)/g)) {
    for (let code = Number(first); code <= Number(last); code++)
      widths.set(code.toString(16).toUpperCase().padStart(4, "0"), Number(width));
  }
  return widths;
}

type Font = { characters: Map<string, string>; widths: Map<string, number> };
type Look = { font(name: string): Font; form(name: string): string };

const LETTER = "[^()\\\\]|\\\\[\\s\\S]";
// Balanced brackets may appear unescaped in a text, here at most two deep.
const INNER = `\\((?:${LETTER}|\\((?:${LETTER})*\\))*\\)`;
/** A string of a PDF, as a pattern. */
export const TEXT = `\\((?:${LETTER}|${INNER})*\\)|<[0-9A-Fa-f]*>(?!>)`;
const NUMBER = "-?[\\d.]+";
const TOKEN = new RegExp(
  [
    `/(?<font>\\w+) (?<size>${NUMBER}) Tf`,
    "/(?<drawn>\\w+) Do",
    "(?<mark>/\\w+)\\s+(?:<<(?<facts>[\\s\\S]*?)>>|/\\w+)?\\s*B[DM]C",
    "\\b(?<state>EMC|BT|q|Q)\\b",
    `(?<matrix>(?:${NUMBER} ){6})(?<moves>cm|Tm)\\b`,
    `(?<text>${TEXT})`,
    `(?<shift>${NUMBER}) (?=[(<])`,
  ].join("|"),
  "g",
);

/** As in a PDF: a b c d e f. */
type Matrix = readonly [number, number, number, number, number, number];
const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0];

function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [g, h, i, j, k, l] = outer;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

function readMatrix(numbers: string): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers.trim().split(" ").map(Number);
  return [a, b, c, d, e, f];
}

const SAME_LINE = 0.2; // of the size: a letter that is set a little higher is in the same line
const NO_SPACE = 0.15; // of the size: the narrowest space is about a fifth

function readContent(content: string, { font: fontCalled, form }: Look): string {
  let words = "";
  let font: Font = { characters: new Map(), widths: new Map() };
  let size = 0;
  let page = UNMOVED;
  let line = UNMOVED;
  /** How far the piece of text has advanced, in its own units, and where the previous one ended on the page. */
  let advance = 0;
  let end: { x: number; y: number } | undefined;
  const saved: Matrix[] = [];
  // For each open mark, whether its content is left out: decoration, or content with replacement text.
  const marks: { isHidden: boolean; isDecoration: boolean; actual?: string | undefined }[] = [];
  const isHidden = () => marks.some((mark) => mark.isHidden);
  const isDecoration = () => marks.some((mark) => mark.isDecoration);

  const separate = () => {
    const [a, b, , , x, y] = multiply(line, page);
    const unit = Math.hypot(a, b) * size;
    if (advance > 0 || unit === 0) return;
    if (!end) words += "\n";
    else {
      const along = ((x - end.x) * a + (y - end.y) * b) / Math.hypot(a, b);
      const across = Math.abs((x - end.x) * b - (y - end.y) * a) / Math.hypot(a, b);
      if (across > SAME_LINE * unit || along < -unit) words += "\n";
      else if (along > NO_SPACE * unit) words += " ";
    }
  };
  const goOn = (codes: string[]) => {
    advance += codes.reduce((sum, code) => sum + (font.widths.get(code) ?? 0), 0) * (size / 1000);
    const [a, b, , , x, y] = multiply(line, page);
    end = { x: x + a * advance, y: y + b * advance };
  };

  for (const { groups = {} } of content.matchAll(TOKEN)) {
    const { font: name, drawn, mark, facts = "", state, matrix, moves, text, shift } = groups;
    if (name) {
      font = fontCalled(name);
      size = Number(groups.size);
    } else if (drawn && !isHidden()) {
      words += `\n${form(drawn)}`;
      end = undefined;
    } else if (mark) {
      const actual = isHidden() ? undefined : /\/ActualText\s*(\([\s\S]*?\)|<[0-9A-Fa-f]*>)/.exec(facts)?.[1];
      const isArtifact = mark === "/Artifact";
      marks.push({ isHidden: isArtifact || actual !== undefined, isDecoration: isArtifact, actual });
    } else if (state === "EMC") {
      const actual = marks.pop()?.actual;
      if (actual !== undefined) words += readText(actual);
    } else if (state === "BT") {
      line = UNMOVED;
      advance = 0;
    } else if (state === "q") saved.push(page);
    else if (state === "Q") page = saved.pop() ?? UNMOVED;
    else if (matrix && moves === "cm") page = multiply(readMatrix(matrix), page);
    else if (matrix) line = readMatrix(matrix);
    else if (shift) advance -= (Number(shift) / 1000) * size;
    else if (text && !isDecoration()) {
      separate();
      const codes = codesIn(text);
      if (!isHidden()) words += codes.map((code) => font.characters.get(code) ?? "").join("");
      goOn(codes);
    }
  }
  return words;
}

/** Two bytes a glyph, as four digits. */
function codesIn(text: string): string[] {
  return digitsOf(lettersIn(text)).match(/.{4}/g) ?? [];
}

/** A text of the file itself: UTF-16 with a byte order mark, or one byte per character. */
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

/** The value of a text, one character per byte. */
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
