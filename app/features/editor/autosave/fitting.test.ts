import { describe, expect, it } from "vitest";
import type { GroupField } from "../../../../contract/templates/template-file.ts";
import { fitData, fitTheme } from "./fitting.ts";

const FIELDS: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string" },
    count: { type: "integer" },
    paid: { type: "boolean" },
    from: {
      type: "object",
      additionalProperties: false,
      properties: {
        name: { type: "string", maxLength: 8, "x-profile": "name" },
      },
    },
    items: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        properties: { name: { type: "string", "x-profile": "name" } },
      },
    },
    notes: { type: "array", items: { type: "string" } },
  },
};

describe("data from elsewhere", () => {
  it("is limited to what the fields accept", () => {
    const given = {
      number: 12,
      count: "3",
      paid: "yes",
      from: ["no group"],
      items: [{ name: "A", price: 1 }, "no row", null],
      notes: { 0: "no list" },
      __proto__: { number: "x" },
      unknown: true,
    };
    expect(fitData(FIELDS, given)).toEqual({ number: "12", count: "3", items: [{ name: "A" }] });
    expect(fitData(FIELDS, null)).toEqual({});
  });

  it("keeps only available design options", () => {
    expect(fitTheme({ paper: "a4", fonts: "comic", accent: "red", other: 1 })).toEqual({ paper: "a4" });
    expect(fitTheme("blue")).toEqual({});
  });
});
