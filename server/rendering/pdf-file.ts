import { type PdfObjects, readPdfObjects } from "../../shared/reading/pdf-objects.ts";

export { readKey, readReference } from "../../shared/reading/pdf-objects.ts";

/**
 * A PDF as the compiler writes it, with its bytes. No library: pdf-lib and its like write a file of their own, which loses the tags and
 * the byte-for-byte sameness of two renders.
 */
export type PdfFile = PdfObjects & { bytes: Buffer; stream(number: number): Buffer };

export function readPdf(source: Uint8Array): PdfFile {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const objects = readPdfObjects(bytes.toString("latin1"));
  return {
    ...objects,
    bytes,
    stream(number) {
      const { begin, end } = objects.streamAt(number);
      return bytes.subarray(begin, end);
    },
  };
}

/** Replaces some objects and rewrites the table; nothing of the replaced objects is left. */
export function rewritePdf(file: PdfFile, replacements: Map<number, Buffer>): Uint8Array {
  const offsets = [...file.offsets];
  const inOrder = [...file.offsets.keys()]
    .slice(1)
    .sort((a, b) => (file.offsets[a] ?? 0) - (file.offsets[b] ?? 0));
  const startOf = (number: number | undefined) => file.offsets[number ?? -1] ?? file.xrefOffset;
  const parts: Buffer[] = [file.bytes.subarray(0, startOf(inOrder[0]))];
  let length = startOf(inOrder[0]);
  const push = (part: Buffer) => {
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
