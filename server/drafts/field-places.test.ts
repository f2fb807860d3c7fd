import { expect, test } from "vitest";
import { findFieldPlaces } from "./field-places.ts";

const placesOf = (source: string) =>
  findFieldPlaces(source).map(({ path, line, column }) => `${path} ${line}:${column}`);

test("maps a kit call to the line of its field", () => {
  const source =
    '#field("from.name")\n#section("name", "email", [x])\n// #field("comment")\n#text("no field")';
  expect(placesOf(source)).toEqual(["from.name 1:8", "name 2:10", "email 2:18"]);
});

test("maps fields of rows at any depth", () => {
  const source = [
    '#for item in each("items") {',
    '  field(item, "price")',
    '  each(item, "tags").map(tag => field(tag, "name"))',
    "}",
    '#total("hours", hour => number(hour, "spent"))',
    '#field(other, "unknown")',
  ].join("\n");
  expect(placesOf(source)).toEqual([
    "items 1:19",
    "items.price 2:15",
    "items.tags 3:14",
    "items.tags.name 3:44",
    "hours 5:8",
    "hours.spent 5:38",
  ]);
});

test("reads incomplete sources as far as possible", () => {
  expect(placesOf('#field("name')).toEqual([]);
  expect(placesOf('#field("name") #field(')).toEqual(["name 1:8"]);
});
