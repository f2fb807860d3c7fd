import { describe, expect, test } from "vitest";
import { groupField, templateFile } from "../../contract/template-file.ts";
import { readIssues } from "./findings.ts";
import { JsonTextError, readJsonText } from "./json-text.ts";

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
  const json = readJsonText(TEXT);

  test("the value is what JSON.parse gives", () => {
    expect(json.value).toEqual(JSON.parse(TEXT));
    expect(readJsonText(' "\\u00e9\\n" ').value).toBe("é\n");
  });

  test.each([
    [["name"], "value", 2, 11],
    [["name"], "key", 2, 3],
    [["page", "papers", 1], "value", 3, 30],
    [["tides", 1, "at"], "value", 6, 13],
    [[], "value", 1, 1],
  ] as const)("%j (%s) is found", (path, part, line, column) => {
    expect(json.locate(path, part)).toEqual({ line, column });
  });

  test("of what is missing the nearest thing around it is found", () => {
    expect(json.locate(["page", "orientation"])).toEqual({ line: 3, column: 11 });
    expect(json.locate(["tides", 7, "at"], "key")).toEqual({ line: 4, column: 12 });
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
])("%j is refused where it goes wrong", (text, line, column, message) => {
  try {
    readJsonText(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(JsonTextError);
    expect({ ...(error as JsonTextError).position, message: (error as Error).message }).toEqual({
      line,
      column,
      message,
    });
  }
});

describe("what a schema says", () => {
  const faultsOf = (schema: typeof groupField | typeof templateFile, data: unknown) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? [] : readIssues(parsed.error.issues, data);
  };
  const group = (properties: unknown) => ({ type: "object", additionalProperties: false, properties });

  test("is about the kind of field that was meant", () => {
    expect(
      faultsOf(groupField, group({ a: { type: "array", items: { type: "string", maxLen: 3 } } })),
    ).toEqual([{ path: ["properties", "a", "items", "maxLen"], part: "key", message: "is not known here" }]);
    expect(faultsOf(groupField, group({ a: { type: "text" } }))).toEqual([
      {
        path: ["properties", "a", "type"],
        message: 'expected one of "string", "number", "integer", "boolean", "array", "object"',
      },
    ]);
  });

  test("names what is missing and what has a wrong name", () => {
    expect(faultsOf(templateFile, {}).map(({ path, message }) => `${path.join(".")} ${message}`)).toContain(
      "name is missing",
    );
    expect(faultsOf(groupField, group({ "Due Date": { type: "string" } }))).toMatchObject([
      { path: ["properties", "Due Date"], part: "key" },
    ]);
  });
});
