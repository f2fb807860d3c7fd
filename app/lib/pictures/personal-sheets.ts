import { createStore } from "../browser/store.ts";

/**
 * Sheets with the person's own details. A sheet on a page registers itself here and shows the personal picture
 * of its template instead of the sample; the drawing code is loaded later (features/personal-gallery).
 */
export type PersonalSheet = { phase: "waiting" | "drawing" } | { phase: "drawn"; address: string };

/** By template. Empty while the samples are shown. */
export const personalSheets = createStore<ReadonlyMap<string, PersonalSheet>>(new Map());

const placed = new Map<Element, string>();
let onChange: (() => void) | undefined;

/** Registers the sheet of a template; the returned function removes it. */
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
