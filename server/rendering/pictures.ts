import { RENDER_LIMITS } from "../../contract/rendering/render.ts";
import type { Json, JsonObject } from "./data.ts";
import { RenderError } from "./errors.ts";
import type { Picture } from "./protocol.ts";

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
        throw unreadable(path, "this field takes text, not a picture.");
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
  if (!kind || !content) throw unreadable(path, "pictures are PNG, JPEG, WebP or GIF, sent as a data URL.");
  const bytes = Buffer.from(content, "base64");
  if (bytes.length > RENDER_LIMITS.pictureBytes)
    throw tooLarge(path, `${bytes.length} bytes`, RENDER_LIMITS.pictureBytes);
  const found = readPictureHeader(bytes);
  if (found?.kind !== kind) throw unreadable(path, "its content doesn't match its file type.");
  const pixels = found.width * found.height;
  if (pixels > RENDER_LIMITS.picturePixels)
    throw tooLarge(path, `${pixels} pixels`, RENDER_LIMITS.picturePixels);
  return { bytes, kind };
}

function tooManyPictures() {
  const limit = RENDER_LIMITS.pictures;
  return new RenderError("TOO_MANY_PICTURES", `At most ${limit} pictures fit in one document.`, { limit });
}

function tooLarge(path: string[], size: string, limit: number) {
  const field = path.join(".");
  return new RenderError(
    "PICTURE_TOO_LARGE",
    `The picture in "${field}" is ${size}; at most ${limit} are allowed.`,
    { field, limit },
  );
}

function unreadable(path: string[], why: string) {
  const field = path.join(".");
  return new RenderError("PICTURE_UNREADABLE", `The picture in "${field}" can't be used: ${why}`, { field });
}

/**
 * The format and size of a picture, read from its first bytes without decoding. No library: image-size parses twenty formats of untrusted
 * data in the server's process, of which four are accepted.
 */
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
