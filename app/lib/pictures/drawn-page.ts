import { type CSSProperties, useEffect, useState } from "react";
import type { RenderedPage, RenderTheme } from "../../../contract/rendering/render.ts";
import { pruneBlank } from "../../../contract/templates/template-file.ts";
import { requestPages } from "../http/render-client.ts";

/** `templateId`: whose page it is; it stays until that of another is drawn. */
type DrawnPage = { address: string; page: RenderedPage; templateId: string };
type Pages = { pages: readonly RenderedPage[]; of: string };
const NONE: Pages = { pages: [], of: "" };
const DEBOUNCE_MS = 180; // waits for a pause in typing

/**
 * A template's first page with these values, drawn by the server; or the first page with one of the fields in
 * `show`. If drawing fails, the last page stays. Without values there is none, unless `orSample`.
 */
export function useDrawnPage(
  templateId: string | undefined,
  values: Record<string, unknown>,
  {
    orSample = false,
    show = [],
    theme,
  }: { orSample?: boolean; show?: readonly string[]; theme?: RenderTheme | undefined } = {},
): DrawnPage | undefined {
  const [{ pages, of }, setPages] = useState<Pages>(NONE);
  const [drawn, setDrawn] = useState<DrawnPage>();
  const isEmpty = !orSample && pruneBlank(values) === undefined;
  const typed = JSON.stringify(values);
  const themed = theme && JSON.stringify(theme);
  useEffect(() => {
    if (!templateId || isEmpty) return setPages(NONE);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const look: RenderTheme | undefined = themed ? JSON.parse(themed) : undefined;
        const request = {
          data: JSON.parse(typed),
          mode: "preview",
          ...(look ? { theme: look } : {}),
        } as const;
        setPages({ pages: (await requestPages(templateId, request, stop.signal)).pages, of: templateId });
      } catch {
        // Ignored: it is only a picture.
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [templateId, isEmpty, typed, themed]);
  const page = pages.find(({ fields }) => fields.some(({ path }) => show.includes(path))) ?? pages[0];
  useEffect(() => {
    if (!page) return setDrawn(undefined);
    const address = URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" }));
    setDrawn({ address, page, templateId: of });
    return () => URL.revokeObjectURL(address);
  }, [page, of]);
  return drawn;
}

/** The position of a field on the page, in per cent. */
export function placeOnPage({ page }: DrawnPage, path: string): CSSProperties | undefined {
  const spot = page.fields.find((field) => field.path === path);
  const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;
  return (
    spot && {
      left: share(spot.x, page.width), // physical: a place on the sheet
      top: share(spot.y, page.height),
      width: share(spot.width, page.width),
      height: share(spot.height, page.height),
    }
  );
}
