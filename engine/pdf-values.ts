import { lettersOfHex } from "./bytes.ts";

/** The values of a PDF: a string has one letter a byte; numbers, booleans and null are all alike here. */
export type PdfValue = string | { name: string } | { reference: number } | PdfValue[] | Dictionary | Other;
export type Dictionary = Map<string, PdfValue>;
type Other = { other: string };

const DEEPEST = 100; // the compiler nests a handful of levels
const BLANK = /(?:[\s\0]|%[^\r\n]*)*/y;
const REFERENCE = /(\d+)\s+\d+\s+R\b/y;
const NAME = /\/([^\s\0()<>[\]{}/%]*)/y;
const HEX = /<([\s\0\dA-Fa-f]*)>/y;
const WORD = /[^\s\0()<>[\]{}/%]+/y;

/** All values of a text, in order; unreadable parts are skipped. */
export function parsePdfValues(text: string): PdfValue[] {
  let at = 0;

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  }

  function parseUntil(end: string, depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      match(BLANK);
      if (at >= text.length) return values;
      if (end && text.startsWith(end, at)) {
        at += end.length;
        return values;
      }
      const value = parseOne(depth);
      if (value !== undefined) values.push(value);
    }
  }

  function parseOne(depth: number): PdfValue | undefined {
    if (depth > DEEPEST) throw new RangeError("a PDF is nested too deeply");
    if (text.startsWith("<<", at)) {
      at += 2;
      return dictionaryOf(parseUntil(">>", depth + 1));
    }
    if (text[at] === "[") {
      at += 1;
      return parseUntil("]", depth + 1);
    }
    if (text[at] === "(") return parseLiteral();
    const hex = match(HEX);
    if (hex) return lettersOfHex(padded(hex[1] ?? ""));
    const name = match(NAME);
    if (name) return { name: unescapeName(name[1] ?? "") };
    const reference = match(REFERENCE);
    if (reference) return { reference: Number(reference[1]) };
    const word = match(WORD);
    if (word) return { other: word[0] };
    at += 1; // a bracket that closes nothing
    return undefined;
  }

  /** Brackets nest in it; a backslash takes the next sign, or up to three octal digits, as it is. */
  function parseLiteral(): string {
    let open = 0;
    const start = at + 1;
    for (; at < text.length; at++) {
      const sign = text[at];
      if (sign === "\\") at += 1;
      else if (sign === "(") open += 1;
      else if (sign === ")" && --open === 0) break;
    }
    at += 1;
    return unescapeLiteral(text.slice(start, at - 1));
  }

  return parseUntil("", 0);
}

function dictionaryOf(values: PdfValue[]): Dictionary {
  const dictionary: Dictionary = new Map();
  for (let place = 0; place < values.length; place++) {
    const key = values[place];
    const value = values[place + 1];
    if (typeof key !== "object" || !("name" in key) || value === undefined) continue;
    dictionary.set(key.name, value);
    place += 1;
  }
  return dictionary;
}

function padded(hex: string): string {
  const digits = hex.replace(/[\s\0]/g, "");
  return digits.length % 2 === 0 ? digits : `${digits}0`;
}

function unescapeName(name: string): string {
  return name.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", "\n": "", "\r": "" };

export function unescapeLiteral(literal: string): string {
  return literal.replace(/\\(\r\n|[0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8) & 255)
      : code === "\r\n"
        ? ""
        : (ESCAPES[code] ?? code),
  );
}
