import { expect, it } from "vitest";
import { packRows, unpackRows } from "./row-pack.ts";

const rows = [
  { bytes: new Uint8Array([1, 2, 3]) },
  { errors: [{ message: "„Straße“ is required.", extensions: { field: "straße" } }] },
  { bytes: new Uint8Array([]) },
  { bytes: new Uint8Array([4]) },
];

it("gives back every row in its place", () => {
  expect(unpackRows(packRows(rows))).toEqual(rows);
  expect(unpackRows(packRows([]))).toEqual([]);
});

it("does not take half a file for a file", () => {
  expect(() => unpackRows(packRows(rows).subarray(0, -1))).toThrow("in the middle");
});
