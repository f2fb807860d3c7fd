import { describe, expect, it } from "vitest";
import { keyRows, moveRow, reuseKeys } from "./row-keys.ts";

const rows = [{ name: "a" }, { name: "b" }, { name: "c" }];
const before = keyRows(rows);
const [a, b, c] = before.keys;

describe("the keys of rows", () => {
  it("stay while typing", () => {
    expect(reuseKeys(before, [rows[0], { name: "bb" }, rows[2]]).keys).toBe(before.keys);
  });

  it("follow rows that were moved", () => {
    expect(reuseKeys(before, [{ name: "c" }, { name: "a" }, { name: "b" }]).keys).toEqual([c, a, b]);
  });

  it("are removed with their row", () => {
    expect(reuseKeys(before, [rows[0], rows[2]]).keys).toEqual([a, c]);
    expect(reuseKeys(before, [rows[1], rows[2], { name: "d" }, { name: "e" }]).keys.slice(0, 2)).toEqual([
      b,
      c,
    ]);
  });

  it("are new for new rows", () => {
    const { keys } = reuseKeys(before, [...rows, { name: "d" }]);
    expect(keys.slice(0, 3)).toEqual([a, b, c]);
    expect(new Set(keys).size).toBe(4);
  });

  it("distinguish equal rows", () => {
    const blanks = keyRows([{}, {}, {}]);
    expect(reuseKeys(blanks, [{}, { name: "x" }, {}]).keys).toEqual(blanks.keys);
  });
});

describe("moving a row", () => {
  it("moves it before or after its neighbours", () => {
    expect(moveRow(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moveRow(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  });
});
