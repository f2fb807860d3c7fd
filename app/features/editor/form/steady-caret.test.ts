import { describe, expect, it } from "vitest";
import { caretAfter } from "./steady-caret.ts";

describe("the caret in changing text", () => {
  it("stays before the same text", () => {
    expect(caretAfter("1x2345", "12345", 2)).toBe(1);
    expect(caretAfter("12345", "1x2345", 1)).toBe(2);
    expect(caretAfter("Hafen", "Hafenbad", 5)).toBe(8);
  });

  it("keeps its offset if that text changed", () => {
    expect(caretAfter("Hafenbad", "Hafenamt", 3)).toBe(3);
    expect(caretAfter("Hafenbad", "Ha", 4)).toBe(2);
  });
});
