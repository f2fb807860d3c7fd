import { expect, it } from "vitest";
import { formatUses } from "./uses.ts";

it("formats uses in a sentence and is empty for zero", () => {
  expect([0, 1, 2, 10, 11, 1_204, 1_200].map(formatUses)).toEqual([
    undefined,
    "Used once",
    "Used 2 times",
    "Used 10 times",
    "Used more than 10 times",
    "Used more than 1,200 times",
    "Used 1,200 times",
  ]);
});
