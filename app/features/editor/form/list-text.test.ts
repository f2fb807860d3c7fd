import { describe, expect, it } from "vitest";
import type { FieldSchema, ListField } from "../../../../contract/templates/template-file.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { addLabel, cellText, numberColumns, rowName, rowSummary, textColumn } from "./list-text.ts";
import { readableDate } from "./value-text.ts";

const item: FieldSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    description: { type: "string", title: "Item" },
    detail: { type: "string", title: "Detail" },
    quantity: { type: "string", title: "Quantity", pattern: "^-?\\d{1,9}(\\.\\d{1,4})?$" },
    price: { type: "string", title: "Price each", "x-widget": "money" },
  },
};
const job: FieldSchema = {
  type: "object",
  additionalProperties: false,
  properties: { role: { type: "string", title: "Role" }, place: { type: "string", title: "Place" } },
};
const list = (title: string, items: FieldSchema = job): ListField => ({ type: "array", title, items });

describe("the name of a row", () => {
  it.each([
    ["Items", "Item", "Add item"],
    ["Publications", "Publication", "Add publication"],
    ["Entries", "Entry", "Add entry"],
    ["Education", "Entry", "Add entry"],
    ["Key figures", "Entry", "Add entry"],
  ])("%s: %s, %s", (title, name, add) => {
    expect(rowName(list(title))).toBe(name);
    expect(addLabel(list(title))).toBe(add);
  });

  it("is the template's if given", () => {
    expect(addLabel(list("Work", { ...job, title: "Line" }))).toBe("Add line");
    expect(addLabel(list("Done", { type: "string", title: "Done" }))).toBe("Add to done");
  });
});

describe("a closed row", () => {
  it("shows its first text and its numbers", () => {
    const row = { description: "Wayfinding\nsystem", detail: "22 signs", quantity: "48", price: "55200.00" };
    expect(rowSummary(item, row)).toEqual({ text: "Wayfinding system", more: "" });
    expect(numberColumns(item).map((column) => column.title)).toEqual(["Quantity", "Price each"]);
    const cells = (language: Language) =>
      numberColumns(item).map((column) => cellText(row, column, language));
    expect(cells("en")).toEqual(["48", "55,200.00"]);
    expect(cells("de")).toEqual(["48", "55.200,00"]);
    expect(textColumn(item)).toBe("Item");
  });

  it("shows the next text without numbers", () => {
    expect(rowSummary(job, { role: "Printer", place: "Larnes" })).toEqual({
      text: "Printer",
      more: "Larnes",
    });
    expect(rowSummary(job, { place: "Larnes" })).toEqual({ text: "Larnes", more: "" });
    const entry: FieldSchema = {
      type: "object",
      additionalProperties: false,
      properties: {
        day: { type: "string", "x-widget": "date" },
        time: { type: "string", "x-widget": "time" },
        what: { type: "string" },
      },
    };
    const { text, more } = rowSummary(entry, { day: "2026-12-08", time: "18:00", what: "choir" });
    expect(text).toBe(readableDate("2026-12-08"));
    expect(more).toBe("18:00, choir");
    expect(rowSummary(job, {})).toEqual({ text: "", more: "" });
  });
});
