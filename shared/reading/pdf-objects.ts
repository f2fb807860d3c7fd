/**
 * The objects of a PDF as the compiler writes it: plain objects one after the other, a plain cross-reference table, one dictionary
 * key a line, indented by two blanks, and no raw line break inside a string. That makes a key at the start of a line a real key.
 */

const STREAM = "\nstream\n";

export type PdfObjects = {
  /** Offset of each object; index 0 is unused. */
  offsets: number[];
  xrefOffset: number;
  root: number;
  info: number;
  id: string;
  /** The object without its stream. */
  dictionary(number: number): string;
  /** Where the bytes of its stream are. */
  streamAt(number: number): { begin: number; end: number };
};

/** `text` is the file, one character per byte. */
export function readPdfObjects(text: string): PdfObjects {
  const tailAt = text.lastIndexOf("trailer");
  const tail = text.slice(tailAt);
  const xrefOffset = Number(/startxref\s+(\d+)/.exec(tail)?.[1]);
  const table = text.slice(xrefOffset, tailAt);
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} [nf]/gm)].map((entry) => Number(entry[1]));
  const ends = endsOf(offsets, xrefOffset);

  function dictionary(number: number): string {
    const object = text.slice(offsets[number], ends[number]);
    const stream = object.indexOf(STREAM);
    return stream < 0 ? object : object.slice(0, stream);
  }

  function streamAt(number: number): { begin: number; end: number } {
    const start = text.indexOf(STREAM, offsets[number]) + STREAM.length;
    return { begin: start, end: start + Number(readKey(dictionary(number), "Length")) };
  }

  return {
    offsets,
    xrefOffset,
    root: readReference(tail, "Root"),
    info: readReference(tail, "Info"),
    id: /^ {2}\/ID (.*)$/m.exec(tail)?.[1] ?? "",
    dictionary,
    streamAt,
  };
}

/** Each object ends where the next one in the file begins. */
function endsOf(offsets: number[], xrefOffset: number): number[] {
  const order = offsets.map((_, number) => number).sort((a, b) => (offsets[a] ?? 0) - (offsets[b] ?? 0));
  const ends: number[] = [];
  for (const [place, number] of order.entries()) ends[number] = offsets[order[place + 1] ?? -1] ?? xrefOffset;
  return ends;
}

/** The value of a key of the outermost dictionary: the rest of its line, or all lines of a nested value. */
export function readKey(dictionary: string, key: string): string | undefined {
  let pattern = patterns.get(key);
  if (!pattern) {
    pattern = new RegExp(`^ {2}/${key} ((?:.*)(?:\\n(?: {4}.*| {2}[>\\]].*))*)`, "m");
    patterns.set(key, pattern);
  }
  return pattern.exec(dictionary)?.[1];
}

/** Made once a key: hundreds of objects are asked for the same few. */
const patterns = new Map<string, RegExp>();

export function readReference(dictionary: string, key: string): number {
  return Number(/^(\d+) 0 R/.exec(readKey(dictionary, key) ?? "")?.[1] ?? 0);
}

const PIECE_BYTES = 8 * 1024; // as many arguments as a call takes

/** One character per byte. A "latin1" decoder would use Windows-1252, which differs in some places. */
export function lettersOfBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES)));
  return pieces.join("");
}
