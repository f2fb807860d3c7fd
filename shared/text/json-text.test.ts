import { describe, expect, test } from "vitest";
import { type JsonText, locate, parseJsonText } from "./json-text.ts";

function parsed(text: string): JsonText {
  const json = parseJsonText(text);
  if ("problem" in json) throw new Error(json.problem.message);
  return json;
}

const TEXT = `{
  "name": "Quarto",
  "page": { "papers": ["a4", "us-letter"] },
  "tides": [
    { "at": 1.5e2 },
    { "at": null }
  ]
}
`;

describe("positions", () => {
  const json = parsed(TEXT);

  test("parse like JSON.parse", () => {
    expect(json.value).toEqual(JSON.parse(TEXT));
    expect(parsed(' "\\u00e9\\n" ').value).toBe("é\n");
  });

  test.each([
    [["name"], "value", 2, 11],
    [["name"], "key", 2, 3],
    [["page", "papers", 1], "value", 3, 30],
    [["tides", 1, "at"], "value", 6, 13],
    [[], "value", 1, 1],
  ] as const)("find %j (%s)", (path, part, line, column) => {
    expect(locate(json, path, part)).toEqual({ line, column });
  });

  test("find the nearest value around a missing one", () => {
    expect(locate(json, ["page", "orientation"])).toEqual({ line: 3, column: 11 });
    expect(locate(json, ["tides", 7, "at"], "key")).toEqual({ line: 4, column: 12 });
  });
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected a comma or `}`, found `"`'],
  ['{ "a": 1, }', 1, 11, "expected a name in double quotes, found `}`"],
  ["[1, 2", 1, 6, "expected a comma or `]`, found the end of the file"],
  ['{ "a": tru }', 1, 8, "expected a value, found `t`"],
  ['{ "a": "x\n" }', 1, 8, 'expected a text that ends on its line, found `"`'],
  ['{ "a": 1, "a": 2 }', 1, 11, '"a" is here twice'],
  ["{} x", 1, 4, "expected nothing more, found `x`"],
  ["{ 'a': 1 }", 1, 3, "expected a name in double quotes, found `'`"],
  ["", 1, 1, "expected a value, found the end of the file"],
  ["// note\n{}", 1, 1, "expected a value, found `/`"],
  ["[01]", 1, 3, "expected a comma or `]`, found `1`"],
  ['{ "a" 1 }', 1, 7, "expected a colon, found `1`"],
  ["[".repeat(100_000), 1, 65, "is nested deeper than 64 levels"],
  [`[${"1,".repeat(20_000)}1]`, 1, 39_999 + 1, "holds more than 20000 values"],
])("text %# is rejected at its error", (text, line, column, message) => {
  expect(parseJsonText(text)).toEqual({ problem: { line, column, message } });
});

test.each(["\u0001", "\\x", "\\u12"])("a text with %j is rejected like JSON.parse does", (part) => {
  expect(() => JSON.parse(`["${part}"]`)).toThrow();
  expect(parseJsonText(`["${part}"]`)).toHaveProperty("problem");
});
