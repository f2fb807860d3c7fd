import { expect, it } from "vitest";
import type { ListField } from "../../../../contract/templates/template-file.ts";
import { pastedMessage, pasteRows, readPastedCells } from "./pasted-rows.ts";

const money = { type: "string", "x-widget": "money", pattern: "^-?\\d{1,12}(\\.\\d{1,4})?$" } as const;
const items: ListField = {
  type: "array",
  title: "Items",
  maxItems: 4,
  items: {
    type: "object",
    additionalProperties: false,
    properties: { text: { type: "string" }, quantity: { type: "string" }, price: money },
  },
};

it("accepts spreadsheet cells but not plain text", () => {
  expect(readPastedCells("Hull\t2\t75.00\r\nMast\t1\t(20)\r\n", false)).toEqual([
    ["Hull", "2", "75.00"],
    ["Mast", "1", "(20)"],
  ]);
  expect(readPastedCells('Hull;"2 ""big"""\nMast;1', false)).toEqual([
    ["Hull", '2 "big"'],
    ["Mast", "1"],
  ]);
  expect(readPastedCells("Hull\nMast, long", false)).toEqual([["Hull"], ["Mast, long"]]);
  expect(readPastedCells("Hull", false)).toBeUndefined();
  expect(readPastedCells("Dear Ada,\nhello", true)).toBeUndefined();
});

it("fills rows from the current cell and keeps the rest", () => {
  const rows = [{ text: "Keel", price: "5" }, { text: "old" }];
  const cells = readPastedCells("2\t1.234,50\tignored\n\t(20)\n7\tx", false) ?? [];
  expect(pasteRows(items, rows, cells, { row: 1, column: "quantity" }, "de")).toEqual({
    rows: [
      { text: "Keel", price: "5" },
      { text: "old", quantity: "2", price: "1234.50" },
      { price: "-20" },
      { quantity: "7", price: "x" },
    ],
    added: 2,
    filled: 3,
    cut: 0,
  });
});

it("drops rows that don't fit and counts them", () => {
  const cells = ["a", "b", "c", "d", "e", "f"].map((text) => [text]);
  const pasted = pasteRows(items, [{}], cells, { row: 0, column: "text" }, "en");
  expect(pasted.rows).toHaveLength(4);
  expect(pasted).toMatchObject({ added: 3, cut: 2 });
  expect(pastedMessage(pasted, 4)).toBe("Pasted 4 of 6 rows. This list can have up to 4.");
});
