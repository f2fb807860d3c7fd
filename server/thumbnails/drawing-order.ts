import type { RenderedPage } from "../../contract/rendering/render.ts";
import type { RenderTemplate } from "../../engine/input/render-template.ts";
import type { ThumbnailStore } from "./thumbnail-store.ts";

/** How templates are shown on a page: as sheets among others, each small and its first page, or one with all its pages. */
export type Shown = "sheets" | "pages";

/** A template to be drawn: small for the time being where it is awaited as a sheet. `pages` are there when that was done before. */
export type Work = { template: RenderTemplate; isAwaited: boolean; pages?: RenderedPage[] };

type DrawingOrder = {
  prefer(ids: readonly string[], shown: Shown): void;
  /** Something has changed: templates that were passed may need pictures. */
  lookAgain(): void;
  isToLookAgain(): boolean;
  /**
   * Goes through all templates once: those that a person looks at, then the rest by address, then whole pages
   * of those drawn small. In a large library the last step comes after as many as a new library has.
   */
  begin(): Round;
};

export type Round = {
  next(): Promise<Work | undefined>;
  /** Whether the pages of one more can be stored until it is drawn whole. */
  mayFinishLater(): boolean;
  finishLater(template: RenderTemplate, pages: RenderedPage[]): void;
  /** Whether a person waits, or there are no more than in a new library. */
  isQuick(): boolean;
};

const READ_AT_ONCE = 20;
/** Nearly twice the packaged library. After these one at a time: a hundred thousand take hours, in which a core stays free for people. */
const QUICKLY = 240;
/** Pages that are stored until they are drawn whole: 0.1 MB a template. */
const MAX_BEGUN = 100;
const MAX_PREFERRED = 1_000;

export function createDrawingOrder(
  store: Pick<ThumbnailStore, "listWithout" | "findWithout">,
  isBroken: (id: string, version: string) => boolean,
  stop: AbortSignal,
): DrawingOrder {
  const opened = new Set<string>();
  const listed = new Set<string>();
  let again = false;

  function startRound(): Round {
    const taken = new Set<string>();
    const startedTasks = new Map<string, Work>();
    let first: Work[] = [];
    let rest: Work[] = [];
    let last: string | undefined = "";
    const isLeft = ({ id, version }: RenderTemplate) =>
      !taken.has(`${id} ${version}`) && !isBroken(id, version);

    async function findPreferred(preferred: Set<string>): Promise<RenderTemplate[]> {
      const ids = [...preferred].slice(0, READ_AT_ONCE);
      for (const id of ids) preferred.delete(id);
      return ids.length > 0 ? store.findWithout(ids) : [];
    }

    /** Drawn small before, its pages are there. */
    function workOn(template: RenderTemplate): Work[] {
      const started = startedTasks.get(template.id);
      if (!started) return isLeft(template) ? [{ template, isAwaited: false }] : [];
      startedTasks.delete(template.id);
      return [started];
    }

    async function fill(): Promise<void> {
      first = [...(await findPreferred(opened)).flatMap(workOn), ...first];
      if (first.length === 0)
        first = (await findPreferred(listed))
          .filter(isLeft)
          .map((template) => ({ template, isAwaited: true }));
      while (rest.length === 0 && (last !== undefined || again) && !stop.aborted) {
        if (startedTasks.size > 0 && taken.size >= QUICKLY) break;
        // A template that was changed meanwhile may be before the current position.
        const from: string = again ? "" : (last ?? "");
        again = false;
        const next = await store.listWithout(READ_AT_ONCE, isBroken, from);
        last = next.last;
        rest = next.templates.filter(isLeft).map((template) => ({ template, isAwaited: false }));
      }
      if (first.length > 0 || rest.length > 0) return;
      rest = [...startedTasks.values()];
      startedTasks.clear();
    }

    /** What was taken from the front meanwhile may be in the rest, too. */
    function take(): Work | undefined {
      for (let work = first.shift() ?? rest.shift(); work; work = first.shift() ?? rest.shift()) {
        if (!work.pages && !isLeft(work.template)) continue;
        taken.add(`${work.template.id} ${work.template.version}`);
        return work;
      }
      return undefined;
    }

    let filling = Promise.resolve();
    return {
      next: async () => {
        for (;;) {
          filling = filling.then(fill);
          await filling;
          const work = take();
          if (work || (last === undefined && !again && startedTasks.size === 0) || stop.aborted) return work;
        }
      },
      mayFinishLater: () => startedTasks.size < MAX_BEGUN,
      finishLater: (template, pages) => startedTasks.set(template.id, { template, pages, isAwaited: false }),
      isQuick: () => taken.size < QUICKLY || opened.size > 0 || listed.size > 0,
    };
  }

  return {
    prefer: (ids, shown) => {
      for (const id of ids) {
        if (opened.size + listed.size >= MAX_PREFERRED) return;
        if (shown === "sheets" && !opened.has(id)) listed.add(id);
        if (shown === "pages") opened.add(id);
      }
    },
    lookAgain: () => {
      again = true;
    },
    isToLookAgain: () => again,
    begin: startRound,
  };
}
