import { t } from "@lingui/core/macro";
import { Inflate } from "fflate";

/** A file that can't be read, with a message for the person. */
export class UnreadableFile extends Error {}

/** The files in a ZIP, inflated on demand. Their total size is limited, whatever the ZIP claims. */
export type ZipEntries = {
  /** As they are written in the ZIP. */
  names: readonly string[];
  read(name: string): string | undefined;
  readBytes(name: string): Uint8Array | undefined;
};

/** `tooLarge` is the message when a limit is exceeded. */
type Bounds = { maxBytes?: number; maxEntries?: number; tooLarge?: string };

type Entry = { name: string; method: number; packedBytes: number; offset: number };

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const MAX_ENTRIES = 2_000; // a workbook has a few dozen
const MAX_INFLATED_BYTES = 96 * 1024 * 1024; // 10,000 rows of 100 columns; a small file can claim gigabytes
const STEP_BYTES = 16 * 1024; // inflates to 16 MB at most, so the limit is exceeded by no more than that

export function openZip(bytes: Uint8Array, bounds: Bounds = {}): ZipEntries {
  const { maxBytes = MAX_INFLATED_BYTES, maxEntries = MAX_ENTRIES } = bounds;
  const { tooLarge = t`This file is too large.` } = bounds;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = listEntries(bytes, view, maxEntries, tooLarge);
  let inflatedBytes = 0;

  function inflate(packed: Uint8Array): Uint8Array[] {
    const parts: Uint8Array[] = [];
    const inflater = new Inflate((part) => {
      inflatedBytes += part.length;
      parts.push(part);
    });
    for (let at = 0; at < packed.length; at += STEP_BYTES) {
      inflater.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length);
      if (inflatedBytes > maxBytes) throw new UnreadableFile(tooLarge);
    }
    return parts;
  }

  function partsOf(name: string): Uint8Array[] | undefined {
    const entry = entries.get(name.toLowerCase());
    if (!entry) return undefined;
    const { method, packedBytes, offset } = entry;
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const packed = bytes.subarray(start, start + packedBytes);
    if (method !== 0 && method !== 8)
      throw new UnreadableFile(t`This file is compressed in a way we can’t read.`);
    return method === 0 ? [packed] : inflate(packed);
  }

  return {
    names: [...entries.values()].map(({ name }) => name),
    read(name) {
      const decoder = new TextDecoder();
      const parts = partsOf(name);
      return parts && parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
    },
    readBytes(name) {
      const parts = partsOf(name);
      return parts && joinBytes(parts);
    },
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function listEntries(
  bytes: Uint8Array,
  view: DataView,
  maxEntries: number,
  tooLarge: string,
): Map<string, Entry> {
  const end = findEnd(view);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new UnreadableFile(tooLarge);
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new UnreadableFile(t`This file is damaged.`);
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes));
    entries.set(name.toLowerCase(), {
      name,
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw new UnreadableFile(t`This file is damaged or incomplete.`);
}
