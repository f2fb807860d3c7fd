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
  /** Those of these templates whose pictures are missing or of another version. */
  findWithout(ids: readonly string[]): Promise<RenderTemplate[]>;
  keep(templates: PicturedTemplate[]): Promise<void>;
};

export type Thumbnails = {
  /** Looks for missing pictures and draws them. Calls while it is at work make it look once more afterwards. */
  wake(): void;
  /** Somebody looks at a page that shows these templates: those without a picture are drawn before others. */
  prefer(ids: readonly string[]): void;
  /** Resolves when nothing is being drawn. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const WIDTH = 1_200; // the detail page on a fine screen; smaller ones are made from it when asked for
const MOST_PAGES = 12;
const BATCH = 20; // of every batch all nodes are told once
/** The first to look at a new library should not wait for a whole batch. Every time answers that are kept have to be made anew. */
const KEEP_EVERY_MS = 500;
/** While the pages of one are made, two others are drawn: of so many, about as a new library has, and of those that somebody looks at. */
const LANES = 3;
/** After these one at a time: a hundred thousand take hours, in which a core stays free for people. */
const QUICKLY = 100;
const MOST_PREFERRED = 1_000;
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
  const preferred = new Set<string>();
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
    const made: PicturedTemplate[] = [];
    let keptAt = performance.now();
    const keep = async () => {
      keptAt = performance.now();
      if (made.length > 0) await store.keep(made.splice(0));
    };
    const templates = templatesToDraw();
    const lane = async (number: number) => {
      for (;;) {
        const isQuick = templates.taken() < QUICKLY || preferred.size > 0;
        if (number > 0 && !isQuick) return;
        const template = await templates.next();
        if (!template || stop.signal.aborted) return;
        const pictures = await draw(template);
        if (pictures) made.push({ id: template.id, version: template.version, pictures });
        else broken.set(template.id, template.version);
        if (made.length >= BATCH || (isQuick && performance.now() - keptAt > KEEP_EVERY_MS)) await keep();
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, (_, number) => lane(number)));
    await keep(); // what is drawn is drawn, whatever became of the others
    for (const each of lanes) if (each.status === "rejected") throw each.reason;
  }

  /** One after the other: those that somebody looks at, then the rest in the order of their addresses. */
  function templatesToDraw(): { next(): Promise<RenderTemplate | undefined>; taken(): number } {
    const taken = new Set<string>();
    let waiting: RenderTemplate[] = [];
    let last: string | undefined = "";
    const isLeft = ({ id, version }: RenderTemplate) =>
      !taken.has(`${id} ${version}`) && broken.get(id) !== version;

    async function fill(): Promise<void> {
      if (preferred.size > 0) {
        const ids = [...preferred].slice(0, BATCH);
        for (const id of ids) preferred.delete(id);
        const first = (await store.findWithout(ids)).filter(isLeft);
        waiting = [...first, ...waiting.filter(({ id }) => !ids.includes(id))];
      }
      while (waiting.length === 0 && (last !== undefined || again) && !stop.signal.aborted) {
        // What has changed meanwhile may stand before the place that was reached.
        const from: string = again ? "" : (last ?? "");
        again = false;
        const next = await store.listWithout(BATCH, (id, version) => broken.get(id) === version, from);
        last = next.last;
        waiting = next.templates.filter(isLeft);
      }
    }

    let filling = Promise.resolve();
    return {
      next: async () => {
        filling = filling.then(fill);
        await filling;
        const template = waiting.shift();
        if (template) taken.add(`${template.id} ${template.version}`);
        return template;
      },
      taken: () => taken.size,
    };
  }

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
    prefer: (ids) => {
      for (const id of ids) if (preferred.size < MOST_PREFERRED) preferred.add(id);
    },
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
