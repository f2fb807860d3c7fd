import { expect, it } from "vitest";
import { readColour } from "./accent-field.tsx";

it("parses colours in any notation", () => {
  expect(readColour("#1F4FD8")).toBe("#1f4fd8");
  expect(readColour(" 1f4fd8 ")).toBe("#1f4fd8");
  expect(readColour("#14d")).toBe("#1144dd");
  for (const text of ["", "#12", "#12345", "red", "#1f4fd8ff"]) expect(readColour(text)).toBeUndefined();
});
