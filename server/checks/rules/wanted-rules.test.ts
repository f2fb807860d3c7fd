import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groupField } from "../../../contract/templates/template-file.ts";
import { findWantedFaults } from "./wanted-rules.ts";

const text = { type: "string", title: "Text", maxLength: 40 };
const day = { type: "string", title: "Day", format: "date", "x-widget": "date" };

function faultsOf(type: string, properties: Record<string, object>, required: string[] = []) {
  const fields = groupField.parse({ type: "object", additionalProperties: false, properties, required });
  return findWantedFaults(type, fields).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("marks stand only where they mean something", () => {
  const row = { ...day, "x-today": true };
  const days = {
    type: "array",
    title: "Days",
    maxItems: 3,
    items: { type: "object", additionalProperties: false, properties: { row } },
  };
  const properties = {
    needed: { ...text, "x-wanted": true },
    words: { ...text, "x-today": true },
    when: { ...day, "x-counts": true },
    days,
    fine: { ...day, "x-today": true, "x-wanted": "Somebody will ask." },
  };
  expect(faultsOf("notes", properties, ["needed"])).toEqual([
    "fields.properties.needed.x-wanted: is required already",
    'fields.properties.words.x-today: is for a field with "format": "date" that is not in a row',
    "fields.properties.when.x-counts: is for a plain text that is not in a row",
    'fields.properties.days.items.properties.row.x-today: is for a field with "format": "date" that is not in a row',
  ]);
});

test("an invitation that would go out without a word about when is named", () => {
  const properties = { title: text, date: { ...day, "x-wanted": true }, time: text };
  expect(faultsOf("invitations", properties, ["title"])).toEqual([
    'fields: "time" has to be marked x-wanted: invitations need it',
  ]);
});

test("every invoice of the library asks for sender, client, date, tax and account, and counts its number", () => {
  const files = globSync("library/invoices/*/*/template.json");
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const fields = groupField.parse(JSON.parse(readFileSync(file, "utf8")).fields);
    expect(findWantedFaults("invoices", fields), file).toEqual([]);
    expect(fields.properties.number, file).toHaveProperty("x-counts", true);
  }
});
