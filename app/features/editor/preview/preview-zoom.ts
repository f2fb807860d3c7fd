import { t } from "@lingui/core/macro";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { formatNumber } from "../../../lib/i18n/intl.ts";

/** The zoom: the whole page, the width of the preview, or a share of the true size. */
export type Zoom = { kind: "page" } | { kind: "width" } | { kind: "scale"; scale: number };

export const WHOLE_PAGE: Zoom = { kind: "page" };
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];
const SMALLEST = 0.25;
const LARGEST = 4;
const PIXELS_A_POINT = 96 / 72;

export function zoomTo(scale: number): Zoom {
  return { kind: "scale", scale: Math.min(LARGEST, Math.max(SMALLEST, scale)) };
}

/** The next step from the current scale. */
export function stepZoom(scale: number, direction: 1 | -1): Zoom {
  const isBeyond = (step: number) => (direction > 0 ? step > scale * 1.02 : step < scale * 0.98);
  const steps = direction > 0 ? STEPS : STEPS.toReversed();
  return zoomTo(steps.find(isBeyond) ?? scale);
}

/** The width in pixels of a page at a scale. */
export function widthAt(scale: number, points: number): number {
  return Math.round(points * PIXELS_A_POINT * scale);
}

export function scaleOf(pixels: number, points: number): number {
  return pixels / (points * PIXELS_A_POINT);
}

export function formatZoom(zoom: Zoom): string {
  if (zoom.kind === "page") return t({ message: "Fit", context: "zoom: the whole page fits" });
  if (zoom.kind === "width") return t({ message: "Width", context: "zoom: the full width" });
  return formatNumber(zoom.scale, { style: "percent" });
}

/** The point of a page that stays in place while zooming. */
type Anchor = { paper: Element; across: number; down: number; x: number; y: number };

const WHEEL_RATE = 0.01;
const WHEEL_MAX = 25; // limits one notch of a mouse wheel

export type PreviewZoom = {
  zoom: Zoom;
  setZoom(zoom: Zoom): void;
  larger(): void;
  smaller(): void;
};

/** Zooms by buttons, Ctrl and wheel, or pinch. `points` is the first page's width. */
export function usePreviewZoom(scroller: RefObject<HTMLElement | null>, points: number): PreviewZoom {
  const [zoom, show] = useState<Zoom>(WHOLE_PAGE);
  const anchor = useRef<Anchor>(undefined);

  const scaleNow = useCallback(() => {
    const paper = scroller.current?.querySelector<HTMLElement>(".paper");
    return paper ? scaleOf(paper.offsetWidth, points) : 1;
  }, [scroller, points]);

  const setZoom = useCallback(
    (next: Zoom, at?: { x: number; y: number }) => {
      const pane = scroller.current;
      if (pane) anchor.current = anchorAt(pane, at ?? middleOf(pane));
      show(next);
    },
    [scroller],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the zoom, and of nothing else
  useLayoutEffect(() => {
    const held = anchor.current;
    anchor.current = undefined;
    if (!held || !scroller.current) return;
    const { left, top, width, height } = held.paper.getBoundingClientRect();
    scroller.current.scrollBy(left + held.across * width - held.x, top + held.down * height - held.y);
  }, [zoom]);

  useEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const delta = Math.max(-WHEEL_MAX, Math.min(WHEEL_MAX, event.deltaY));
      const at = { x: event.clientX, y: event.clientY };
      setZoom(zoomTo(scaleNow() * Math.exp(-delta * WHEEL_RATE)), at);
    };
    let pinch: { distance: number; scale: number } | undefined;
    const onTouchStart = ({ touches }: TouchEvent) => {
      const fingers = twoFingers(touches);
      pinch = fingers && { distance: fingers.distance, scale: scaleNow() };
    };
    const onTouchMove = (event: TouchEvent) => {
      const fingers = twoFingers(event.touches);
      if (!fingers || !pinch) return;
      event.preventDefault();
      setZoom(zoomTo((pinch.scale * fingers.distance) / pinch.distance), fingers.middle);
    };
    pane.addEventListener("wheel", onWheel, { passive: false });
    pane.addEventListener("touchstart", onTouchStart, { passive: true });
    pane.addEventListener("touchmove", onTouchMove, { passive: false });
    return () => {
      pane.removeEventListener("wheel", onWheel);
      pane.removeEventListener("touchstart", onTouchStart);
      pane.removeEventListener("touchmove", onTouchMove);
    };
  }, [scroller, scaleNow, setZoom]);

  return {
    zoom,
    setZoom,
    larger: () => setZoom(stepZoom(scaleNow(), 1)),
    smaller: () => setZoom(stepZoom(scaleNow(), -1)),
  };
}

function middleOf(pane: Element): { x: number; y: number } {
  const { left, top, width, height } = pane.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function anchorAt(pane: Element, { x, y }: { x: number; y: number }): Anchor | undefined {
  const papers = [...pane.querySelectorAll(".paper")];
  const paper = papers.find((each) => each.getBoundingClientRect().bottom >= y) ?? papers.at(-1);
  if (!paper) return undefined;
  const { left, top, width, height } = paper.getBoundingClientRect();
  return { paper, across: (x - left) / width, down: (y - top) / height, x, y };
}

function twoFingers(touches: TouchList) {
  const [one, other] = [touches[0], touches[1]];
  if (!one || !other || touches.length !== 2) return undefined;
  return {
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    middle: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 },
  };
}
