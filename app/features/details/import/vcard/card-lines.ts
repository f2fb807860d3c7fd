import { decodeUtf8 } from "../../../../lib/browser/text-file.ts";

/** The lines of a vCard: name, parameters and decoded value. */
export type CardLine = { name: string; parameters: Map<string, string[]>; value: string };

const MAX_LINES = 20_000; // unfolded; a card with a photo has a few hundred

/** A file may have several cards; each is a list of lines. */
export function readCards(bytes: Uint8Array): CardLine[][] {
  const cards: CardLine[][] = [];
  let card: CardLine[] | undefined;
  const { text, isBytes } = decodeFile(bytes);
  for (const raw of unfold(text).slice(0, MAX_LINES)) {
    const line = readLine(raw, isBytes);
    if (!line) continue;
    const what = line.value.trim().toUpperCase();
    if (line.name === "BEGIN" && what === "VCARD") card = [];
    else if (line.name === "END" && what === "VCARD") {
      if (card) cards.push(card);
      card = undefined;
    } else card?.push(line);
  }
  return cards;
}

/** Cards are UTF-8. Old ones name a charset per line, so their bytes are decoded line by line. */
function decodeFile(bytes: Uint8Array): { text: string; isBytes: boolean } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder("utf-16le").decode(bytes), isBytes: false };
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text, isBytes: false };
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES)));
  return { text: parts.join(""), isBytes: true };
}

const PIECE_BYTES = 8 * 1024; // as many arguments as a call takes

/**
 * A line that starts with a space continues the previous one; so does a line after "=" in quoted-printable.
 */
function unfold(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.at(-1);
    const end = last?.at(-1);
    if (last && /^[ \t]/.test(line)) last.push(line.slice(1));
    else if (last && end?.endsWith("=") && isQuotedPrintable(last[0] ?? "")) {
      last[last.length - 1] = end.slice(0, -1);
      last.push(line);
    } else lines.push([line]);
  }
  return lines.map((parts) => parts.join(""));
}

function isQuotedPrintable(line: string): boolean {
  return /^[^:]*QUOTED-PRINTABLE/i.test(line);
}

/** `item1.TEL;TYPE="cell,voice";PREF=1:+49 555` */
function readLine(line: string, isBytes: boolean): CardLine | undefined {
  const colon = findOutsideQuotes(line, ":");
  if (colon < 0) return undefined;
  const [head = "", ...rest] = splitOutsideQuotes(line.slice(0, colon), ";");
  const parameters = readParameters(rest);
  const name = head
    .slice(head.lastIndexOf(".") + 1)
    .trim()
    .toUpperCase();
  return { name, parameters, value: decodeValue(line.slice(colon + 1), parameters, isBytes) };
}

/** Version 2.1 writes what a parameter is without its name: `TEL;HOME;PREF:`. */
function readParameters(given: readonly string[]): Map<string, string[]> {
  const parameters = new Map<string, string[]>();
  for (const part of given) {
    const equals = part.indexOf("=");
    const bare = part.trim().toUpperCase();
    const isEncoding = ["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"].includes(bare);
    const name = equals < 0 ? (isEncoding ? "ENCODING" : "TYPE") : part.slice(0, equals).trim().toUpperCase();
    const values = splitOutsideQuotes(part.slice(equals + 1), ",").map((value) =>
      value.trim().replace(/^"|"$/g, "").toUpperCase(),
    );
    parameters.set(name, [...(parameters.get(name) ?? []), ...values]);
  }
  return parameters;
}

function decodeValue(value: string, parameters: Map<string, string[]>, isBytes: boolean): string {
  const charset = parameters.get("CHARSET")?.[0]?.toLowerCase() ?? "utf-8";
  if (parameters.get("ENCODING")?.includes("QUOTED-PRINTABLE"))
    return decodeBytes(bytesOfQuoted(value), charset);
  return isBytes ? decodeBytes(bytesOf(value), charset) : value;
}

/** Each letter is a byte. */
function bytesOf(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function bytesOfQuoted(value: string): Uint8Array {
  // What is no letter of ASCII should not be there; where it is, it is UTF-8.
  const plain = value
    .toWellFormed()
    .replace(/[\u0080-\u{10ffff}]/gu, (letter) => encodeURIComponent(letter).replaceAll("%", "="));
  return bytesOf(
    plain.replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  );
}

function decodeBytes(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function findOutsideQuotes(text: string, wanted: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === wanted && !isQuoted) return at;
  }
  return -1;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let at = findOutsideQuotes(rest, separator); at >= 0; at = findOutsideQuotes(rest, separator)) {
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...parts, rest];
}

/** `Sorell;Mila;;;` with what is escaped in it. */
export function splitValue(value: string, separator: ";" | ","): string[] {
  const parts = [""];
  for (const [token] of value.matchAll(/\\[\s\S]|[^\\]|\\/g)) {
    if (token === separator) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts.map(unescapeValue);
}

export function unescapeValue(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, letter: string) => (/n/i.test(letter) ? "\n" : letter));
}
