import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../../../contract/templates/template-file.ts";
import { type ColumnReading, readCell, readDate } from "./cell-value.ts";

const reading: ColumnReading = { mark: ".", dateOrder: "day first" };

describe("a cell", () => {
  it.each([
    ["2026-11-05", "2026-11-05"],
    ["2026-11-05 00:00:00", "2026-11-05"],
    ["5.11.2026", "2026-11-05"],
    ["25/11/2026", "2026-11-25"],
    ["11/25/2026", "2026-11-25"],
    ["3/3/2026", "2026-03-03"],
    ["30.02.2026", undefined],
    ["soon", undefined],
  ])("%s is the date %s", (text, day) => {
    expect(readDate(text, "day first")).toBe(day);
    expect(readDate(text, "month first")).toBe(day);
  });

  it.each([
    ["3 Nov 2026", "en", "2026-11-03"],
    ["3-Nov-26", "en", "2026-11-03"],
    ["November 3rd, 2026", "en", "2026-11-03"],
    ["Tue, 3 Nov 2026", "en", "2026-11-03"],
    ["3 Nov 2026", "de", "2026-11-03"],
    ["3. März 2026", "de", "2026-03-03"],
    ["Di., 3. Dez. 2026", "de", "2026-12-03"],
    ["1er août 2026", "fr", "2026-08-01"],
    ["3 de noviembre de 2026", "es", "2026-11-03"],
    ["3 listopada 2026", "pl", "2026-11-03"],
    ["31 Nov 2026", "en", undefined],
    ["3 Nov 2026 or later", "en", undefined],
    ["3 März 2026", "en", undefined],
    ["Nov 2026", "en", undefined],
  ] as const)("%s in %s is the date %s", (text, language, day) => {
    expect(readDate(text, "day first", language)).toBe(day);
  });

  it("follows the column's reading of an ambiguous date", () => {
    expect(readDate("3/4/2026", "day first")).toBe("2026-04-03");
    expect(readDate("3/4/2026", "month first")).toBe("2026-03-04");
  });

  it("follows the column's reading of an ambiguous number", () => {
    const money: FieldSchema = { type: "string", "x-widget": "money" };
    expect(readCell("1.500", money, { ...reading, mark: "," })).toBe("1500");
    expect(readCell("1.500", money, { ...reading, mark: "." })).toBe("1.500");
    expect(readCell(1.5, money, { ...reading, mark: "," })).toBe("1.5");
  });

  it("keeps workbook numbers", () => {
    expect(readCell(1.234, { type: "number" }, reading)).toBe(1.234);
    expect(readCell(2026014, { type: "string" }, reading)).toBe("2026014");
    expect(readCell(1e21, { type: "string" }, reading)).toBe("1000000000000000000000");
    expect(readCell(1, { type: "boolean" }, reading)).toBe(true);
  });

  it("is converted to its field's type", () => {
    const text: FieldSchema = { type: "string" };
    const money: FieldSchema = { type: "string", "x-widget": "money" };
    const choice: FieldSchema = { type: "string", oneOf: [{ const: "gold", title: "Gold medal" }] };
    expect(readCell(" Ada ", text, reading)).toBe("Ada");
    expect(readCell("  ", text, reading)).toBeUndefined();
    expect(readCell("1 000,00", money, reading)).toBe("1000.00");
    expect(readCell("2,5", { type: "string", pattern: "^\\d+(\\.\\d+)?$" }, reading)).toBe("2.5");
    expect(readCell("gold MEDAL", choice, reading)).toBe("gold");
    expect(readCell("Yes", { type: "boolean" }, reading)).toBe(true);
    expect(readCell("12,5", { type: "number" }, reading)).toBe(12.5);
    expect(readCell("one; two\nthree", { type: "array", items: text }, reading)).toEqual([
      "one",
      "two",
      "three",
    ]);
  });

  it("passes invalid values on for the error message", () => {
    expect(readCell("many", { type: "number" }, reading)).toBe("many");
    expect(readCell("maybe", { type: "boolean" }, reading)).toBe("maybe");
    expect(readCell("31/31/2026", { type: "string", format: "date" }, reading)).toBe("31/31/2026");
  });
});
