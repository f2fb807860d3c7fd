import { describe, expect, it } from "vitest";
import type { FigureTemplate } from "../../../../contract/site/figures.ts";
import { CHART, highestPlace, labelHeights, placeAt, roundSteps, weekends, xOf } from "./chart-scale.ts";
import { periodOf, readChoice } from "./figures-client.ts";
import { rulerMarks, usePartsOf, WIDEST } from "./use-parts.ts";

describe("the chart of days", () => {
  it("has round axis values up to at least the highest day", () => {
    expect(roundSteps(261)).toEqual([0, 100, 200, 300]);
    expect(roundSteps(0)).toEqual([0, 1]);
    expect(roundSteps(3)).toEqual([0, 1, 2, 3]);
    expect(roundSteps(1_000).at(-1)).toBeGreaterThanOrEqual(1_000);
  });

  it("shades weekends, also where the period starts or ends within one", () => {
    // Sunday 1 to Saturday 14 November 2026.
    const days = Array.from({ length: 14 }, (_, i) => `2026-11-${String(i + 1).padStart(2, "0")}`);
    const [first, second, third, ...none] = weekends(days);
    expect(first?.x).toBe(CHART.left);
    expect(second && second.x < xOf(6, 14) && second.x + second.width > xOf(7, 14)).toBe(true);
    expect(third && third.x + third.width).toBe(CHART.right);
    expect(none).toEqual([]);
  });

  it("labels the highest day, or the day under the pointer", () => {
    expect(highestPlace([1, 7, 3, 7])).toBe(3);
    expect(highestPlace([])).toBe(0);
    expect([placeAt(0, 30), placeAt(1, 30), placeAt(0.5, 31)]).toEqual([0, 29, 15]);
  });
});

const template = (id: string, used: number): FigureTemplate => ({
  id,
  name: id,
  type: null,
  url: null,
  image: null,
  page: null,
  used,
  exported: 0,
});

describe("the ruler of use", () => {
  it("gives each template its share of all uses, and small ones a common share", () => {
    const parts = usePartsOf([
      template("a", 30),
      template("b", 30),
      template("c", 37),
      template("d", 2),
      template("e", 1),
    ]);
    expect(parts.map(({ width }) => Math.round(width))).toEqual([30, 30, 37, 3]);
    expect(parts.at(-1)?.templates.map(({ id }) => id)).toEqual(["d", "e"]);
    expect(parts.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100);
  });

  it("breaks where one template is far ahead, and scales the others to the rest", () => {
    const parts = usePartsOf([template("far", 80), template("b", 15), template("c", 5)]);
    expect(parts[0]).toMatchObject({ width: WIDEST, isBroken: true, used: 80 });
    expect(parts.map(({ width }) => Math.round(width))).toEqual([40, 45, 15]);
    expect(rulerMarks(parts, 10)).toEqual([
      { value: 0, at: 0 },
      { value: 80, at: 40 },
      { value: 90, at: 70 },
    ]);
  });

  it("is whole for a single template, and empty without uses", () => {
    expect(usePartsOf([template("a", 3)])).toMatchObject([{ width: 100, isBroken: false }]);
    expect(usePartsOf([template("a", 0)])).toEqual([]);
  });
});

it("requests days up to today, in UTC", () => {
  const choice = readChoice(new URLSearchParams("days=7&type=letters"));
  expect(String(periodOf(choice, new Date("2026-11-16T23:30:00Z")))).toBe(
    "from=2026-11-10&to=2026-11-16&type=letters",
  );
  expect(readChoice(new URLSearchParams("days=9999"))).toEqual({ days: 30, type: "" });
});

it("places the label of the higher value above, and none on the axis", () => {
  const far = labelHeights(0, 6, 6);
  expect(far[1]).toBeLessThan(40);
  expect(far[0]).toBeGreaterThan(180);
  expect(labelHeights(6, 0, 6)).toEqual([far[1], far[0]]);
  for (const [used, exported] of [
    [0, 0],
    [6, 6],
    [5, 6],
    [6, 5],
    [0, 1],
  ] as const) {
    const heights = labelHeights(used, exported, 6);
    expect(Math.abs(heights[0] - heights[1])).toBeGreaterThanOrEqual(15);
    for (const height of heights) {
      expect(height).toBeLessThan(CHART.bottom);
      expect(height).toBeGreaterThan(CHART.top + 10); // the day's name is above
    }
  }
});
