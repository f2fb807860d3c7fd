import { describe, expect, it } from "vitest";
import { caretAfter } from "./steady-caret.ts";

describe("a caret in a text that changes under it", () => {
  it("stays before the words it stood before", () => {
    expect(caretAfter("1x2345", "12345", 2)).toBe(1);
    expect(caretAfter("12345", "1x2345", 1)).toBe(2);
    expect(caretAfter("Hafen", "Hafenbad", 5)).toBe(8);
  });

  it("stays as far from the start when those words changed, and inside of the text", () => {
    expect(caretAfter("Hafenbad", "Hafenamt", 3)).toBe(3);
    expect(caretAfter("Hafenbad", "Ha", 4)).toBe(2);
  });
});
