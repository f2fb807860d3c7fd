import { expect, test } from "vitest";
import { groupField } from "../../../contract/templates/template-file.ts";
import { findFieldFaults } from "./field-rules.ts";

function faultsOf(properties: Record<string, object>, title = "Note") {
  const fields = groupField.parse({ type: "object", additionalProperties: false, properties });
  return findFieldFaults({ fields, title }).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("a pattern that could take for ever, or is none, is named", () => {
  const ok = { type: "string", title: "Serial", pattern: "^([A-Z0-9]+-?)+$" };
  expect(faultsOf({ ok, ahead: { ...ok, pattern: "^(?=A).+$" }, open: { ...ok, pattern: "(" } })).toEqual([
    expect.stringMatching(/^fields\.properties\.ahead\.pattern: can't be used: .*no lookaround/),
    "fields.properties.open.pattern: is no regular expression",
  ]);
});

test("a text and a list have a bound, a field a title, and the title of a file only fields with one value", () => {
  const rows = { type: "array", title: "Rows", items: { type: "string", maxLength: 5 } };
  expect(faultsOf({ rows, text: { type: "string" } }, "Note {rows}")).toEqual([
    "fields.properties.rows: has no maxItems",
    "fields.properties.text: has no title, so the form has no label for it",
    "fields.properties.text: has no maxLength",
    "title: {rows} is no field with one value",
  ]);
});
