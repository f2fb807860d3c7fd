import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import { layOut } from "./line-layout.ts";

const text = (maxLength: number): FieldSchema => ({ type: "string", maxLength });
const date: FieldSchema = { type: "string", format: "date", "x-widget": "date" };
const money: FieldSchema = { type: "string", "x-widget": "money" };
const long: FieldSchema = { type: "string", "x-widget": "multiline" };
const list: FieldSchema = { type: "array", items: { type: "string" } };

describe("the lines of a form", () => {
  it("places a number and two dates side by side", () => {
    expect(layOut([text(20), date, date, text(160)])).toEqual([2, 2, 2, 6]);
  });

  it("gives remaining width to text", () => {
    expect(layOut([text(60), text(20)])).toEqual([3, 3]);
    expect(layOut([text(60), money])).toEqual([4, 2]);
    expect(layOut([date, date])).toEqual([3, 3]);
  });

  it("keeps a single date at half and a single text at full width", () => {
    expect(layOut([long, date, long])).toEqual([6, 3, 6]);
    expect(layOut([long, text(40)])).toEqual([6, 6]);
  });

  it("gives lists, pictures and long texts their own line", () => {
    expect(layOut([list, long, { type: "string", "x-widget": "image" }])).toEqual([6, 6, 6]);
  });

  it("fills at most six columns", () => {
    expect(layOut([text(20), text(40), date, money, text(50)])).toEqual([2, 2, 2, 2, 4]);
  });
});
