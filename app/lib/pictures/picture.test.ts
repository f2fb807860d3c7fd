import { describe, expect, it } from "vitest";
import { fitPicture } from "./picture.ts";

describe("the stored size of a picture", () => {
  it("is at most 1,600 pixels on the longer edge", () => {
    expect(fitPicture({ width: 4000, height: 3000 })).toEqual({ width: 1600, height: 1200 });
    expect(fitPicture({ width: 3000, height: 4000 })).toEqual({ width: 1200, height: 1600 });
  });

  it("is its own if smaller, and never zero", () => {
    expect(fitPicture({ width: 300, height: 200 })).toEqual({ width: 300, height: 200 });
    expect(fitPicture({ width: 9000, height: 1 })).toEqual({ width: 1600, height: 1 });
  });
});
