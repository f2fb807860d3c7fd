import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { scaleOf, stepZoom, WHOLE_PAGE, type Zoom, zoomTo } from "./zoom.ts";

/** A point of a page that stays where it is on the screen while the page grows or shrinks. */
type Anchor = { paper: Element; across: number; down: number; x: number; y: number };

const WHEEL_RATE = 0.01;
const WHEEL_MOST = 25; // a mouse's notch is worth as much as a good piece of a pinch

export type StageZoom = {
  zoom: Zoom;
  setZoom(zoom: Zoom): void;
  larger(): void;
  smaller(): void;
};

/** Buttons, Ctrl and the wheel, two fingers. `points` is the first page's width. */
export function useStageZoom(scroller: RefObject<HTMLElement | null>, points: number): StageZoom {
  const [zoom, show] = useState<Zoom>(WHOLE_PAGE);
  const anchor = useRef<Anchor>(undefined);

  const scaleNow = useCallback(() => {
    const paper = scroller.current?.querySelector<HTMLElement>(".paper");
    return paper ? scaleOf(paper.offsetWidth, points) : 1;
  }, [scroller, points]);

  const setZoom = useCallback(
    (next: Zoom, at?: { x: number; y: number }) => {
      const stage = scroller.current;
      if (stage) anchor.current = anchorAt(stage, at ?? middleOf(stage));
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
    const stage = scroller.current;
    if (!stage) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const delta = Math.max(-WHEEL_MOST, Math.min(WHEEL_MOST, event.deltaY));
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
    stage.addEventListener("wheel", onWheel, { passive: false });
    stage.addEventListener("touchstart", onTouchStart, { passive: true });
    stage.addEventListener("touchmove", onTouchMove, { passive: false });
    return () => {
      stage.removeEventListener("wheel", onWheel);
      stage.removeEventListener("touchstart", onTouchStart);
      stage.removeEventListener("touchmove", onTouchMove);
    };
  }, [scroller, scaleNow, setZoom]);

  return {
    zoom,
    setZoom,
    larger: () => setZoom(stepZoom(scaleNow(), 1)),
    smaller: () => setZoom(stepZoom(scaleNow(), -1)),
  };
}

function middleOf(stage: Element): { x: number; y: number } {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function anchorAt(stage: Element, { x, y }: { x: number; y: number }): Anchor | undefined {
  const papers = [...stage.querySelectorAll(".paper")];
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
