import type { Page } from "playwright-core";

const MAX_MS = 5_000;

type Watch = { began: number; isSwapped: boolean; painted: Promise<number> };
declare global {
  interface Window {
    nextPaint(): void;
    watch?: Watch;
  }
}

/** Records in the page when a key goes down and when the frame with the changed page has been painted. */
export async function startKeystrokes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const afterPaint = () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(0);
        }),
      );
    window.nextPaint = () => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const watch: Watch = { began: 0, isSwapped: false, painted: promise };
      window.watch = watch;
      addEventListener(
        "keydown",
        (event) => {
          watch.began = event.timeStamp;
        },
        { once: true, capture: true },
      );
      const stage = document.querySelector<HTMLElement>("[data-current]");
      if (!stage) throw new Error("there is no stage");
      // A page of the previous letter may still be on its way: only the newest counts.
      const changed = new MutationObserver((changes) => {
        watch.isSwapped ||=
          watch.began > 0 &&
          changes.some(({ target }) => target instanceof Element && target.className === "paper-picture");
        if (!watch.isSwapped || stage.dataset.current !== "true") return;
        changed.disconnect();
        void afterPaint().then(resolve);
      });
      changed.observe(stage, { subtree: true, childList: true, attributeFilter: ["data-current"] });
    };
  });
}

/**
 * Milliseconds from the key to the painted page. A page that never changes ends the run with the text on the
 * screen.
 */
export async function timeKeystroke(page: Page, letter: string): Promise<number> {
  await page.evaluate(() => window.nextPaint());
  await page.keyboard.press(letter);
  return page.evaluate(
    async ([letter, maxMs]) => {
      if (!window.watch) throw new Error("nothing is watched");
      const { painted } = window.watch;
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, maxMs));
      const end = await Promise.race([painted, late]);
      if (end !== undefined) return end - window.watch.began;
      const stage = document.querySelector<HTMLElement>("[data-current]");
      const field = document.activeElement;
      const text = field && "value" in field ? String(field.value) : undefined;
      throw new Error(
        `"${letter}" was not on the page after ${maxMs} ms: current ${stage?.dataset.current}, ` +
          `trouble "${stage?.querySelector('[role="status"]')?.textContent}", key seen ${window.watch.began > 0}, page swapped ${window.watch.isSwapped}, ` +
          `the field ends with "${text?.slice(-40)}"`,
      );
    },
    [letter, MAX_MS] as const,
  );
}
