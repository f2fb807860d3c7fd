import { describe, expect, test } from "vitest";
import { groupField } from "../../contract/templates/template-file.ts";
import { placeholdersOf, withDefaults } from "./missing-values.ts";

const FIELDS = groupField.parse({
  type: "object",
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    logo: { type: "string", "x-placeholder": "Your logo" },
    currency: { type: "string", "x-widget": "currency", default: "EUR" },
    state: { type: "string", enum: ["draft", "paid"] },
    rows: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["text"],
        properties: {
          text: { type: "string" },
          note: { type: "string" },
          price: { type: "string", "x-wanted": true },
          kind: { type: "string", enum: ["a", "b"], default: "a" },
        },
      },
    },
  },
});
const SAMPLE = {
  name: "Ada",
  currency: "NOK",
  state: "paid",
  rows: [{ text: "x", note: "n", price: "3", kind: "b" }, { text: "y" }],
};

describe("sample values of a page", () => {
  test("use x-placeholder and skip choices outside sample rows", () => {
    expect(placeholdersOf(FIELDS, SAMPLE)).toEqual({ name: "Ada", logo: "Your logo", rows: SAMPLE.rows });
  });

  test("are limited to required fields in started rows", () => {
    expect(placeholdersOf(FIELDS, SAMPLE, "partial")).toEqual({
      name: "Ada",
      logo: "Your logo",
      rows: [{ text: "x" }, { text: "y" }],
    });
  });
});

describe("defaults", () => {
  test("fill empty fields and started rows", () => {
    expect(withDefaults(FIELDS, { currency: " ", rows: [{ text: "x" }, {}, { kind: "b" }] })).toEqual({
      currency: "EUR",
      rows: [{ text: "x", kind: "a" }, {}, { kind: "b" }],
    });
  });

  test("keep given values and unknown keys", () => {
    expect(withDefaults(FIELDS, { currency: "DKK", rows: "odd", other: 1 })).toEqual({
      currency: "DKK",
      rows: "odd",
      other: 1,
    });
  });
});
