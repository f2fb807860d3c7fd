import { expect, test } from "vitest";
import { groupField } from "../../../contract/templates/template-file.ts";
import { doubledData } from "../data/long-data.ts";
import { leastData } from "../data/render-input.ts";
import { findSampleFaults } from "./sample-check.ts";

const fields = groupField.parse({
  type: "object",
  additionalProperties: false,
  required: ["number", "items"],
  properties: {
    number: { type: "string", maxLength: 6 },
    issued: { type: "string", format: "date", "x-widget": "date" },
    note: { type: "string", "x-widget": "multiline" },
    items: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["text"],
        properties: { text: { type: "string" }, price: { type: "string", pattern: "^\\d+$" } },
      },
    },
  },
});
const sample = {
  number: "0147",
  issued: "2026-11-03",
  note: "One.\n\nTwo.",
  items: [
    { text: "Signs", price: "10" },
    { text: "Posters", price: "20" },
  ],
};

test("reports an invalid sample with its place", () => {
  expect(findSampleFaults({ fields, sample })).toEqual([]);
  const wrong = { number: 7, items: [{ text: "x", price: "ten" }], colour: "red" };
  expect(findSampleFaults({ fields, sample: wrong })).toMatchObject([
    { path: ["sample", "colour"], part: "key", message: "the template has no such field" },
    { path: ["sample", "number"], message: "This value has the wrong type. Expected: string." },
    { path: ["sample", "items", 0, "price"], message: "This value doesn’t match the pattern “^\\d+$”." },
  ]);
  expect(findSampleFaults({ fields, sample: { ...sample, number: undefined } })).toMatchObject([
    { path: ["sample", "number"], message: "This field is required." },
  ]);
});

test("uses only required fields for the least data", () => {
  expect(leastData(fields, sample)).toEqual({ number: "0147", items: [{ text: "Signs" }] });
});

test("doubles data within limits", () => {
  const doubled = doubledData(fields, sample) as typeof sample;
  expect(doubled.number).toBe("0147 0");
  expect(doubled.note).toBe("One.\n\nTwo.\n\nOne.\n\nTwo.");
  expect(doubled.items.map((item) => item.text)).toEqual(["Signs Signs", "Posters Posters", "Signs Signs"]);
  expect(findSampleFaults({ fields, sample: doubled })).toEqual([]);
});

test("checks samples in other languages", () => {
  const arabic = { number: "1234567", items: [{ text: "لافتات", price: "10" }] };
  expect(findSampleFaults({ fields, sample, samples: { ar: { ...arabic, number: "0147" } } })).toEqual([]);
  expect(findSampleFaults({ fields, sample, samples: { ar: arabic } })).toMatchObject([
    { path: ["samples", "ar", "number"], message: "Use 6 characters or fewer." },
  ]);
});
