import type { RenderedPage } from "../../contract/rendering/render.ts";
import { renderInput } from "../../engine/input/render-input.ts";
import type { RenderTemplate } from "../../engine/input/render-template.ts";
import type { DrawingClaims } from "../database/node-turns.ts";
import { HttpError, messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { drawWebp } from "../rendering/raster.ts";
import type { Rendering } from "../rendering/rendering.ts";
import { createDrawingOrder, type Round, type Shown, type Work } from "./drawing-order.ts";
import { createFailedDrawings } from "./failed-drawings.ts";
import type { PagePicture, PicturedTemplate, ThumbnailStore } from "./thumbnail-store.ts";

/**
 * Draws pictures of templates' sample pages, once per version and for all nodes, with less priority than anything people wait for. No
 * library: job queues need a Redis or a table of jobs; here the missing pictures are the queue.
 */

type Thumbnails = {
  /** Looks for missing pictures and draws them. Calls while it is at work make it look once more afterwards. */
  wake(): void;
  /** A person looks at a page that shows these templates: those without a picture are drawn before others, sheets small at first. */
  prefer(ids: readonly string[], shown: Shown): void;
  /** Resolves when nothing is being drawn. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const WIDTH = 1_200; // the detail page on a fine screen; smaller ones are made from it when asked for
/** What the tiles of home are asked for at on a fine screen. Drawn at this width it takes a third of the work, and needs no scaling down. */
export const SMALL_WIDTH = 360;
const MAX_PAGES = 12;
const BATCH = 20; // nodes are notified once per batch
/** The first to look at a new library should not wait for a whole batch. Each time, cached answers have to be made again. */
const STORE_EVERY_MS = 500;
/** While the pages of one are made, two others are drawn: of so many, about as a new library has, and of those that a person looks at. */
const LANES = 3;
const TRY_AGAIN_MS = 5_000;

export function createThumbnails({
  rendering,
  pictures,
  store,
  claims,
  isNewest,
  log,
}: {
  rendering: Rendering;
  pictures: Pictures;
  store: ThumbnailStore;
  claims: DrawingClaims;
  /** Whether no newer version runs on this database: that one redraws all of them, and an older one would undo it. */
  isNewest(): Promise<boolean>;
  log: Log;
}): Thumbnails {
  const failed = createFailedDrawings();
  const stop = new AbortController();
  const order = createDrawingOrder(
    store,
    (id, version) => failed.isWaiting(id, version, Date.now()),
    stop.signal,
  );
  const inBackground = { client: "thumbnails", inBackground: true, signal: stop.signal };
  let working: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  function wake() {
    if (stop.signal.aborted) return;
    if (working) {
      order.lookAgain();
      return;
    }
    working = work()
      .catch((error) => {
        if (stop.signal.aborted) return;
        log.warn({ error: messageOf(error) }, "sample pages not made; trying again");
        wakeLater();
      })
      .finally(() => {
        working = undefined;
        if (order.isToLookAgain()) wake();
      });
  }

  function wakeLater(afterMs = TRY_AGAIN_MS) {
    clearTimeout(retry);
    retry = setTimeout(wake, afterMs);
    retry.unref();
  }

  /** A page that could not be made may be made on a machine that is less busy. */
  function wakeForFailed(since: number) {
    const next = failed.nextRetry(since);
    if (next !== undefined) wakeLater(Math.max(0, next - Date.now()));
  }

  async function work() {
    const made: PicturedTemplate[] = [];
    const startedAt = Date.now();
    let storedAt = performance.now();
    let areOthersDrawing = false;
    const storeMade = async () => {
      storedAt = performance.now();
      const batch = made.splice(0);
      if (batch.length === 0) return;
      await store.store(batch);
      await claims.giveBack(batch.flatMap(({ id, isSmall }) => (isSmall ? [] : [id])));
    };
    const round = order.begin();
    const lane = async (number: number) => {
      while (number === 0 || round.isQuick()) {
        const next = await round.next();
        if (!next || stop.signal.aborted || !(await isNewest())) return;
        const owner = await claim(next);
        areOthersDrawing ||= owner === "another node's";
        if (owner !== "ours") continue;
        const pictured = await picture(next, round);
        const { id, version } = next.template;
        if (pictured) made.push(pictured);
        else failed.note(id, version, Date.now());
        const isDue = round.isQuick() && performance.now() - storedAt > STORE_EVERY_MS;
        if (made.length >= BATCH || isDue) await storeMade();
      }
    };
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, (_, number) => lane(number)));
    try {
      await storeMade(); // what is drawn is drawn, whatever became of the others
    } finally {
      await claims.end();
    }
    // Should that node end before it has drawn them, they are still to be done.
    if (areOthersDrawing) wakeLater();
    else wakeForFailed(startedAt);
    for (const each of lanes) if (each.status === "rejected") throw each.reason;
  }

  /** Another node may have drawn it since it was listed. */
  async function claim({ template: { id, version }, pages }: Work) {
    if (!(await claims.take(id))) return "another node's";
    if (pages) return "ours"; // since it was drawn small
    const missing = await store.findWithout([id]);
    if (missing.some((template) => template.version === version)) return "ours";
    await claims.giveBack([id]);
    return "done";
  }

  /** Undefined when the template can't be drawn. */
  async function picture(work: Work, round: Round): Promise<PicturedTemplate | undefined> {
    const { template, isAwaited } = work;
    try {
      const pages = work.pages ?? (await render(template));
      const isSmall = isAwaited && round.mayFinishLater();
      const pictures = isSmall ? await draw(pages.slice(0, 1), SMALL_WIDTH) : await draw(pages, WIDTH);
      if (isSmall) round.finishLater(template, pages);
      return { id: template.id, version: template.version, pictures, isSmall };
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

  async function render(template: RenderTemplate): Promise<RenderedPage[]> {
    const { pages } = await rendering.renderPages(renderInput(template, "sample", {}), {
      priority: "background",
      signal: stop.signal,
    });
    return pages.slice(0, MAX_PAGES);
  }

  async function draw(pages: readonly RenderedPage[], width: number): Promise<PagePicture[]> {
    const drawn: PagePicture[] = [];
    for (const [index, page] of pages.entries())
      drawn.push({ page: index + 1, ...(await drawWebp(pictures, page, { width }, inBackground)) });
    return drawn;
  }

  return {
    wake,
    prefer: order.prefer,
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
