import sharp from "sharp";
import { expect, test } from "vitest";
import { readPictureHeader } from "./pictures.ts";

const picture = (channels: 3 | 4) =>
  sharp({ create: { width: 300, height: 17, channels, background: "#8a28" } });
const pictures: [string, string, Promise<Buffer>][] = [
  ["PNG", "png", picture(4).png().toBuffer()],
  ["JPEG", "jpeg", picture(3).jpeg().toBuffer()],
  [
    "progressive JPEG with EXIF",
    "jpeg",
    picture(3)
      .withExif({ IFD0: { Copyright: "A" } })
      .jpeg({ progressive: true })
      .toBuffer(),
  ],
  ["WebP", "webp", picture(3).webp().toBuffer()],
  ["WebP without loss", "webp", picture(4).webp({ lossless: true }).toBuffer()],
  ["WebP with transparency", "webp", picture(4).webp().toBuffer()],
  ["GIF", "gif", picture(3).gif().toBuffer()],
];

test.each(pictures)("reads kind and size of a %s", async (_name, kind, made) => {
  expect(readPictureHeader(await made)).toEqual({ kind, width: 300, height: 17 });
});

test("returns nothing for truncated and other files", async () => {
  for (const [, , made] of pictures) {
    const bytes = await made;
    for (let length = 0; length < Math.min(bytes.length, 60); length++) {
      const header = readPictureHeader(bytes.subarray(0, length));
      if (header) expect(header).toMatchObject({ width: 300, height: 17 });
    }
  }
  expect(readPictureHeader(Buffer.from("<svg onload='x'/>"))).toBeUndefined();
  expect(readPictureHeader(Buffer.alloc(100, 0xff))).toBeUndefined();
  expect(
    readPictureHeader(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1_000, 0xff)])),
  ).toBeUndefined();
});
