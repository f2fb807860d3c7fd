import type { Page } from "playwright-core";

type Watch = { began: number; painted: Promise<number> };
declare global {
  interface Window {
    nextPaint(): void;
    watch?: Watch;
  }
}

/** Notes in the page when a key goes down and when the frame with the changed page has been painted. */
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
      const watch: Watch = { began: 0, painted: promise };
      window.watch = watch;
      addEventListener(
        "keydown",
        (event) => {
          watch.began = event.timeStamp;
        },
        { once: true, capture: true },
      );
      const stage = document.querySelector<HTMLElement>(".ed-stage");
      if (!stage) throw new Error("there is no stage");
      let isSwapped = false;
      // A page of the letter before may still be on its way: it is the newest one that counts.
      const changed = new MutationObserver((changes) => {
        isSwapped ||=
          watch.began > 0 && changes.some(({ target }) => (target as Element).className === "paper-picture");
        if (!isSwapped || stage.dataset.current !== "true") return;
        changed.disconnect();
        void afterPaint().then(resolve);
      });
      changed.observe(stage, { subtree: true, childList: true, attributeFilter: ["data-current"] });
    };
  });
}

/** Milliseconds from the key to the painted page. */
export async function timeKeystroke(page: Page, letter: string): Promise<number> {
  await page.evaluate(() => window.nextPaint());
  await page.keyboard.press(letter);
  return page.evaluate(async () => {
    if (!window.watch) throw new Error("nothing is watched");
    const { painted } = window.watch;
    return (await painted) - window.watch.began;
  });
}
