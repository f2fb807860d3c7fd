/** What kind of picture some bytes are, and how large: read from their first bytes, without decoding anything. */
type PictureHeader = { kind: "png" | "jpeg" | "webp" | "gif"; width: number; height: number };

export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view) ?? readGif(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before its header does
    throw error;
  }
}

function textAt(bytes: Buffer, start: number, length: number): string {
  return bytes.toString("latin1", start, start + length);
}

function readPng(bytes: Buffer): PictureHeader | undefined {
  if (textAt(bytes, 0, 8) !== "\x89PNG\r\n\x1a\n" || textAt(bytes, 12, 4) !== "IHDR") return undefined;
  return known("png", bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

function readGif(bytes: Buffer): PictureHeader | undefined {
  if (!/^GIF8[79]a/.test(textAt(bytes, 0, 6))) return undefined;
  return known("gif", bytes.readUInt16LE(6), bytes.readUInt16LE(8));
}

/** Segments follow each other, each with its length, up to the one that begins a frame. */
function readJpeg(bytes: Buffer): PictureHeader | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return known("jpeg", bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    if (marker === 0xff)
      at += 1; // a byte of padding
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

function readWebp(bytes: Buffer): PictureHeader | undefined {
  if (textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WEBP") return undefined;
  const chunk = textAt(bytes, 12, 4);
  if (chunk === "VP8 ")
    return known("webp", bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (chunk === "VP8X") return known("webp", bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (chunk !== "VP8L") return undefined;
  const sides = bytes.readUInt32LE(21);
  return known("webp", (sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1);
}

function known(kind: PictureHeader["kind"], width: number, height: number): PictureHeader | undefined {
  return width > 0 && height > 0 ? { kind, width, height } : undefined;
}
