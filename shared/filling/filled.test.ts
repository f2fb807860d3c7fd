import { describe, expect, it } from "vitest";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { countFilled, missingRequired } from "./filled.ts";

const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  required: ["number", "items", "sender"],
  properties: {
    number: { type: "string", title: "Invoice number" },
    paid: { type: "boolean", title: "Paid" },
    sender: {
      type: "object",
      title: "From",
      additionalProperties: false,
      required: ["name"],
      properties: { name: { type: "string", title: "Name" }, town: { type: "string", title: "Town" } },
    },
    to: {
      type: "object",
      title: "Bill to",
      additionalProperties: false,
      required: ["client"],
      properties: {
        client: { type: "string", title: "Client" },
        street: { type: "string", title: "Street" },
      },
    },
    items: {
      type: "array",
      title: "Items",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["description"],
        properties: {
          description: { type: "string", title: "Item" },
          price: { type: "string", title: "Price" },
        },
      },
    },
  },
};

describe("progress of a form", () => {
  it("counts fields and lists without switches and blanks", () => {
    expect(countFilled(fields, {})).toEqual({ filled: 0, all: 6 });
    expect(countFilled(fields, { number: " ", items: [{}, {}], sender: { name: "Ada" } })).toEqual({
      filled: 1,
      all: 6,
    });
    expect(countFilled(fields, { items: [{ price: "1" }] }).filled).toBe(1);
  });
});

describe("missing required fields", () => {
  it("are listed in form order with their path", () => {
    expect(missingRequired(fields, {})).toEqual([
      { path: "number", label: "Invoice number" },
      { path: "sender.name", label: "From: Name" },
      { path: "items", label: "Items" },
    ]);
  });

  it("are requested in groups and rows with content only", () => {
    const data = { number: "1", sender: { name: "A" }, to: { street: "B" }, items: [{}, { price: "3" }] };
    expect(missingRequired(fields, data)).toEqual([
      { path: "to.client", label: "Bill to: Client" },
      { path: "items.1.description", label: "Items 2: Item" },
    ]);
  });

  it("are empty once all is filled in", () => {
    const data = { number: "1", sender: { name: "A" }, items: [{ description: "C" }] };
    expect(missingRequired(fields, data)).toEqual([]);
  });
});
