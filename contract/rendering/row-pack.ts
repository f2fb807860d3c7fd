/**
 * The PDFs of some rows in one answer: the length or error of each as JSON, preceded by the JSON's own length; then the bytes.
 */

type RowError = { message: string; extensions?: Record<string, unknown> };
export type PackedRow = { bytes: Uint8Array } | { errors: RowError[] };
type Entry = number | { errors: RowError[] };

/** Rows allowed in one request. */
export const MAX_PACKED_ROWS = 16;

const LENGTH_BYTES = 4;

export function packRows(rows: readonly PackedRow[]): Uint8Array<ArrayBuffer> {
  const entries: Entry[] = rows.map((row) => ("bytes" in row ? row.bytes.length : row));
  const head = new TextEncoder().encode(JSON.stringify(entries));
  const files = rows.flatMap((row) => ("bytes" in row ? [row.bytes] : []));
  const pack = new Uint8Array(files.reduce((sum, file) => sum + file.length, LENGTH_BYTES + head.length));
  new DataView(pack.buffer).setUint32(0, head.length);
  let place = LENGTH_BYTES;
  for (const part of [head, ...files]) {
    pack.set(part, place);
    place += part.length;
  }
  return pack;
}

/** The files are views of the pack and not copies. */
export function unpackRows(pack: Uint8Array): PackedRow[] {
  const headLength = new DataView(pack.buffer, pack.byteOffset).getUint32(0);
  let place = LENGTH_BYTES + headLength;
  const entries: Entry[] = JSON.parse(new TextDecoder().decode(pack.subarray(LENGTH_BYTES, place)));
  return entries.map((entry) => {
    if (typeof entry !== "number") return entry;
    const bytes = pack.subarray(place, place + entry);
    if (bytes.length !== entry) throw new RangeError("the answer ends in the middle of a file");
    place += entry;
    return { bytes };
  });
}
