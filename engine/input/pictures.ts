import { RENDER_LIMITS } from "../../contract/rendering/render.ts";
import { messageFor } from "../../shared/messages/english.ts";
import { bytesOfLetters } from "../bytes.ts";
import { RenderError } from "../errors.ts";
import type { Json, JsonObject, Picture } from "../job.ts";

/** Pictures travel in the data as data URLs; the compiler gets them as files and the data names their paths. */

/** The part of a template's JSON Schema that tells where pictures are. */
export type FieldSchema = {
  $ref?: string;
  $defs?: Record<string, FieldSchema>;
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  "x-widget"?: string;
  [keyword: string]: unknown;
};

const DATA_URL = /^data:image\/(png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/;
const EXTENSIONS: Record<string, string> = { png: "png", jpeg: "jpg", webp: "webp", gif: "gif" };

export function isPictureText(text: string): boolean {
  return text.startsWith("data:");
}

export function takePictures(
  data: JsonObject,
  fields: FieldSchema | undefined,
  pictures: Picture[],
): JsonObject {
  function walk(value: Json, schema: FieldSchema | undefined, path: string[]): Json {
    if (typeof value === "string") {
      if (resolve(schema)?.["x-widget"] === "image" && value !== "") return take(value, path);
      if (isPictureText(value) && value.length > RENDER_LIMITS.textLength) {
        throw unreadable(path, "picture_in_text");
      }
      return value;
    }
    if (Array.isArray(value)) {
      const items = resolve(schema)?.items;
      return value.map((each, index) => walk(each, items, [...path, String(index)]));
    }
    return value && typeof value === "object" ? walkObject(value, schema, path) : value;
  }

  function walkObject(value: JsonObject, schema: FieldSchema | undefined, path: string[]): JsonObject {
    const properties = resolve(schema)?.properties ?? {};
    const entries = Object.entries(value).map(([key, each]) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return [key, walk(each, own, [...path, key])] as const;
    });
    return Object.fromEntries(entries);
  }

  function resolve(schema: FieldSchema | undefined): FieldSchema | undefined {
    const reference = schema?.$ref;
    if (typeof reference !== "string") return schema;
    const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
    return name ? fields?.$defs?.[name] : undefined;
  }

  function take(text: string, path: string[]): string {
    const { bytes, kind } = readPicture(text, path);
    if (pictures.length >= RENDER_LIMITS.pictures) throw tooManyPictures();
    const name = `/images/${pictures.length}.${EXTENSIONS[kind]}`;
    pictures.push({ path: name, bytes });
    return name;
  }

  return walkObject(data, fields, []);
}

function readPicture(text: string, path: string[]): { bytes: Uint8Array; kind: string } {
  const parts = DATA_URL.exec(text);
  const [, kind, content] = parts ?? [];
  if (!kind || !content) throw unreadable(path, "picture_format");
  const bytes = bytesOfLetters(atob(content));
  if (bytes.length > RENDER_LIMITS.pictureBytes)
    throw tooLarge(path, { bytes: bytes.length }, RENDER_LIMITS.pictureBytes);
  const found = readPictureHeader(bytes);
  if (found?.kind !== kind) throw unreadable(path, "picture_other_content");
  const pixels = found.width * found.height;
  if (pixels > RENDER_LIMITS.picturePixels) throw tooLarge(path, { pixels }, RENDER_LIMITS.picturePixels);
  return { bytes, kind };
}

function tooManyPictures() {
  const limit = RENDER_LIMITS.pictures;
  return new RenderError("TOO_MANY_PICTURES", messageFor("too_many_pictures", { limit }), { limit });
}

function tooLarge(path: string[], size: { bytes: number } | { pixels: number }, limit: number) {
  const field = path.join(".");
  const message =
    "bytes" in size
      ? messageFor("picture_bytes", { field, limit, ...size })
      : messageFor("picture_pixels", { field, limit, ...size });
  return new RenderError("PICTURE_TOO_LARGE", message, { field, limit });
}

function unreadable(path: string[], why: "picture_in_text" | "picture_format" | "picture_other_content") {
  const field = path.join(".");
  return new RenderError("PICTURE_UNREADABLE", messageFor(why, { field }), { field });
}

/**
 * The format and size of a picture, read from its first bytes without decoding. No library: image-size parses twenty formats of untrusted
 * data in the server's process, of which four are accepted.
 */
type PictureHeader = { kind: "png" | "jpeg" | "webp" | "gif"; width: number; height: number };

export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readPng(header) ?? readJpeg(header) ?? readWebp(header) ?? readGif(header);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before its header does
    throw error;
  }
}

function lettersAt(header: DataView, start: number, length: number): string {
  const end = Math.min(start + length, header.byteLength);
  const letters = new Uint8Array(header.buffer, header.byteOffset, header.byteLength).subarray(start, end);
  return String.fromCharCode(...letters);
}

function uint24At(header: DataView, at: number): number {
  return header.getUint16(at, true) | (header.getUint8(at + 2) << 16);
}

function readPng(header: DataView): PictureHeader | undefined {
  if (lettersAt(header, 0, 8) !== "\x89PNG\r\n\x1a\n" || lettersAt(header, 12, 4) !== "IHDR")
    return undefined;
  return known("png", header.getUint32(16), header.getUint32(20));
}

function readGif(header: DataView): PictureHeader | undefined {
  if (!/^GIF8[79]a/.test(lettersAt(header, 0, 6))) return undefined;
  return known("gif", header.getUint16(6, true), header.getUint16(8, true));
}

/** Segments follow each other, each with its length, up to the one that begins a frame. */
function readJpeg(header: DataView): PictureHeader | undefined {
  if (header.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (header.getUint8(at) === 0xff) {
    const marker = header.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return known("jpeg", header.getUint16(at + 7), header.getUint16(at + 5));
    if (marker === 0xff)
      at += 1; // a byte of padding
    else at += 2 + Math.max(2, header.getUint16(at + 2));
  }
  return undefined;
}

function readWebp(header: DataView): PictureHeader | undefined {
  if (lettersAt(header, 0, 4) !== "RIFF" || lettersAt(header, 8, 4) !== "WEBP") return undefined;
  const chunk = lettersAt(header, 12, 4);
  if (chunk === "VP8 ")
    return known("webp", header.getUint16(26, true) & 0x3fff, header.getUint16(28, true) & 0x3fff);
  if (chunk === "VP8X") return known("webp", uint24At(header, 24) + 1, uint24At(header, 27) + 1);
  if (chunk !== "VP8L") return undefined;
  const sides = header.getUint32(21, true);
  return known("webp", (sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1);
}

function known(kind: PictureHeader["kind"], width: number, height: number): PictureHeader | undefined {
  return width > 0 && height > 0 ? { kind, width, height } : undefined;
}
