import { expect, it } from "vitest";
import type { GroupField } from "../../../../contract/template-file.ts";
import { shortLabelOf } from "../field-labels.ts";
import { fromInside, placesOf } from "./field-places.ts";

const at = (path: string) => ({ path, x: 0, y: 0, width: 1, height: 1 });
const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
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

it("finds a field's own lines, or those of what is in it", () => {
  const places = [at("items"), at("items.0.price"), at("items.0.note"), at("items.10.price")];
  expect(placesOf("items.0.price", places)).toEqual([at("items.0.price")]);
  expect(placesOf("items.0", places)).toEqual([at("items.0.price"), at("items.0.note")]);
  expect(placesOf("items", places)).toEqual([at("items")]);
  expect(placesOf("to.name", places)).toEqual([]);
});

it("names a field as the form does, and one without a name after what it is in", () => {
  expect(shortLabelOf(fields, "items.3.price")).toBe("Price each");
  expect(shortLabelOf(fields, "items.3.note")).toBe("Items");
  expect(shortLabelOf(fields, "nothing")).toBe("");
});

it("goes from the field outwards", () => {
  expect(fromInside("items.0.price")).toEqual(["items.0.price", "items.0", "items"]);
});
