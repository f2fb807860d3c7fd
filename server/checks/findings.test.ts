import { describe, expect, test } from "vitest";
import { groupField, templateFile } from "../../contract/templates/template-file.ts";
import { readIssues } from "./findings.ts";

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
