import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { readDataFile } from "./data-file.ts";

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

describe("importing data", () => {
  const template = { url: "/invoices/quarto", fields };
  const file = (value: unknown) => JSON.stringify(value);

  it("accepts what the template's fields can hold", () => {
    const given = { template: "/invoices/quarto", data: { number: "7", other: 1 }, theme: { paper: "a4" } };
    expect(readDataFile(file(given), template)).toEqual({ data: { number: "7" }, theme: { paper: "a4" } });
  });

  it.each([
    ["message", "doesn’t contain data"],
    [file(["a"]), "doesn’t contain data"],
    [file({ template: "/invoices/quarto", data: [] }), "doesn’t contain data"],
    [file({ data: {} }), "doesn’t contain data"],
    [file({ template: "/letters/plinth", data: {} }), "another template (/letters/plinth)"],
  ])("rejects %s", (text, message) => expect(() => readDataFile(text, template)).toThrow(message));
});
