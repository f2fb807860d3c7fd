import { unzlibSync } from "fflate";
import { lettersOfBytes, type PdfObjects, readPdfObjects } from "../shared/reading/pdf-objects.ts";
import { bytesOfLetters, joinBytes } from "./bytes.ts";

export { readKey, readReference } from "../shared/reading/pdf-objects.ts";

/**
 * A PDF as the compiler writes it, with its bytes. No library: pdf-lib and its like write a file of their own, which loses the tags and
 * the byte-for-byte sameness of two renders.
 */
export type PdfFile = PdfObjects & {
  bytes: Uint8Array;
  /** As it is in the file, which may be compressed. */
  stream(number: number): Uint8Array;
  /** Decompressed. */
  content(number: number): Uint8Array;
};

export function readPdf(bytes: Uint8Array): PdfFile {
  const objects = readPdfObjects(lettersOfBytes(bytes));
  const stream = (number: number) => {
    const { begin: start, end } = objects.streamAt(number);
    return bytes.subarray(start, end);
  };
  return {
    ...objects,
    bytes,
    stream,
    content: (number) =>
      /\/FlateDecode\b/.test(objects.dictionary(number)) ? unzlibSync(stream(number)) : stream(number),
  };
}

/** Replaces some objects and rewrites the table; nothing of the replaced objects is left. */
export function rewritePdf(file: PdfFile, replacements: Map<number, Uint8Array>): Uint8Array {
  const offsets = [...file.offsets];
  const inOrder = [...file.offsets.keys()]
    .slice(1)
    .sort((a, b) => (file.offsets[a] ?? 0) - (file.offsets[b] ?? 0));
  const startOf = (number: number | undefined) => file.offsets[number ?? -1] ?? file.xrefOffset;
  const parts: Uint8Array[] = [file.bytes.subarray(0, startOf(inOrder[0]))];
  let length = startOf(inOrder[0]);
  const push = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  for (const [place, number] of inOrder.entries()) {
    if (replacements.has(number)) continue;
    offsets[number] = length;
    push(file.bytes.subarray(startOf(number), startOf(inOrder[place + 1])));
  }
  for (const [number, content] of replacements) {
    offsets[number] = length;
    push(bytesOfLetters(`${number} 0 obj\n`));
    push(content);
    push(bytesOfLetters("\nendobj\n\n"));
  }
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n\r\n`);
  const trailer = `trailer\n<<\n  /Size ${offsets.length}\n  /Root ${file.root} 0 R\n  /Info ${file.info} 0 R\n  /ID ${file.id}\n>>\n`;
  const xrefOffset = length;
  push(
    bytesOfLetters(
      `xref\n0 ${offsets.length}\n0000000000 65535 f\r\n${entries.join("")}${trailer}startxref\n${xrefOffset}\n%%EOF`,
    ),
  );
  return joinBytes(parts);
}
