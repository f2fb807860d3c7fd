import { expect, it } from "vitest";
import { formatUses } from "./use-count.ts";

it("rounds counts down and is empty for zero", () => {
  const said = [0, 1, 2, 9, 10, 11, 99, 100, 101, 1_204, 1_200, 98_765].map(formatUses);
  expect(said).toEqual([
    undefined,
    "Used once",
    "Used 2 times",
    "Used 9 times",
    "Used 10 times",
    "Used more than 10 times",
    "Used more than 90 times",
    "Used 100 times",
    "Used more than 100 times",
    "Used more than 1,200 times",
    "Used 1,200 times",
    "Used more than 98,000 times",
  ]);
});
