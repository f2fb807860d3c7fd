import { describe, expect, it } from "vitest";
import { keepInside, MIDDLE, squareOf } from "./crop.ts";

const wide = { width: 400, height: 200 };

describe("the crop square", () => {
  it("starts as the largest centred square", () => {
    expect(squareOf(MIDDLE, wide)).toEqual({ left: 100, top: 0, side: 200 });
  });

  it("stays within the picture", () => {
    expect(squareOf({ x: 5, y: -3, zoom: 2 }, wide)).toEqual({ left: 300, top: 0, side: 100 });
    expect(keepInside({ x: 0.5, y: 0.5, zoom: 99 }, wide).zoom).toBe(4);
    expect(keepInside({ x: 0.5, y: 0.5, zoom: 0 }, wide).zoom).toBe(1);
  });
});
