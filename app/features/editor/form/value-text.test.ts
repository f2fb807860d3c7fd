import { describe, expect, it } from "vitest";
import { groupDigits, readDecimal } from "./value-text.ts";

describe("a number as people write it", () => {
  it.each([
    ["1234.5", "1234.5"],
    ["1 234,50", "1234.50"],
    ["1\u00a0234,50", "1234.50"],
    ["1\u202f234.50", "1234.50"],
    ["1,234.50", "1234.50"],
    ["1.234,50", "1234.50"],
    ["1'234.50", "1234.50"],
    ["1,234,567", "1234567"],
    ["1.234.567", "1234567"],
    ["1,234", "1234"],
    ["0,125", "0.125"],
    ["12,5", "12.5"],
    ["1.234", "1.234"],
    ["-12,5", "-12.5"],
    ["−12", "-12"],
    [".5", "0.5"],
    [",5", "0.5"],
    ["5.", "5"],
    ["007", "7"],
    ["0", "0"],
    ["€ 12,50", "12.50"],
    ["NOK 1 150", "1150"],
    ["12.50 kr.", "12.50"],
    ["25 %", "25"],
    ["123456789012.3456", "123456789012.3456"],
  ])("%s is %s", (typed, decimal) => expect(readDecimal(typed)).toBe(decimal));

  it.each(["", "twelve", "1.2.3", "1,2,3", "12 to 14", "-", "3x4", "12k", "12 hours"])(
    "%s is none",
    (typed) => expect(readDecimal(typed)).toBeUndefined(),
  );

  it("reads back what it made", () => {
    for (const typed of ["1 234,50", "1,234", "0,125"]) {
      const decimal = readDecimal(typed) ?? "";
      expect(readDecimal(decimal)).toBe(decimal);
    }
  });

  it("is grouped to be read", () => {
    expect(groupDigits("55200.00")).toBe("55\u202f200.00");
    expect(groupDigits("-1234567.1234")).toBe("-1\u202f234\u202f567.1234");
    expect(groupDigits("12")).toBe("12");
  });
});
