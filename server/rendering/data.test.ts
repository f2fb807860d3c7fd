import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RENDER_LIMITS } from "../../contract/rendering/render.ts";
import { checkSize, cleanData, cleanText } from "./data.ts";
import { RenderError } from "./errors.ts";

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof RenderError ? error.code : String(error);
  }
}

describe("a person's data on its way to the page", () => {
  test("control characters go, line breaks and tabs stay", () => {
    expect(cleanText("a\u0000b\u0007c\r\nd\re\tf\u007f\u009f\ufffe")).toBe("abc\nd\ne\tf");
  });

  test("lone surrogates are made well-formed", () => {
    expect(cleanText("a\ud800b")).toBe("a\ufffdb");
    expect(cleanText("😀")).toBe("😀");
  });

  test("keys named __proto__ stay plain keys", () => {
    const cleaned = cleanData(JSON.parse('{"__proto__":{"x":1},"a":{"constructor":"b"}}'));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(JSON.stringify(cleaned)).toBe('{"__proto__":{"x":1},"a":{"constructor":"b"}}');
  });

  test("every bound has its own error", () => {
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ a: inner }), "x");
    expect(codeOf(() => cleanData(deep))).toBe("DATA_TOO_DEEP");
    expect(codeOf(() => cleanData({ a: "x".repeat(RENDER_LIMITS.textLength + 1) }))).toBe("TEXT_TOO_LONG");
    expect(codeOf(() => cleanData({ a: Array(RENDER_LIMITS.values + 1).fill(1) }))).toBe(
      "DATA_TOO_MANY_VALUES",
    );
    expect(codeOf(() => checkSize("x".repeat(RENDER_LIMITS.dataBytes + 1)))).toBe("DATA_TOO_LARGE");
  });

  test("the error names the field", () => {
    expect(() => cleanData({ items: [{ note: "x".repeat(RENDER_LIMITS.textLength + 1) }] })).toThrow(
      /items\.0\.note/,
    );
  });

  test("depth that would overflow a stack is refused, not followed", () => {
    const text = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
    expect(codeOf(() => cleanData(JSON.parse(text)))).toBe("DATA_TOO_DEEP");
  });

  test("whatever JSON comes in, well-formed JSON comes out, and cleaning twice changes nothing", () => {
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
