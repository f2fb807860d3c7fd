import { describe, expect, it } from "vitest";
import { keyRows, moveRow, reuseKeys } from "./row-keys.ts";

const rows = [{ name: "a" }, { name: "b" }, { name: "c" }];
const before = keyRows(rows);
const [a, b, c] = before.keys;

describe("the keys of rows", () => {
  it("stay while one of them is typed in", () => {
    expect(reuseKeys(before, [rows[0], { name: "bb" }, rows[2]]).keys).toBe(before.keys);
  });

  it("go with rows that are moved from outside", () => {
    expect(reuseKeys(before, [{ name: "c" }, { name: "a" }, { name: "b" }]).keys).toEqual([c, a, b]);
  });

  it("leave with a row and don't come to another one", () => {
    expect(reuseKeys(before, [rows[0], rows[2]]).keys).toEqual([a, c]);
    expect(reuseKeys(before, [rows[1], rows[2], { name: "d" }, { name: "e" }]).keys.slice(0, 2)).toEqual([
      b,
      c,
    ]);
  });

  it("are new for rows that are new", () => {
    const { keys } = reuseKeys(before, [...rows, { name: "d" }]);
    expect(keys.slice(0, 3)).toEqual([a, b, c]);
    expect(new Set(keys).size).toBe(4);
  });

  it("don't get mixed up by rows that are the same", () => {
    const blanks = keyRows([{}, {}, {}]);
    expect(reuseKeys(blanks, [{}, { name: "x" }, {}]).keys).toEqual(blanks.keys);
  });
});

describe("moving a row", () => {
  it("puts it before or after its neighbours", () => {
    expect(moveRow(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moveRow(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  });
});
