import { type PdfObjects, readPdfObjects } from "../../contract/reading/pdf-objects.ts";

export { readKey, readReference } from "../../contract/reading/pdf-objects.ts";

/** A PDF as the compiler writes it, with its bytes. */
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
