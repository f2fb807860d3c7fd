/** How large pages are shown: the whole page, as wide as the stage, or a share of their true size. */
export type Zoom = { kind: "page" } | { kind: "width" } | { kind: "scale"; scale: number };

export const WHOLE_PAGE: Zoom = { kind: "page" };
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
const SMALLEST = 0.25;
const LARGEST = 4;
const PIXELS_A_POINT = 96 / 72;

export function zoomTo(scale: number): Zoom {
  return { kind: "scale", scale: Math.min(LARGEST, Math.max(SMALLEST, scale)) };
}

/** The next round figure from where one is, whatever brought one there. */
export function stepZoom(scale: number, direction: 1 | -1): Zoom {
  const isBeyond = (step: number) => (direction > 0 ? step > scale * 1.02 : step < scale * 0.98);
  const steps = direction > 0 ? STEPS : STEPS.toReversed();
  return zoomTo(steps.find(isBeyond) ?? scale);
}

/** Pixels of a page at a share of its true size. */
export function widthAt(scale: number, points: number): number {
  return Math.round(points * PIXELS_A_POINT * scale);
}

export function scaleOf(pixels: number, points: number): number {
  return pixels / (points * PIXELS_A_POINT);
}

export function zoomWords(zoom: Zoom): string {
  if (zoom.kind === "page") return "Fit";
  if (zoom.kind === "width") return "Width";
  return `${Math.round(zoom.scale * 100)} %`;
}
