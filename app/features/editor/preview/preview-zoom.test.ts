import { expect, it } from "vitest";
import { formatZoom, scaleOf, stepZoom, widthAt, zoomTo } from "./preview-zoom.ts";

it("steps through round zoom levels", () => {
  expect(stepZoom(0.72, 1)).toEqual({ kind: "scale", scale: 0.8 });
  expect(stepZoom(0.72, -1)).toEqual({ kind: "scale", scale: 0.67 });
  expect(stepZoom(1, 1)).toEqual({ kind: "scale", scale: 1.1 });
  expect(stepZoom(4, 1)).toEqual({ kind: "scale", scale: 4 });
  expect(stepZoom(0.25, -1)).toEqual({ kind: "scale", scale: 0.25 });
  expect(zoomTo(100)).toEqual({ kind: "scale", scale: 4 });
});

it("shows the true size at 100 %", () => {
  expect(widthAt(1, 595.28)).toBe(794);
  expect(scaleOf(794, 595.28)).toBeCloseTo(1, 2);
  expect(formatZoom({ kind: "scale", scale: 1.25 })).toBe("125%");
});
