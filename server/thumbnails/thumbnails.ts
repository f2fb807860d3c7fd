import { HttpError, messageOf } from "../kernel/errors.ts";
import type { Log } from "../kernel/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { drawWebp } from "../rendering/raster.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { renderInput } from "../rendering/requests/render-input.ts";
import type { RenderTemplate } from "../rendering/requests/template-source.ts";

/** Draws pictures of templates' sample pages, once per version, with less priority than anything people wait for. */

export type PagePicture = { page: number; bytes: Uint8Array; width: number; height: number };
export type PicturedTemplate = { id: string; version: string; pictures: PagePicture[] };

export type ThumbnailStore = {
  /**
   * Templates whose pictures are missing or of another version, in the order of their addresses from `after` on; those in
   * `except` (id and version) left out. `last` is where to go on, undefined at the end.
   */
  listWithout(
    most: number,
    except: (id: string, version: string) => boolean,
    after: string,
  ): Promise<{ templates: RenderTemplate[]; last: string | undefined }>;
  keep(templates: PicturedTemplate[]): Promise<void>;
};

export type Thumbnails = {
  /** Looks for missing pictures and draws them. Calls while it is at work make it look once more afterwards. */
  wake(): void;
  /** Resolves when nothing is being drawn. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const WIDTH = 1_200; // the detail page on a fine screen; smaller ones are made from it when asked for
const MOST_PAGES = 12;
const BATCH = 20; // of every batch all nodes are told once
const TRY_AGAIN_MS = 5_000;

export function createThumbnails({
  rendering,
  pictures,
  store,
  log,
}: {
  rendering: Rendering;
  pictures: Pictures;
  store: ThumbnailStore;
  log: Log;
}): Thumbnails {
  const broken = new Map<string, string>();
  const stop = new AbortController();
  const inBackground = { client: "thumbnails", inBackground: true, signal: stop.signal };
  let working: Promise<void> | undefined;
  let again = false;
  let retry: NodeJS.Timeout | undefined;

  function wake() {
    if (stop.signal.aborted) return;
    if (working) {
      again = true;
      return;
    }
    working = work()
      .catch((error) => {
        if (stop.signal.aborted) return;
        log.warn({ error: messageOf(error) }, "sample pages not made; trying again");
        clearTimeout(retry);
        retry = setTimeout(wake, TRY_AGAIN_MS);
        retry.unref();
      })
      .finally(() => {
        working = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  async function work() {
    for (let last: string | undefined = ""; last !== undefined; ) {
      const next = await store.listWithout(BATCH, (id, version) => broken.get(id) === version, last);
      // What has changed meanwhile may stand before the place that was reached.
      last = again ? "" : next.last;
      again = false;
      const made: PicturedTemplate[] = [];
      for (const template of next.templates) {
        const pictures = await draw(template);
        if (pictures) made.push({ id: template.id, version: template.version, pictures });
        else broken.set(template.id, template.version);
      }
      if (made.length > 0) await store.keep(made);
      if (stop.signal.aborted) return;
    }
  }

  /** One after the other: other processes stay free for people. */
  async function draw(template: RenderTemplate): Promise<PagePicture[] | undefined> {
    try {
      const { pages } = await rendering.renderPages(renderInput(template, "sample", {}), {
        priority: "background",
        signal: stop.signal,
      });
      const drawn: PagePicture[] = [];
      for (const [index, page] of pages.slice(0, MOST_PAGES).entries()) {
        const picture = await drawWebp(pictures, page, { width: WIDTH }, inBackground);
        drawn.push({ page: index + 1, ...picture });
      }
      return drawn;
    } catch (error) {
      const isTheTemplates = error instanceof HttpError && error.status >= 400 && error.status < 499;
      if (!isTheTemplates) throw error;
      log.warn(
        { template: `${template.type}/${template.slug}`, error: error.message },
        "sample pages not made",
      );
      return undefined;
    }
  }

  return {
    wake,
    settled: async () => {
      while (working) await working;
    },
    close: async () => {
      stop.abort();
      clearTimeout(retry);
      await working;
    },
  };
}
