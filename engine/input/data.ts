import { RENDER_LIMITS } from "../../contract/rendering/render.ts";
import { messageFor } from "../../shared/messages/english.ts";
import { RenderError } from "../errors.ts";
import type { Json, JsonObject } from "../job.ts";

/** Cleans data before it is rendered: bounded, well-formed, without unprintable characters. */

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
  const bytes = byteLengthOf(json);
  if (bytes > RENDER_LIMITS.dataBytes) throw dataTooLarge(bytes);
  return json;
}

export function checkSource(source: string): string {
  const bytes = byteLengthOf(source);
  if (bytes > RENDER_LIMITS.sourceBytes) {
    const limit = RENDER_LIMITS.sourceBytes;
    throw new RenderError("SOURCE_TOO_LARGE", messageFor("source_too_large", { bytes, limit }), { limit });
  }
  return source.toWellFormed();
}

const encoder = new TextEncoder();

function byteLengthOf(text: string): number {
  return encoder.encode(text).length;
}

function dataTooLarge(bytes: number) {
  const limit = RENDER_LIMITS.dataBytes;
  return new RenderError("DATA_TOO_LARGE", messageFor("data_too_large", { bytes, limit }), { limit });
}

function dataTooDeep(path: string[]) {
  const limit = RENDER_LIMITS.depth;
  const field = path.slice(0, 3).join(".");
  return new RenderError("DATA_TOO_DEEP", messageFor("data_too_deep", { field, limit }), {
    field,
    limit,
  });
}

function tooManyValues() {
  const limit = RENDER_LIMITS.values;
  return new RenderError("DATA_TOO_MANY_VALUES", messageFor("data_too_many_values", { limit }), { limit });
}

function textTooLong(path: string[], length: number) {
  const limit = RENDER_LIMITS.textLength;
  const field = path.join(".");
  return new RenderError("TEXT_TOO_LONG", messageFor("text_too_long", { field, length, limit }), {
    field,
    limit,
  });
}
