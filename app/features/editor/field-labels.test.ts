import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import { labelOf, shortLabelOf } from "./field-labels.ts";

const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string", title: "Invoice number" },
    from: {
      type: "object",
      title: "From",
      additionalProperties: false,
      properties: { tax_id: { type: "string" } },
    },
    items: {
      type: "array",
      title: "Items",
      items: {
        type: "object",
        additionalProperties: false,
        properties: { price: { type: "string", title: "Price each" }, note: { type: "string" } },
      },
    },
  },
};

describe("a field's place", () => {
  it.each([
    ["number", "Invoice number"],
    ["from.tax_id", "From, tax id"],
    ["items", "Items"],
    ["items.1.price", "Items 2, Price each"],
    ["gone.2", "gone, 2"],
  ])("%s is %s", (path, label) => expect(labelOf(fields, path)).toBe(label));

  it("uses the form's label or that of its parent", () => {
    expect(shortLabelOf(fields, "items.3.price")).toBe("Price each");
    expect(shortLabelOf(fields, "items.3.note")).toBe("Items");
    expect(shortLabelOf(fields, "nothing")).toBe("");
  });
});
