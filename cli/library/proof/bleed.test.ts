import { expect, it } from "vitest";
import { findGaps } from "./bleed.ts";

const MM = 5; // pixels
const [WIDTH, HEIGHT] = [60 * MM, 80 * MM]; // with 10 mm on every side

/** A white sheet that is grey where `isGrey` says, in millimetres from the corner of the page. */
function draw(isGrey: (x: number, y: number) => boolean) {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3).fill(255);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      if (isGrey((x + 0.5) / MM - 10, (y + 0.5) / MM - 10))
        pixels.fill(90, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
  return findGaps({ width: WIDTH, height: HEIGHT, pixels });
}

it("finds a ground that ends at the edge of the page", () => {
  const gaps = draw((x, y) => x >= 0 && x < 40 && y >= 0 && y < 60);
  expect(gaps.map(({ side, longMm, beyondMm }) => [side, longMm, beyondMm])).toEqual([
    ["left", 60, 0],
    ["right", 60, 0],
    ["top", 40, 0],
    ["bottom", 40, 0],
  ]);
});

it("finds a bar that ends a millimetre outside", () =>
  expect(draw((x, y) => x > 20 && x < 41 && y > 30 && y < 36)).toEqual([
    { side: "right", atMm: 30, longMm: 6, beyondMm: 1 },
  ]));

it("finds nothing if all is drawn 3 mm beyond the edge, or nothing reaches it", () => {
  expect(draw((x, y) => x > -3 && x < 43 && y > -3 && y < 63)).toEqual([]);
  expect(draw((x, y) => x > 2 && x < 38 && y > 2 && y < 58)).toEqual([]);
});

it("finds nothing in a circle that leaves the page", () =>
  expect(draw((x, y) => Math.hypot(x - 22, y - 30) < 20)).toEqual([]));
