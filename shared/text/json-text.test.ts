import { describe, expect, test } from "vitest";
import { asMessage } from "../../server/errors/messages.ts";
import { type JsonText, locate, parseJsonText } from "./json-text.ts";

function parsed(text: string): JsonText {
  const json = parseJsonText(text);
  if ("problem" in json) throw new Error(json.problem.text.key);
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
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'unexpected `"`; expected: a comma or `}`'],
  ['{ "a": 1, }', 1, 11, "unexpected `}`; expected: a name in double quotes"],
  ["[1, 2", 1, 6, "unexpected end of the text; expected: a comma or `]`"],
  ['{ "a": tru }', 1, 8, "unexpected `t`; expected: a value"],
  ['{ "a": "x\n" }', 1, 8, 'unexpected `"`; expected: text that ends on the same line'],
  ['{ "a": 1, "a": 2 }', 1, 11, "the name “a” is used twice"],
  ["{} x", 1, 4, "unexpected `x`; expected: nothing more"],
  ["{ 'a': 1 }", 1, 3, "unexpected `'`; expected: a name in double quotes"],
  ["", 1, 1, "unexpected end of the text; expected: a value"],
  ["// note\n{}", 1, 1, "unexpected `/`; expected: a value"],
  ["[01]", 1, 3, "unexpected `1`; expected: a comma or `]`"],
  ['{ "a" 1 }', 1, 7, "unexpected `1`; expected: a colon"],
  ["[".repeat(100_000), 1, 65, "values are nested more than 64 levels deep"],
  [`[${"1,".repeat(20_000)}1]`, 1, 39_999 + 1, "there are too many values (the limit is 20,000)"],
])("text %# is rejected at its error", (text, line, column, message) => {
  const json = parseJsonText(text);
  const { text: problem, ...position } = "problem" in json ? json.problem : {};
  expect({ ...position, message: problem && asMessage(problem).message }).toEqual({ line, column, message });
});

test.each(["\u0001", "\\x", "\\u12"])("a text with %j is rejected like JSON.parse does", (part) => {
  expect(() => JSON.parse(`["${part}"]`)).toThrow();
  expect(parseJsonText(`["${part}"]`)).toHaveProperty("problem");
});
