import pixelmatch from "pixelmatch";
import sharp from "sharp";
import type {
  CompareJob,
  ConvertJob,
  DrawJob,
  MadePicture,
  PictureFailure,
  PictureFormat,
  PictureJob,
  StoreJob,
} from "../protocol.ts";

/** What a picture child can make. Nothing outside this folder imports sharp. */

// Each process works on one picture at a time. More threads would take cores from the server, and a cache would never be hit.
sharp.concurrency(1);
sharp.cache(false);

const READABLE = new Set(["jpeg", "png", "webp", "gif", "avif", "heif", "tiff"]);
/** The default is 4 for both. The time grows with it far more than the file shrinks: a page takes 106 instead of 217 ms, for 3 % more. */
const EFFORT: Partial<Record<PictureFormat, number>> = { avif: 0, webp: 2 };
const SECONDS = 60; // libvips stops by itself, in case the server doesn't kill the process

class Unreadable extends Error {}

export async function makePicture(job: PictureJob): Promise<MadePicture> {
  if (job.kind === "compare") return compare(job);
  const image = job.kind === "store" ? await store(job) : job.kind === "convert" ? convert(job) : draw(job);
  const { data, info } = await image.timeout({ seconds: SECONDS }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

export function describeFailure(job: PictureJob, error: unknown): PictureFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (job.kind !== "store") return { reason: "failed", message };
  return { reason: /pixel limit/i.test(message) ? "pixels" : "unreadable", message };
}

async function store({ bytes, maxPixels, side, quality }: StoreJob) {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", animated: false });
  const { format } = await image.metadata();
  if (!format || !READABLE.has(format)) throw new Unreadable("not a picture");
  return image
    .rotate()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .webp({ quality, effort: EFFORT.webp });
}

function convert({ bytes, size, format, quality }: ConvertJob) {
  const image = sharp(bytes);
  if (size) image.resize({ ...size, background: "#0000", withoutEnlargement: true });
  if (format === "jpeg") image.flatten({ background: "#fff" });
  return image.toFormat(format, encodingOf(format, quality));
}

function encodingOf(format: PictureFormat, quality: number | undefined) {
  return {
    ...(quality === undefined ? {} : { quality }),
    ...(format in EFFORT ? { effort: EFFORT[format] } : {}),
  };
}

function draw({ format, ...page }: DrawJob) {
  const image = drawSvg(page);
  return format === "png"
    ? image.png({ compressionLevel: 7 })
    : image.webp({ quality: 86, effort: EFFORT.webp });
}

function drawSvg({ svg, density, width, height }: Omit<DrawJob, "kind" | "format">) {
  // librsvg draws at the given density; resizing to the exact pixels only corrects the rounding.
  return sharp(Buffer.from(svg), { density, limitInputPixels: width * height * 2 + 10_000 })
    .resize(width, height, { fit: "fill" })
    .flatten({ background: "#fff" });
}

/** The accent of the site on paper. */
const CHANGED_COLOUR: [number, number, number] = [0, 83, 204];
const COMPARED = { diffMask: true, diffColor: CHANGED_COLOUR, threshold: 0.1 };

async function compare({ before, after, density, width, height }: CompareJob): Promise<MadePicture> {
  const pixelsOf = (svg: string) =>
    drawSvg({ svg, density, width, height }).ensureAlpha().raw().timeout({ seconds: SECONDS }).toBuffer();
  const [one, other] = [await pixelsOf(before), await pixelsOf(after)];
  const differing = Buffer.alloc(one.length);
  const changed = pixelmatch(one, other, differing, width, height, COMPARED);
  const bytes = await sharp(differing, { raw: { width, height, channels: 4 } })
    .webp({ lossless: true, effort: EFFORT.webp })
    .toBuffer();
  return { bytes, width, height, changed };
}
