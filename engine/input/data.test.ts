import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RENDER_LIMITS } from "../../contract/rendering/render.ts";
import { RenderError } from "../errors.ts";
import { checkSize, cleanData, cleanText } from "./data.ts";

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof RenderError ? error.code : String(error);
  }
}

describe("cleaning a person's data", () => {
  test("removes control characters but keeps line breaks and tabs", () => {
    expect(cleanText("a\u0000b\u0007c\r\nd\re\tf\u007f\u009f\ufffe")).toBe("abc\nd\ne\tf");
  });

  test("replaces lone surrogates", () => {
    expect(cleanText("a\ud800b")).toBe("a\ufffdb");
    expect(cleanText("😀")).toBe("😀");
  });

  test("keeps keys named __proto__ as plain keys", () => {
    const cleaned = cleanData(JSON.parse('{"__proto__":{"x":1},"a":{"constructor":"b"}}'));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(JSON.stringify(cleaned)).toBe('{"__proto__":{"x":1},"a":{"constructor":"b"}}');
  });

  test("has an error for every limit", () => {
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ a: inner }), "x");
    expect(codeOf(() => cleanData(deep))).toBe("DATA_TOO_DEEP");
    expect(codeOf(() => cleanData({ a: "x".repeat(RENDER_LIMITS.textLength + 1) }))).toBe("TEXT_TOO_LONG");
    expect(codeOf(() => cleanData({ a: Array(RENDER_LIMITS.values + 1).fill(1) }))).toBe(
      "DATA_TOO_MANY_VALUES",
    );
    expect(codeOf(() => checkSize("x".repeat(RENDER_LIMITS.dataBytes + 1)))).toBe("DATA_TOO_LARGE");
  });

  test("names the field in the error", () => {
    expect(() => cleanData({ items: [{ note: "x".repeat(RENDER_LIMITS.textLength + 1) }] })).toThrow(
      /items\.0\.note/,
    );
  });

  test("rejects deep nesting", () => {
    const text = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
    expect(codeOf(() => cleanData(JSON.parse(text)))).toBe("DATA_TOO_DEEP");
  });

  test("returns well-formed JSON and is idempotent", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 3 })), (data) => {
        const once = cleanData(data);
        expect(JSON.stringify(once).isWellFormed()).toBe(true);
        expect(cleanData(once)).toEqual(once);
      }),
      { numRuns: 50 },
    );
  });
});
