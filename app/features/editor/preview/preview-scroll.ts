import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { FieldPath } from "../draft.ts";
import type { PagePicture } from "./preview-page.tsx";

const EDGE = 24; // pixels between a field and the edge of the preview

/** The page in the middle of the preview, from 1. */
export function usePageInView(scroller: RefObject<HTMLElement | null>, count: number): number {
  const [page, setPage] = useState(1);
  useEffect(() => {
    const pane = scroller.current;
    if (!pane) return;
    const look = () => {
      const { top, height } = pane.getBoundingClientRect();
      const papers = [...pane.querySelectorAll(".paper")];
      const found = papers.findIndex((paper) => paper.getBoundingClientRect().bottom > top + height / 2);
      setPage(found < 0 ? Math.max(1, count) : found + 1);
    };
    look();
    pane.addEventListener("scroll", look, { passive: true });
    return () => pane.removeEventListener("scroll", look);
  }, [scroller, count]);
  return Math.min(page, Math.max(1, count));
}

/** Scrolls the highlighted field into view; in a phone's small view, to its centre. */
export function useFollowHighlighted(
  scroller: RefObject<HTMLElement | null>,
  {
    highlighted,
    pages,
    isWindow,
  }: { highlighted: FieldPath | undefined; pages: readonly PagePicture[]; isWindow: boolean },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new pages may have moved the field
  useLayoutEffect(() => {
    const pane = scroller.current;
    const light = pane?.querySelector(".paper-light");
    if (!pane || !light || highlighted === undefined) return;
    const box = pane.getBoundingClientRect();
    const spot = light.getBoundingClientRect();
    const left = spot.left + spot.width / 2 - (box.left + box.width / 2);
    const top = spot.top + spot.height / 2 - (box.top + box.height / 2);
    const isSeen =
      spot.left >= box.left + EDGE &&
      spot.right <= box.right - EDGE &&
      spot.top >= box.top + EDGE &&
      spot.bottom <= box.bottom - EDGE;
    if (isSeen && !isWindow) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    pane.scrollBy({ left, top, behavior });
  }, [scroller, highlighted, pages, isWindow]);
}
