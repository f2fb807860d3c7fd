import { pipeline, Readable } from "node:stream";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> };

const PIECE_BYTES = 64 * 1024;
const DEFLATED = 8;
// A day that every reader accepts; the files carry their own dates where they have any.
const DAY = new Date(1980, 0, 1);

/**
 * A ZIP file as a stream: only the names and sizes of its entries are held until the end. For files below 4 GB, far above the quotas of a
 * person.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for await (const { name, content } of entries) {
    const file: ZipInputFile = { filename: name, compression: DEFLATED, mtime: DAY, crc: 0, size: 0 };
    zip.add(file);
    for await (const piece of deflate(countInto(file, content))) {
      file.ondata?.(null, piece, false);
      yield* pieces.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces;
}

async function* countInto(
  file: ZipInputFile,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    file.crc = crc32(piece, file.crc);
    file.size += piece.length;
    yield piece;
  }
}

/** Compresses on Node's thread pool, which fflate can't use, one piece at a time. Fast rather than small, as most of it is pictures. */
function deflate(content: AsyncIterable<Uint8Array>): AsyncIterable<Buffer<ArrayBuffer>> {
  const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: PIECE_BYTES });
  // An error of the content is thrown where the packed pieces are read; stopping there ends the content.
  return pipeline(Readable.from(content, { highWaterMark: 1 }), packer, () => {});
}
