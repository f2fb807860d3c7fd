import { expect, it } from "vitest";
import { FIELD_KINDS, newField } from "./field-kinds.ts";
import { addToSample, removeFromSample, renameInSample } from "./sample-edits.ts";

const SAMPLE =
  '{\n  "from": { "name": "Oda" },\n  "items": [\n    { "text": "Bowl", "price": "2" },\n    { "price": "3" }\n  ]\n}';

it("renames a field's words in every row of the sample", () => {
  expect(renameInSample(SAMPLE, "items.price", "cost")).toBe(SAMPLE.replaceAll('"price"', '"cost"'));
  expect(renameInSample(SAMPLE, "from", "sender")).toBe(SAMPLE.replace('"from"', '"sender"'));
});

it("removes a field's words and leaves a broken sample alone", () => {
  expect(JSON.parse(removeFromSample(SAMPLE, "items.price"))).toEqual({
    from: { name: "Oda" },
    items: [{ text: "Bowl" }, {}],
  });
  expect(JSON.parse(removeFromSample(SAMPLE, "from"))).not.toHaveProperty("from");
  expect(removeFromSample("{", "from")).toBe("{");
});

it("gives a new field a value in the sample, in every row of a list", () => {
  const unit = { name: "unit", label: "Unit", kind: "text" } as const;
  expect(JSON.parse(addToSample(SAMPLE, "items", unit)).items).toEqual([
    { text: "Bowl", price: "2", unit: "Unit" },
    { price: "3", unit: "Unit" },
  ]);
  expect(JSON.parse(addToSample(SAMPLE, "from", unit)).from).toEqual({ name: "Oda", unit: "Unit" });
  expect(JSON.parse(addToSample(SAMPLE, "", { ...unit, kind: "date" })).unit).toBe("2026-01-15");
  expect(addToSample("{", "", unit)).toBe("{");
});

it.each(FIELD_KINDS.filter((kind) => kind !== "picture"))(
  "gives a %s a value that its field allows",
  (kind) => {
    const { value } = JSON.parse(addToSample("{}", "", { name: "value", label: "Label", kind }));
    const { type, pattern, oneOf } = newField(kind, "Label");
    expect(Array.isArray(value) ? "array" : typeof value).toBe(type);
    if (pattern) expect(value).toMatch(new RegExp(String(pattern)));
    if (oneOf) expect(oneOf).toContainEqual(expect.objectContaining({ const: value }));
  },
);
