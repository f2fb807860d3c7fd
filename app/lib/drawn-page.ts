import { type CSSProperties, useEffect, useState } from "react";
import type { RenderedPage } from "../../contract/render.ts";
import { requestPages } from "./render-client.ts";

export type DrawnPage = { address: string; page: RenderedPage };
const PATIENCE_MS = 180; // drawn when the fingers rest

/** A template's first page with these words on it, as the server sets it. While it can't, what was drawn stays. */
export function useDrawnPage(
  templateId: string | undefined,
  words: Record<string, string>,
): DrawnPage | undefined {
  const [drawn, setDrawn] = useState<DrawnPage>();
  const isEmpty = Object.values(words).every((word) => !word.trim());
  const typed = JSON.stringify(words);
  useEffect(() => {
    if (!templateId || isEmpty) return setDrawn(undefined);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const request = { data: JSON.parse(typed), mode: "preview" } as const;
        const { pages } = await requestPages(templateId, request, stop.signal);
        const [page] = pages;
        if (!page) return;
        const address = URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" }));
        setDrawn({ address, page });
      } catch {
        // Too quick, too often, or away: it is only a picture.
      }
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [templateId, isEmpty, typed]);
  useEffect(() => () => drawn && URL.revokeObjectURL(drawn.address), [drawn]);
  return drawn;
}

/** Where on a page a field stands, as shares of it. */
export function placeOnPage({ page }: DrawnPage, path: string): CSSProperties | undefined {
  const spot = page.fields.find((field) => field.path === path);
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
  return (
    spot && {
      left: share(spot.x, page.width),
      top: share(spot.y, page.height),
      width: share(spot.width, page.width),
      height: share(spot.height, page.height),
    }
  );
}
