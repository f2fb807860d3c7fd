import { pipeline, Readable } from "node:stream";
import { constants, crc32, createDeflateRaw } from "node:zlib";

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> };

const PIECE_BYTES = 64 * 1024;
const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const VERSION = 20; // 2.0: deflated, with folders in names
const FLAGS = 0x0808; // sizes follow the content; names are UTF-8
const DEFLATED = 8;
// A day that every reader accepts; the files carry their own dates where they have any.
const TIME_AND_DAY = 0x00210000;

type Written = { name: Buffer; offset: number; crc: number; size: number; packed: number };

/**
 * A ZIP file, piece by piece as it is made: of what is in it, only names and sizes are held until its end. For files below
 * 4 GB, which the quotas of a person stay well below.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 };
    const header = headerOf(entry);
    yield header;
    for await (const piece of deflate(countInto(entry, content))) {
      entry.packed += piece.length;
      yield piece;
    }
    const descriptor = numbers([DESCRIPTOR, 4], ...sizesOf(entry));
    yield descriptor;
    offset += header.length + entry.packed + descriptor.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryEntryOf));
  yield directory;
  const count = written.length;
  yield numbers(
    [DIRECTORY_END, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  );
}

async function* countInto(entry: Written, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    entry.crc = crc32(piece, entry.crc);
    entry.size += piece.length;
    yield piece;
  }
}

/** Off the thread that answers, and no further ahead than one piece. Fast rather than small: most of it is pictures. */
function deflate(content: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: PIECE_BYTES });
  // A failure of the content comes out where the packed pieces are read; leaving there ends the content.
  return pipeline(Readable.from(content, { highWaterMark: 1 }), packer, () => {});
}

type Numbers = [value: number, bytes: 2 | 4][];

function sizesOf({ crc, packed, size }: Written): Numbers {
  return [
    [crc, 4],
    [packed, 4],
    [size, 4],
  ];
}

function headerOf({ name }: Written): Buffer {
  const start = numbers(
    [LOCAL_HEADER, 4],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [TIME_AND_DAY, 4],
    [0, 4],
    [0, 4],
    [0, 4],
    [name.length, 2],
    [0, 2],
  );
  return Buffer.concat([start, name]);
}

function directoryEntryOf(entry: Written): Buffer {
  const start = numbers(
    [DIRECTORY_ENTRY, 4],
    [VERSION, 2],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [TIME_AND_DAY, 4],
    ...sizesOf(entry),
    [entry.name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [entry.offset, 4],
  );
  return Buffer.concat([start, entry.name]);
}

/** Little-endian, one after the other. */
function numbers(...list: Numbers): Buffer {
  const bytes = Buffer.alloc(list.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of list) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
