import { expect, it } from "vitest";
import { placesOf } from "./preview-page.tsx";

const at = (path: string) => ({ path, x: 0, y: 0, width: 1, height: 1 });

it("finds the lines of a field or its children", () => {
  const places = [at("items"), at("items.0.price"), at("items.0.note"), at("items.10.price")];
  expect(placesOf("items.0.price", places)).toEqual([at("items.0.price")]);
  expect(placesOf("items.0", places)).toEqual([at("items.0.price"), at("items.0.note")]);
  expect(placesOf("items", places)).toEqual([at("items")]);
  expect(placesOf("to.name", places)).toEqual([]);
});
