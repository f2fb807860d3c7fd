import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutGrid } from "./grid-layout.ts";

const plain = { wide: false, small: false, count: 5 };

function rowsOf(spans: number[], columns: number): number[] {
  const rows: number[] = [];
  let sum = 0;
  for (const span of spans) {
    sum += span;
    if (sum >= columns) {
      rows.push(sum);
      sum = 0;
    }
  }
  return sum > 0 ? [...rows, sum] : rows;
}

describe("the grid of types", () => {
  it("gives spare width to the row that hides most", () => {
    const tiles = [{ ...plain, count: 9 }, plain, plain, { ...plain, small: true }];
    expect(layOutGrid(tiles, 8)).toEqual([3, 2, 2, 1]);
  });

  it("fills every row exactly", () => {
    const tile = fc.record({
      wide: fc.boolean(),
      small: fc.boolean(),
      count: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(
        fc.array(tile, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(6, 8),
        (tiles, columns) => {
          const spans = layOutGrid(tiles, columns);
          expect(spans).toHaveLength(tiles.length);
          expect(Math.min(...spans)).toBeGreaterThan(0);
          for (const row of rowsOf(spans, columns)) expect(row).toBe(columns);
        },
      ),
    );
  });
});
