import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../contract/template-file.ts";
import { labelOf, sayFault } from "../field-labels.ts";
import { readImport } from "./import-data.ts";

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
        properties: { price: { type: "string", title: "Price each" } },
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

  it("has its fault said without its inner name", () => {
    expect(sayFault("required", '"number" is required.')).toBe("still empty");
    expect(sayFault("maxLength", '"number" (Invoice number) must NOT have more than 40 characters.')).toBe(
      "must NOT have more than 40 characters",
    );
  });
});

describe("taking over data", () => {
  const template = { url: "/invoices/quarto", fields };
  const file = (value: unknown) => JSON.stringify(value);

  it("takes what the template's fields can hold", () => {
    const given = { template: "/invoices/quarto", data: { number: "7", other: 1 }, theme: { paper: "a4" } };
    expect(readImport(file(given), template)).toEqual({ data: { number: "7" }, theme: { paper: "a4" } });
  });

  it.each([
    ["words", "not data"],
    [file(["a"]), "not data"],
    [file({ template: "/invoices/quarto", data: [] }), "not data"],
    [file({ data: {} }), "not data"],
    [file({ template: "/letters/plinth", data: {} }), "another template: /letters/plinth"],
  ])("refuses %s", (text, words) => expect(() => readImport(text, template)).toThrow(words));
});
