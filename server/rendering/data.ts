import { RENDER_LIMITS } from "../../contract/rendering/render.ts";
import { RenderError } from "./errors.ts";

/** Cleans data before it is rendered: bounded, well-formed, without unprintable characters. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

// Other control characters than tab and line feed, and those that XML can't hold, come from clipboards.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u0084\u0086-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, "\n").toWellFormed().replace(UNPRINTABLE, "");
}

/** Strings for which `isPicture` is true are not changed: they have their own limits. */
export function cleanData(data: unknown, isPicture: (text: string) => boolean = () => false): JsonObject {
  let values = 0;
  const path: string[] = []; // of the value that is being cleaned

  function cleanAt(step: string, value: unknown): Json {
    path.push(step);
    const cleaned = clean(value);
    path.pop();
    return cleaned;
  }

  function clean(value: unknown): Json {
    values += 1;
    if (values > RENDER_LIMITS.values) throw tooManyValues();
    if (path.length > RENDER_LIMITS.depth) throw dataTooDeep(path);
    if (typeof value === "string") {
      if (isPicture(value)) return value;
      if (value.length > RENDER_LIMITS.textLength) throw textTooLong(path, value.length);
      return cleanText(value);
    }
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    if (Array.isArray(value)) return value.map((each, index) => cleanAt(String(index), each));
    if (value && typeof value === "object") {
      // fromEntries makes "__proto__" a plain key, where an assignment would not.
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [cleanText(key), cleanAt(key, each)]),
      );
    }
    return typeof value === "boolean" ? value : null;
  }

  const cleaned = clean(data ?? {});
  return cleaned && typeof cleaned === "object" && !Array.isArray(cleaned) ? cleaned : {};
}

export function checkSize(json: string): string {
  const bytes = Buffer.byteLength(json);
  if (bytes > RENDER_LIMITS.dataBytes) throw dataTooLarge(bytes);
  return json;
}

export function checkSource(source: string): string {
  const bytes = Buffer.byteLength(source);
  if (bytes > RENDER_LIMITS.sourceBytes) {
    const limit = RENDER_LIMITS.sourceBytes;
    throw new RenderError(
      "SOURCE_TOO_LARGE",
      `The template's source is ${bytes} bytes; at most ${limit} are allowed.`,
      { limit },
    );
  }
  return source.toWellFormed();
}

function dataTooLarge(bytes: number) {
  const limit = RENDER_LIMITS.dataBytes;
  return new RenderError(
    "DATA_TOO_LARGE",
    `The data is ${bytes} bytes without its pictures; at most ${limit} are allowed.`,
    { limit },
  );
}

function dataTooDeep(path: string[]) {
  const limit = RENDER_LIMITS.depth;
  const field = path.slice(0, 3).join(".");
  return new RenderError("DATA_TOO_DEEP", `"${field}" is nested more than ${limit} levels deep.`, {
    field,
    limit,
  });
}

function tooManyValues() {
  const limit = RENDER_LIMITS.values;
  return new RenderError("DATA_TOO_MANY_VALUES", `The data holds more than ${limit} values.`, { limit });
}

function textTooLong(path: string[], length: number) {
  const limit = RENDER_LIMITS.textLength;
  const field = path.join(".");
  return new RenderError(
    "TEXT_TOO_LONG",
    `"${field}" has ${length} characters; at most ${limit} are allowed.`,
    { field, limit },
  );
}
