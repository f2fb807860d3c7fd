import { expect, it } from "vitest";
import { csvLines } from "./csv.ts";

it("round-trips through a spreadsheet", () => {
  expect(
    csvLines([
      ["day", "used"],
      ['a "word", two', 3],
      ["two\nlines", null],
    ]),
  ).toBe('day,used\r\n"a ""word"", two",3\r\n"two\nlines",\r\n');
});

it("escapes formulas", () => {
  expect(csvLines([["=1+1", "@sum", "-2", -2]])).toBe(`"'=1+1","'@sum","'-2",-2\r\n`);
});
