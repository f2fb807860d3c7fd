import { expect, it } from "vitest";
import type { LeafField } from "./field-kind.ts";
import { readNumber } from "./number-field.ts";

it("rejects a percentage as money and accepts it as a rate", () => {
  const price: LeafField = { type: "string", "x-widget": "money" };
  const rate: LeafField = { type: "string", pattern: "^\\d{1,3}(\\.\\d{1,2})?$" };
  expect(readNumber("12,5%", ",", price)).toBeUndefined();
  expect(readNumber("12,5 €", ",", price)).toEqual({ decimal: "12.5" });
  expect(readNumber("12,5%", ",", rate)).toEqual({ decimal: "12.5" });
});
