import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished } from "vitest";

/**
 * Pages of a browser, used again: a new one has a process and an empty cache of its own, which is half of the processor time
 * of a visit. What a page keeps of its last visitor is cleared: cookies, storage, routes, listeners, history. Only the HTTP cache
 * stays. `page.context().close()` gives a page back, and so does the end of the test that opened it.
 */
export type PagePool = {
  /** `home`: the origin of its storage. A fresh page also has an empty cache. */
  take(options: BrowserContextOptions, from: { home: string; isFresh: boolean }): Promise<Page>;
};

/** A small page of the same site without scripts, so that the browser keeps the process. */
const RESTING_PATH = "/health";
/** Can't be reset: the page is closed for good. */
const LASTING = ["addInitScript", "exposeFunction", "exposeBinding"] as const;
const MAX_RESTING = 6;

type Kept = { page: Page; context: BrowserContext; kind: string; home: string; close(): Promise<void> };

export function createPagePool(browser: Browser): PagePool {
  const resting: Kept[] = [];

  async function make(kind: string, options: BrowserContextOptions, home: string): Promise<Kept> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const kept: Kept = { page, context, kind, home, close: context.close.bind(context) };
    await pretendTwoProcessors(page);
    let isSpoiled = false;
    const spoil = () => {
      isSpoiled = true;
    };
    beforeCall(page.clock, "install", spoil);
    for (const name of LASTING) {
      beforeCall(page, name, spoil);
      beforeCall(context, name, spoil);
    }
    context.close = async () => {
      if (resting.includes(kept)) return;
      if (isSpoiled || page.isClosed() || resting.length >= MAX_RESTING || !(await clear(kept)))
        return kept.close();
      resting.push(kept);
    };
    return kept;
  }

  return {
    async take({ storageState, viewport, colorScheme, reducedMotion, ...options }, { home, isFresh }) {
      const kind = JSON.stringify(options);
      const index = isFresh ? -1 : resting.findIndex((each) => each.kind === kind);
      const [found] = index < 0 ? [] : resting.splice(index, 1);
      const kept = found ?? (await make(kind, options, home));
      kept.home = home;
      const { page, context } = kept;
      if (viewport) await page.setViewportSize(viewport);
      await page.emulateMedia({
        colorScheme: colorScheme ?? "light",
        reducedMotion: reducedMotion ?? "reduce",
      });
      if (storageState && typeof storageState === "object") await remember(kept, storageState);
      whenTestIsFinished(() => context.close());
      return page;
    },
  };
}

/**
 * On every machine: with four, the editor would load its engine (app/features/editor/device) in all tests. Not by the protocol: a second
 * session of it resets whether the browser is offline.
 */
async function pretendTwoProcessors(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "hardwareConcurrency", { configurable: true, get: () => 2 });
  });
}

function beforeCall<Name extends string>(
  target: Record<Name, (...given: never[]) => unknown>,
  name: Name,
  run: () => void,
): void {
  const call = target[name];
  const value = (...given: never[]) => {
    run();
    return call.apply(target, given);
  };
  Object.defineProperty(target, name, { value });
}

/** A page opened for several tests is returned by the file's `site.close()`. */
function whenTestIsFinished(run: () => Promise<void>): void {
  try {
    onTestFinished(run);
  } catch {
    // Outside of a test.
  }
}

/** Whether nothing of its last visitor is left. */
async function clear({ page, context, home }: Kept): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.setOffline(false);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    page.removeAllListeners();
    // Without a listener a question before leaving the page would be answered with no.
    page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
    const origin = page.url().startsWith("http") ? new URL(page.url()).origin : home;
    await page.goto(origin + RESTING_PATH, { waitUntil: "commit" });
    await page.evaluate(() => sessionStorage.clear());
    await context.clearCookies();
    const session = await context.newCDPSession(page);
    for (const each of new Set([origin, home]))
      await session.send("Storage.clearDataForOrigin", { origin: each, storageTypes: "all" });
    await session.send("Page.resetNavigationHistory");
    await session.detach();
    await page.mouse.move(0, 0);
    page.removeAllListeners();
    return true;
  } catch {
    return false; // its server or the page is gone
  }
}

async function remember(
  { page, context }: Kept,
  { cookies, origins }: Exclude<BrowserContextOptions["storageState"], string | undefined>,
): Promise<void> {
  await context.addCookies(cookies);
  for (const { origin, localStorage: values } of origins) {
    if (page.url() !== origin + RESTING_PATH) await page.goto(origin + RESTING_PATH, { waitUntil: "commit" });
    await page.evaluate((values) => {
      for (const { name, value } of values) localStorage.setItem(name, value);
    }, values);
  }
}
