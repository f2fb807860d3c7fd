import { describe, expect, it } from "vitest";
import {
  type Figure,
  isMissed,
  noiseOf,
  noiseOfMedian,
  noiseOfRatio,
  noiseWithin,
  round,
} from "./figures.ts";

const figure = (more: Partial<Figure>): Figure => ({ what: "x", ours: 10, unit: "ms", ...more });

describe("misses a bar by more than the measured noise only", () => {
  it.each<[string, Partial<Figure>, boolean]>([
    ["as high as its bar", { bar: { min: 10 } }, false],
    ["below it", { bar: { min: 10.5 } }, true],
    ["below it, within the noise", { bar: { min: 10.5 }, noise: 0.05 }, false],
    ["above it, where it may be most", { bar: { max: 9 } }, true],
    ["above it, within the noise", { bar: { max: 9 }, noise: 0.12 }, false],
    ["a fifth of its peer", { peer: { name: "y", value: 50 }, bar: { min: 0.2 } }, false],
    ["less than a fifth of its peer", { peer: { name: "y", value: 51 }, bar: { min: 0.2 } }, true],
    [
      "a fifth of its peer in most pairs",
      { peer: { name: "y", value: 90 }, ratio: 0.2, bar: { min: 0.2 } },
      false,
    ],
    ["not measured", { ours: Number.NaN, bar: { max: 9 } }, true],
    ["without a bar", {}, false],
  ])("%s", (_, more, missed) => {
    expect(isMissed(figure(more))).toBe(missed);
  });
});

it("computes noise as half of the spread relative to the median", () => {
  expect(noiseOf([9, 10, 12])).toBeCloseTo(0.15);
  expect(noiseOf([10])).toBe(0);
  expect(noiseOfRatio([10, 20], [10, 10])).toBeCloseTo(0.25);
  expect(noiseWithin([1, 1, 2, 2, 3, 3, 2, 2, 1, 1])).toBeCloseTo(0.5);
});

it("computes the noise of a median from its 95 % interval, which narrows with more rounds", () => {
  const spread = (count: number) => Array.from({ length: count }, (_, at) => 50 + (100 * at) / (count - 1));
  // Of 24 values the 7th and the 18th, of 8 the first and the last, as tables of the sign test say.
  expect(noiseOfMedian(Array.from({ length: 24 }, (_, at) => at + 1))).toBeCloseTo((18 - 7) / 2 / 13);
  expect(noiseOfMedian([1, 2, 3, 4, 5, 6, 7, 8])).toBeCloseTo((8 - 1) / 2 / 5);
  expect(noiseOfMedian([9, 10, 12])).toBeCloseTo(noiseOf([9, 10, 12]));
  expect(noiseOfMedian(spread(201))).toBeLessThan(noiseOfMedian(spread(21)) / 2);
});

it("shows figures with significant digits", () => {
  expect([12_345.6, 98.76, 1.234, 0.01234, Number.NaN].map(round)).toEqual([
    "12,346",
    "98.8",
    "1.23",
    "0.0123",
    "none",
  ]);
});
