import { expect, it } from "vitest";
import { packRows, unpackRows } from "./row-pack.ts";

const rows = [
  { bytes: new Uint8Array([1, 2, 3]) },
  { errors: [{ message: "„Straße“ is required.", extensions: { field: "straße" } }] },
  { bytes: new Uint8Array([]) },
  { bytes: new Uint8Array([4]) },
];

it("unpacks every row in order", () => {
  expect(unpackRows(packRows(rows))).toEqual(rows);
  expect(unpackRows(packRows([]))).toEqual([]);
});

it("detects a truncated file", () => {
  expect(() => unpackRows(packRows(rows).subarray(0, -1))).toThrow("in the middle");
});
