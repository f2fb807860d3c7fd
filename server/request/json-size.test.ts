import { describe, expect, test } from "vitest";
import { exceededBound } from "./json-size.ts";

const bounds = { values: 5, depth: 3, properties: 100 };

describe("exceededBound", () => {
  test.each([
    ["a text alone", '"a"'],
    ["as many values as are allowed", '{"a":1,"b":[2,3]}'],
    ["as many levels as are allowed", "[[[1]]]"],
    ["commas and brackets in texts", JSON.stringify(["[[[[,,,,,,,,", '"[[[[,,,,,"'])],
    ["an escaped quote, and an escaped backslash before a quote", String.raw`["\",,,,,","\\"]`],
    ["nothing", ""],
    ["a text that doesn't end", '",,,,,,,,,,,'],
  ])("accepts %s", async (_name, text) => {
    expect(await exceededBound(text, bounds)).toBeUndefined();
  });

  test.each([
    ["numbers", "[1,2,3,4,5]"],
    ["keys", '{"a":1,"b":2,"c":3,"d":4,"e":5}'],
    ["empty lists", "[[],[],[]]"],
    ["empty objects", "[{},{},{}]"],
    ["empty texts", '["","","","",""]'],
    ["what follows a text with a backslash at its end", String.raw`["\\",1,2,3,4]`],
  ])("finds too many %s", async (_name, text) => {
    expect(await exceededBound(text, bounds)).toBe("values");
  });

  test("finds deep nesting in lists and objects", async () => {
    expect(await exceededBound("[[[[", bounds)).toBe("depth");
    expect(await exceededBound('{"a":{"a":{"a":{"a":1}}}}', { values: 100, depth: 3, properties: 100 })).toBe(
      "depth",
    );
  });

  test("counts the properties of each object, but not the entries of lists", async () => {
    const limits = { values: 100, depth: 5, properties: 3 };
    expect(await exceededBound('{"a":1,"b":[1,1,1,1,1],"c":{"a":1,"b":2,"c":3}}', limits)).toBeUndefined();
    expect(await exceededBound('[{"a":1,"b":2},{"a":1,"b":2,"c":3,"d":4}]', limits)).toBe("properties");
  });

  test("counts closed lists as one level", async () => {
    expect(
      await exceededBound(`[${"[[1]],".repeat(20)}1]`, { values: 100, depth: 3, properties: 100 }),
    ).toBeUndefined();
  });

  test("yields to the event loop during a long text", async () => {
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    await exceededBound(" ".repeat(8 * 1024 * 1024), bounds);
    isReading = false;
    expect(turns).toBeGreaterThanOrEqual(7);
  });
});
