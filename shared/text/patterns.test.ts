import { describe, expect, test } from "vitest";
import { PATTERNS } from "../../contract/limits.ts";
import { createPatternTests, findPatternFault, findPatternFaults } from "./patterns.ts";

const tests = createPatternTests(() => new Error("too much"));
const fits = (pattern: string, text: string) => tests.within(() => tests.regExp(pattern, "u").test(text));

describe("template patterns", () => {
  test("run in linear time", () => {
    expect(fits("^([A-Z0-9]+-?)+$", "A".repeat(33))).toBe(true);
    expect(fits("^([A-Z0-9]+-?)+$", `${"A".repeat(33)}!`)).toBe(false);
  });

  test.each([
    ["^-?\\d{1,12}(\\.\\d{1,4})?$", "-12.50"],
    ["^[A-Z]{3}$", "EUR"],
    ["^\\p{L}+$", "Åse"],
    ["^.$", "😀"],
    ["[\\u00e0-\\u00ff]", "déjà"],
    ["^(?<hours>\\d{1,2}):\\d{2}$", "9:30"],
    ["^a/b\\/c$", "a/b/c"],
    ["^\\\\1$", "\\1"],
  ])("match %s as in a browser", (pattern, text) => {
    expect(findPatternFault(pattern)).toBeUndefined();
    expect(new RegExp(pattern, "u").test(text)).toBe(true);
    expect(fits(pattern, text)).toBe(true);
    expect(fits(pattern, "\n")).toBe(false);
  });

  test.each(["^(?=.*\\d)x", "(?!a)b", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>"])(
    "reject %s, or match everything if already stored",
    (pattern) => {
      expect(findPatternFault(pattern)?.message).toMatch(
        /^this pattern can’t be used: .+RE2, which has no lookaround/,
      );
      expect(fits(pattern, "anything")).toBe(true);
    },
  );

  test("reject invalid, incompatible and large patterns", () => {
    expect(findPatternFault("(a")?.message).toBe("this isn’t a valid regular expression");
    expect(findPatternFault("^\\z")?.message).toBe("this isn’t a valid regular expression");
    expect(findPatternFault("(\\d{1,100}){1,10}")?.message).toContain("too many steps");
    expect(findPatternFault("a".repeat(PATTERNS.longest + 1))?.message).toContain("more than");
  });

  test("are checked in the whole schema", () => {
    const schema = {
      properties: {
        pattern: { type: "string", pattern: "(?=a)" },
        rows: { type: "array", items: { properties: { a: { pattern: "^a$" }, b: { pattern: "(" } } } },
      },
    };
    expect(findPatternFaults(schema).map(({ path }) => path.join("."))).toEqual([
      "properties.pattern.pattern",
      "properties.rows.items.properties.b.pattern",
    ]);
  });

  test("have limits for text and data", () => {
    expect(fits("^a*$", "a".repeat(PATTERNS.longestText))).toBe(true);
    expect(fits("^a*$", "a".repeat(PATTERNS.longestText + 1))).toBe(false);
    const { test } = tests.regExp("^([ab]{1,40}){1,2}$", "u");
    const many = (count: number) => () => {
      for (let each = 0; each < count; each++) test("ab".repeat(40));
    };
    expect(tests.within(many(10))).toBeUndefined();
    expect(() => tests.within(many(2_000))).toThrow("too much");
  });
});
