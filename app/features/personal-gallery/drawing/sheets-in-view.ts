import { sheetsOnPage, watchSheets } from "../../../lib/pictures/personal-sheets.ts";
import type { SheetsInView } from "./sheet-queue.ts";

/** A screen above and a screen below are drawn before they are seen. */
const NEAR = "100% 0px";

/** Reports which sheets are in view, and again when that changes. */
export function watchView(tell: (seen: SheetsInView) => void): () => void {
  const near = new Set<Element>();
  let frame = 0;
  const later = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      for (const element of near) if (!sheetsOnPage().has(element)) near.delete(element);
      tell({ placed: [...new Set(sheetsOnPage().values())], near: nearestFirst(near) });
    });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) near.add(target);
        else near.delete(target);
      later();
    },
    { rootMargin: NEAR },
  );
  const observed = new Set<Element>();
  const observe = () => {
    for (const element of sheetsOnPage().keys())
      if (!observed.has(element)) {
        observed.add(element);
        observer.observe(element);
      }
    for (const element of observed)
      if (!sheetsOnPage().has(element)) {
        observed.delete(element);
        observer.unobserve(element);
      }
    later();
  };
  const stop = watchSheets(observe);
  addEventListener("scroll", later, { passive: true, capture: true }); // captured, because scrolling of inner elements doesn't bubble
  observe();
  return () => {
    stop();
    removeEventListener("scroll", later, { capture: true });
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}

/** Those in view first, then by distance. */
function nearestFirst(elements: Iterable<Element>): string[] {
  const places = [...elements].map((element) => {
    const { top, bottom, left } = element.getBoundingClientRect();
    const isSeen = bottom > 0 && top < innerHeight;
    // Sheets in view are drawn in reading order.
    const distance = isSeen ? top + left / 1_000 : top >= innerHeight ? 10_000 + top : 20_000 - bottom;
    return { template: sheetsOnPage().get(element) ?? "", distance };
  });
  return [...new Set(places.sort((a, b) => a.distance - b.distance).map(({ template }) => template))];
}

/** The widest place that a template's sheet has on the page, in pixels. */
export function widthOnPage(template: string): number {
  const widths = [...sheetsOnPage()].map(([element, of]) => (of === template ? element.clientWidth : 0));
  return Math.max(0, ...widths);
}
