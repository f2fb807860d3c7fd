import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../../../contract/template-file.ts";
import { readCell, readDate } from "./cell-value.ts";

describe("a cell", () => {
  it.each([
    ["2026-11-05", "2026-11-05"],
    ["2026-11-05 00:00:00", "2026-11-05"],
    ["5.11.2026", "2026-11-05"],
    ["25/11/2026", "2026-11-25"],
    ["11/25/2026", "2026-11-25"],
    ["3/3/2026", "2026-03-03"],
    ["3/4/2026", undefined],
    ["30.02.2026", undefined],
    ["soon", undefined],
  ])("%s is the day %s", (text, day) => expect(readDate(text)).toBe(day));

  it("is what its field takes", () => {
    const text: FieldSchema = { type: "string" };
    const money: FieldSchema = { type: "string", "x-widget": "money" };
    const choice: FieldSchema = { type: "string", oneOf: [{ const: "gold", title: "Gold medal" }] };
    expect(readCell(" Ada ", text)).toBe("Ada");
    expect(readCell("  ", text)).toBeUndefined();
    expect(readCell("1 000,00", money)).toBe("1000.00");
    expect(readCell("2,5", { type: "string", pattern: "^\\d+(\\.\\d+)?$" })).toBe("2.5");
    expect(readCell("gold MEDAL", choice)).toBe("gold");
    expect(readCell("Yes", { type: "boolean" })).toBe(true);
    expect(readCell("12,5", { type: "number" })).toBe(12.5);
    expect(readCell("one; two\nthree", { type: "array", items: text })).toEqual(["one", "two", "three"]);
  });

  it("that isn't understood is passed on, so that the answer can name it", () => {
    expect(readCell("many", { type: "number" })).toBe("many");
    expect(readCell("maybe", { type: "boolean" })).toBe("maybe");
    expect(readCell("3/4/2026", { type: "string", format: "date" })).toBe("3/4/2026");
  });
});
