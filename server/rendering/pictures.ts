import { RENDER_LIMITS } from "../../contract/render.ts";
import type { Json, JsonObject } from "./data.ts";
import { RenderError } from "./errors.ts";
import { readPictureHeader } from "./picture-header.ts";
import type { Picture } from "./protocol.ts";

/** Pictures travel in the data as data URLs; the compiler gets them as files and the data names their paths. */

/** Of a template's JSON Schema, what says where pictures are. */
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
        throw unreadable(path, "a picture was sent for a field that takes words.");
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
  if (found?.kind !== kind) throw unreadable(path, "it is not the kind of picture it says it is.");
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
