import { type CSSProperties, useEffect, useState } from "react";
import type { RenderedPage } from "../../contract/render.ts";
import { pruneBlank } from "../../contract/template-file.ts";
import { requestPages } from "./render-client.ts";

export type DrawnPage = { address: string; page: RenderedPage };
const PATIENCE_MS = 180; // drawn when the fingers rest

/**
 * A template's first page with these words on it, as the server sets it; or the page on which a field stands that is to be shown.
 * While the server can't, what was drawn stays. Without a word there is none, unless the sample is wanted then.
 */
export function useDrawnPage(
  templateId: string | undefined,
  words: Record<string, unknown>,
  { orSample = false, show = [] }: { orSample?: boolean; show?: readonly string[] } = {},
): DrawnPage | undefined {
  const [pages, setPages] = useState<readonly RenderedPage[]>([]);
  const [drawn, setDrawn] = useState<DrawnPage>();
  const isEmpty = !orSample && pruneBlank(words) === undefined;
  const typed = JSON.stringify(words);
  useEffect(() => {
    if (!templateId || isEmpty) return setPages([]);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const request = { data: JSON.parse(typed), mode: "preview" } as const;
        setPages((await requestPages(templateId, request, stop.signal)).pages);
      } catch {
        // Too quick, too often, or away: it is only a picture.
      }
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [templateId, isEmpty, typed]);
  const page = pages.find(({ fields }) => fields.some(({ path }) => show.includes(path))) ?? pages[0];
  useEffect(() => {
    if (!page) return setDrawn(undefined);
    const address = URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" }));
    setDrawn({ address, page });
    return () => URL.revokeObjectURL(address);
  }, [page]);
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
