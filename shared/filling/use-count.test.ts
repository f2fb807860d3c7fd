import { expect, it } from "vitest";
import { isShownDifferently, roundUses } from "./use-count.ts";

it("rounds counts down from ten on", () => {
  const counts = [0, 1, 9, 10, 11, 99, 100, 101, 1_204, 1_200, 98_765].map(roundUses);
  expect(counts.map(({ times, isMore }) => (isMore ? `${times}+` : `${times}`))).toEqual([
    ..."0 1 9 10 10+ 90+ 100 100+ 1200+ 1200 98000+".split(" "),
  ]);
});

it("notices when the shown count changes", () => {
  expect([1, 10, 11, 12, 20, 21, 22].map(isShownDifferently)).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
    false,
  ]);
});
