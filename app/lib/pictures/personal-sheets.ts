import { createStore } from "../browser/store.ts";

/**
 * Sheets in somebody's own name. A sheet on a page says where it stands, and shows what lies here for its template in place of the
 * sample; who draws them is loaded later (features/personal-gallery).
 */
export type PersonalSheet = { phase: "waiting" | "drawing" } | { phase: "drawn"; address: string };

/** By template. Empty while the samples are shown. */
export const personalSheets = createStore<ReadonlyMap<string, PersonalSheet>>(new Map());

const placed = new Map<Element, string>();
let onChange: (() => void) | undefined;

/** The sheet of a template is on the page, until what this gives is called. */
export function placeSheet(element: Element, template: string): () => void {
  placed.set(element, template);
  onChange?.();
  return () => {
    placed.delete(element);
    onChange?.();
  };
}

export function sheetsOnPage(): ReadonlyMap<Element, string> {
  return placed;
}

/** Calls when sheets come or go. For one listener. */
export function watchSheets(listener: () => void): () => void {
  onChange = listener;
  return () => {
    onChange = undefined;
  };
}
