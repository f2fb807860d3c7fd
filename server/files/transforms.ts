import { invalidQuery } from "../errors/errors.ts";
import { MAX_PICTURE_SIDE } from "../limits/limits.ts";
import {
  type ConvertJob,
  PICTURE_FITS,
  PICTURE_FORMATS,
  type PictureFit,
  type PictureFormat,
} from "../pictures/protocol.ts";

/** A stored picture in a requested size or format. */
export type Transform = Omit<ConvertJob, "kind" | "bytes">;

/** The sizes that are made: those of pages, and a few in between. A requested side is rounded up. */
export const TRANSFORM_SIDES = [48, 96, 192, 240, 360, 480, 640, 800, 960, 1_200, 1_600];
/**
 * Also rounded. Above the last, files grow without a visible difference; AVIF is as good at a lower quality.
 */
export const TRANSFORM_QUALITIES = [30, 50, 65, 80, 90];
const HIGHEST_AVIF_QUALITY = 65;
const STORED_FORMAT = "webp";

/** Maps a query to one of the few transforms. Undefined for the original picture. */
export function readTransform(
  query: URLSearchParams,
  stored: { width: number | null; height: number | null },
): Transform | undefined {
  if (query.has("transforms"))
    throw invalidQuery(
      '"transforms" is not supported: ask for "width", "height", "fit", "format" and "quality" instead',
    );
  const key = query.get("key");
  if (key !== null) return readTransform(readPreset(key), stored);
  const format = readFormat(query);
  const size = roundUp(readSide(query, "width"), readSide(query, "height"), readFit(query));
  const quality = readQuality(query, format);
  const isSmaller = size && !isWhole(size, stored);
  if (!isSmaller && format === STORED_FORMAT && quality === undefined) return undefined;
  return { format, ...(isSmaller ? { size } : {}), ...(quality === undefined ? {} : { quality }) };
}

/** The sizes that every Directus has under these names. */
const PRESETS: Record<string, string> = {
  "system-small-cover": "width=64&height=64",
  "system-small-contain": "width=64",
  "system-medium-cover": "width=300&height=300",
  "system-medium-contain": "width=300",
  "system-large-cover": "width=800&height=800",
  "system-large-contain": "width=800",
};
export const PRESET_NAMES = Object.keys(PRESETS);

function readPreset(key: string): URLSearchParams {
  if (!Object.hasOwn(PRESETS, key))
    throw invalidQuery(`"key" has to be one of ${PRESET_NAMES.join(", ")}, not "${key.slice(0, 60)}"`);
  return new URLSearchParams(PRESETS[key]);
}

/** Its name, the same for the same bytes. */
export function nameTransform({ size, format, quality }: Transform): string {
  const { width = "", height = "", fit = "" } = size ?? {};
  return `${width}x${height} ${fit} ${format} ${quality ?? ""}`;
}

/** The transforms that pages request: few, so they are always stored. */
export function isPreset({ size, format, quality }: Transform): boolean {
  const isPlain = size?.height === undefined || (size.height === size.width && size.fit === "cover");
  return isPlain && size?.width !== undefined && format === STORED_FORMAT && quality === undefined;
}

type Size = NonNullable<Transform["size"]>;

function roundUp(width: number | undefined, height: number | undefined, fit: PictureFit): Size | undefined {
  if (width === undefined)
    return height === undefined ? undefined : { height: sideAbove(height), fit: "inside" };
  const rounded = sideAbove(width);
  if (height === undefined) return { width: rounded, fit: "inside" };
  // The height is scaled with the width, which keeps the requested proportion.
  return { width: rounded, height: Math.max(1, Math.round((height * rounded) / width)), fit };
}

function sideAbove(side: number): number {
  return TRANSFORM_SIDES.find((each) => each >= side) ?? MAX_PICTURE_SIDE;
}

/** Pictures are never enlarged. */
function isWhole({ width, height }: Size, stored: { width: number | null; height: number | null }): boolean {
  if (width !== undefined && height !== undefined) return false;
  return width === undefined
    ? stored.height !== null && (height ?? 0) >= stored.height
    : stored.width !== null && width >= stored.width;
}

function readSide(query: URLSearchParams, name: "width" | "height"): number | undefined {
  const value = query.get(name);
  if (!value) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > MAX_PICTURE_SIDE)
    throw invalidQuery(
      `"${name}" must be a whole number from 1 to ${MAX_PICTURE_SIDE}; pictures are made at ${TRANSFORM_SIDES.join(", ")}`,
    );
  return number;
}

function readFit(query: URLSearchParams): PictureFit {
  const fit = query.get("fit") || "cover";
  const known = PICTURE_FITS.find((each) => each === fit);
  if (!known) throw invalidQuery(`"fit" has to be one of ${PICTURE_FITS.join(", ")}`);
  return known;
}

function readFormat(query: URLSearchParams): PictureFormat {
  const format = query.get("format") || "auto";
  if (format === "auto") return STORED_FORMAT;
  const known = PICTURE_FORMATS.find((each) => each === (format === "jpg" ? "jpeg" : format));
  if (!known) throw invalidQuery(`"format" has to be one of ${PICTURE_FORMATS.join(", ")}`);
  return known;
}

/** PNG has no quality: it is lossless. */
function readQuality(query: URLSearchParams, format: PictureFormat): number | undefined {
  const value = query.get("quality");
  if (!value) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > 100)
    throw invalidQuery('"quality" must be a whole number from 1 to 100');
  if (format === "png") return undefined;
  const rounded = TRANSFORM_QUALITIES.find((each) => each >= number) ?? TRANSFORM_QUALITIES.at(-1) ?? number;
  return format === "avif" ? Math.min(rounded, HIGHEST_AVIF_QUALITY) : rounded;
}
