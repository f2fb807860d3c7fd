import { describe, expect, test } from "vitest";
import { groupField, templateFile } from "../../contract/templates/template-file.ts";
import { readIssues } from "./findings.ts";

describe("schema errors", () => {
  const faultsOf = (schema: typeof groupField | typeof templateFile, data: unknown) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? [] : readIssues(parsed.error.issues, data);
  };
  const group = (properties: unknown) => ({ type: "object", additionalProperties: false, properties });

  test("refer to the intended kind of field", () => {
    expect(
      faultsOf(groupField, group({ a: { type: "array", items: { type: "string", maxLen: 3 } } })),
    ).toMatchObject([
      { path: ["properties", "a", "items", "maxLen"], part: "key", message: "this property is unknown" },
    ]);
    expect(faultsOf(groupField, group({ a: { type: "text" } }))).toMatchObject([
      {
        path: ["properties", "a", "type"],
        message: 'use one of these values: "string", "number", "integer", "boolean", "array", "object"',
      },
    ]);
  });

  test("name missing and misspelt properties", () => {
    expect(faultsOf(templateFile, {}).map(({ path, message }) => `${path.join(".")} ${message}`)).toContain(
      "name a value is required here",
    );
    expect(faultsOf(groupField, group({ "Due Date": { type: "string" } }))).toMatchObject([
      { path: ["properties", "Due Date"], part: "key" },
    ]);
  });
});
