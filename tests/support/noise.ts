import sharp from "sharp";

/** A square picture that no format compresses well. The same for the same size. */
export async function aNoisyPicture(side: number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  let value = 1;
  for (let at = 0; at < pixels.length; at++) {
    value = (value * 1_103_515_245 + 12_345) & 0x7fffffff;
    pixels[at] = value >> 16;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
}
