/**
 * Reads a PDF as the compiler writes it: plain objects one after the other, a plain cross-reference table, one dictionary key
 * a line, indented by two blanks, and no raw line break inside a string. That makes a key at the start of a line a real key.
 */

const STREAM = "\nstream\n";

export type PdfFile = {
  bytes: Buffer;
  /** Offset of each object; index 0 is unused. */
  offsets: number[];
  xrefOffset: number;
  root: number;
  info: number;
  id: string;
  /** The object without its stream. */
  dictionary(number: number): string;
  stream(number: number): Buffer;
};

export function readPdf(source: Uint8Array): PdfFile {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const tail = bytes.toString("latin1", bytes.lastIndexOf("trailer"));
  const xrefOffset = Number(/startxref\s+(\d+)/.exec(tail)?.[1]);
  const table = bytes.toString("latin1", xrefOffset, bytes.length - tail.length);
  const offsets = [...table.matchAll(/^(\d{10}) \d{5} [nf]/gm)].map((entry) => Number(entry[1]));
  const ends = endsOf(offsets, xrefOffset);
  const text = bytes.toString("latin1", 0, xrefOffset);

  function dictionary(number: number): string {
    const object = text.slice(offsets[number], ends[number]);
    const stream = object.indexOf(STREAM);
    return stream < 0 ? object : object.slice(0, stream);
  }

  function stream(number: number): Buffer {
    const start = text.indexOf(STREAM, offsets[number]) + STREAM.length;
    const length = Number(readKey(dictionary(number), "Length"));
    return bytes.subarray(start, start + length);
  }

  return {
    bytes,
    offsets,
    xrefOffset,
    root: readReference(tail, "Root"),
    info: readReference(tail, "Info"),
    id: /^ {2}\/ID (.*)$/m.exec(tail)?.[1] ?? "",
    dictionary,
    stream,
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

/** Writes some objects anew and the table with them; what stood in their place is cut when it was the file's end. */
export function rewritePdf(file: PdfFile, replacements: Map<number, Buffer>): Uint8Array {
  const offsets = [...file.offsets];
  const replaced = [...replacements.keys()].map((number) => offsets[number] ?? 0);
  const kept = offsets.filter((_, number) => number > 0 && !replacements.has(number));
  const firstReplaced = Math.min(...replaced);
  const bodyEnd = kept.every((offset) => offset < firstReplaced) ? firstReplaced : file.xrefOffset;
  const parts: Buffer[] = [file.bytes.subarray(0, bodyEnd)];
  let length = bodyEnd;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [number, content] of replacements) {
    offsets[number] = length;
    push(Buffer.concat([Buffer.from(`${number} 0 obj\n`), content, Buffer.from("\nendobj\n\n")]));
  }
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n\r\n`);
  const trailer = `trailer\n<<\n  /Size ${offsets.length}\n  /Root ${file.root} 0 R\n  /Info ${file.info} 0 R\n  /ID ${file.id}\n>>\n`;
  const xrefOffset = length;
  push(
    Buffer.from(
      `xref\n0 ${offsets.length}\n0000000000 65535 f\r\n${entries.join("")}${trailer}startxref\n${xrefOffset}\n%%EOF`,
      "latin1",
    ),
  );
  return Buffer.concat(parts);
}
