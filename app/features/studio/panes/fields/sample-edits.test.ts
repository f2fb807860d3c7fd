import { expect, it } from "vitest";
import { removeFromSample, renameInSample } from "./sample-edits.ts";

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
