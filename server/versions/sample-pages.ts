import type { RenderedPage } from "../../contract/rendering/render.ts";
import { renderInput } from "../../engine/input/render-input.ts";
import { createBoundedCache } from "../cache/bounded-cache.ts";
import { CACHED_VERSION_PAGES, COMPARED_PAGES } from "../limits/limits.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { drawDifference } from "../rendering/raster.ts";
import type { Rendering } from "../rendering/rendering.ts";
import type { TemplateSource } from "../rendering/requests/template-source.ts";

type Parts = { rendering: Rendering; pictures: Pictures; templates: TemplateSource };
type Requester = { client: string; signal: AbortSignal };

/** Wide enough to notice a comma. */
const NOTICED_WIDTH = 600;

/** The pages of a version's sample, and which of them differ from another version's. */
export function createSamplePages({ rendering, pictures, templates }: Parts) {
  const cache = createBoundedCache<RenderedPage[]>({ maxEntries: CACHED_VERSION_PAGES });

  /** Undefined when there is no such version. It never changes, so its pages are made once. */
  async function pagesOf(
    version: string,
    { client, signal }: Requester,
  ): Promise<RenderedPage[] | undefined> {
    const known = cache.get(version);
    if (known) return known;
    const template = await templates.findVersion(version);
    if (!template) return undefined;
    // As if the sample had been typed: only then do the pages contain the positions of fields.
    const input = renderInput(template, "preview", template.sample);
    const { pages } = await rendering.renderPages(input, { client, signal, priority: "interactive" });
    cache.set(version, pages);
    return pages;
  }

  async function compare(pair: [RenderedPage, RenderedPage], width: number, { client, signal }: Requester) {
    return drawDifference(pictures, pair, { width }, { client, signal });
  }

  /** Places of pages that look different, counted from 1; those that only one of them has, too. */
  async function changedPages(
    before: RenderedPage[],
    after: RenderedPage[],
    requester: Requester,
  ): Promise<number[]> {
    const changed: number[] = [];
    for (let place = 0; place < Math.max(before.length, after.length); place++) {
      const [one, other] = [before[place], after[place]];
      if (!one || !other) changed.push(place + 1);
      else if (one.svg === other.svg || place >= COMPARED_PAGES) continue;
      else if ((await compare([one, other], NOTICED_WIDTH, requester)).changed) changed.push(place + 1);
    }
    return changed;
  }

  return { pagesOf, compare, changedPages };
}
