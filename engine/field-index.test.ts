import { describe, expect, test } from "vitest";
import { indexFields } from "./field-index.ts";
import type { JsonObject } from "./job.ts";

const SAMPLE: JsonObject = {
  name: "Ida",
  paid: false,
  items: [{ text: "Oak", price: "3" }, { text: "Elm" }],
};
const SAMPLES = { sample: SAMPLE, rowSample: { items: [{ text: "Oak" }, { text: "Elm" }] } };
const NONE = { sample: {}, rowSample: {} };

describe("a finished page", () => {
  const data = { name: " ", paid: false, items: [{ text: "Ash" }, { text: "" }, { text: "Yew" }] };
  const index = indexFields(data, NONE, "final");

  test("shows the data, including false values", () => {
    expect({ ...index.shown }).toEqual({ paid: false, "items.0.text": "Ash", "items.2.text": "Yew" });
    expect(Object.keys(index.filled)).toEqual([
      "items",
      "items.0",
      "items.0.text",
      "items.2",
      "items.2.text",
    ]);
  });

  test("leaves out empty rows", () => {
    expect(index.rows.items).toEqual(["items.0", "items.2"]);
  });

  test("accepts names of JavaScript built-ins", () => {
    const odd = JSON.parse('{ "__proto__": { "x": "y" }, "toString": "z" }');
    expect(JSON.stringify(indexFields(odd, NONE, "final").shown)).toBe('{"__proto__.x":"y","toString":"z"}');
  });
});

describe("a preview", () => {
  test("uses sample values except for optional fields of started rows", () => {
    const index = indexFields({ items: [{ text: "Ash" }] }, SAMPLES, "preview");
    expect({ ...index.shown }).toEqual({ name: "Ida", "items.0.text": "Ash" });
    expect(index.borrows).toBe(true);
    expect(Object.keys(index.own)).toEqual(["items", "items.0", "items.0.text"]);
    expect(index.rows.items).toEqual(["items.0"]);
  });

  test("reuses sample rows for further rows", () => {
    const index = indexFields({ items: [{ text: "a" }, {}, {}] }, SAMPLES, "preview");
    expect(index.rows.items).toEqual(["items.0", "items.1", "items.2"]);
    expect(index.shown["items.2.text"]).toBe("Oak");
    expect(index.shown["items.2.price"]).toBeUndefined();
  });

  test("maps clicks on sample rows to their list", () => {
    const { target, rows } = indexFields({}, SAMPLES, "preview");
    expect(rows.items).toEqual(["items.0", "items.1"]);
    expect({ ...target }).toEqual({ "items.1": "items", "items.1.text": "items" });
  });
});

test("detects right-to-left text", () => {
  expect(indexFields({ a: ["x", "שלום"] }, NONE, "final").rtl).toBe(true);
  expect(indexFields({ a: ["x", "y"] }, NONE, "final").rtl).toBe(false);
});

test("a proof has the text of the export and no sample values", () => {
  const index = indexFields({ items: [{}, { text: "Ash" }] }, SAMPLES, "proof");
  expect({ ...index.shown }).toEqual({ "items.1.text": "Ash" });
  expect(index.rows.items).toEqual(["items.1"]);
  expect(index.borrows).toBe(false);
});
