import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { inject } from "vitest";
import { openBrowser } from "./browser.ts";
import { createClient } from "./client.ts";
import { createPagePool, type PagePool } from "./page-pool.ts";
import { parseLog, type ServerProcess, startServer, type TestServer } from "./server.ts";
import { LIBRARY } from "./site-setup.ts";

/** A headless Chromium calls itself one and would be taken for a crawler. */
export const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

const PATIENCE_MS = 45_000; // far beyond what anything takes on an idle machine; a busy one takes its time

const LOOK_EVERY_MS = 25;

/** `fresh`: with an empty cache; others may have what earlier pages loaded. */
export type OpenOptions = BrowserContextOptions & { fresh?: boolean };

export type Site<Server extends TestServer = TestServer> = {
  server: Server;
  /** An empty page, as a person would have it who was never here. */
  open(options?: OpenOptions): Promise<Page>;
  /** The same, at a path of the site and alive. */
  visit(path: string, options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
};

/**
 * The real library on a running server, and a browser to look at it with. Both are there for all files of a worker: a
 * test has its own people and documents, and leaves what belongs to everybody as it is.
 */
export async function openSite(): Promise<Site> {
  return asSite(sharedServer(), await sharedPages());
}

/** The same with a server of one's own: for other settings, and for changing what belongs to everybody. */
export async function openOwnSite(
  environment: Record<string, string> = {},
  /** What is done to its data before the server has it. */
  prepare?: (data: string) => Promise<void>,
): Promise<Site<ServerProcess> & { data: string }> {
  const data = mkdtempSync(join(tmpdir(), "typecase-site-copy-"));
  cpSync(inject("siteData"), data, { recursive: true });
  await prepare?.(data);
  const [server, pool] = await Promise.all([
    startServer({
      environment: { LIBRARY_DIR: LIBRARY, DATA_DIR: data, RENDER_PROCESSES: "1", ...environment },
    }),
    sharedPages(),
  ]);
  const site = asSite(server, pool);
  return {
    ...site,
    data,
    async close() {
      await site.close();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function asSite<Server extends TestServer>(server: Server, pool: PagePool): Site<Server> {
  const contexts = new Set<BrowserContext>();
  async function open({ fresh = false, ...options }: OpenOptions = {}): Promise<Page> {
    const page = await pool.take(
      {
        userAgent: PERSON,
        viewport: DESK,
        locale: "en", // of no country, so that a new document has the template's own currency and paper
        ...options,
      },
      { home: server.url, isFresh: fresh },
    );
    contexts.add(page.context());
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }
  return {
    server,
    open,
    async visit(path, options = {}) {
      const page = await open(options);
      await page.goto(server.url + path);
      if (options.javaScriptEnabled !== false) await untilAlive(page);
      return page;
    },
    async close() {
      for (const context of contexts) await context.close();
    },
  };
}

/** The server that was started for this worker before the first file. */
function sharedServer(): TestServer {
  const sites = inject("sites");
  const site = sites[(Number(process.env.VITEST_POOL_ID) - 1) % sites.length];
  if (!site) throw new Error("no server was started for this worker");
  const output = () => readFileSync(site.output, "utf8");
  return {
    ...createClient(site.url),
    url: site.url,
    output,
    log: () => parseLog(output()),
    visitor: () => createClient(site.url),
    stop: async () => undefined, // it goes with the run
  };
}

let browser: Promise<Browser> | undefined;

/** Ends with the process that opened it. */
export function sharedBrowser(): Promise<Browser> {
  browser ??= openBrowser();
  return browser;
}

let pages: Promise<PagePool> | undefined;

function sharedPages(): Promise<PagePool> {
  pages ??= sharedBrowser().then(createPagePool);
  return pages;
}

/** Rendered on the server it only looks alive; this waits until it is. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () => "alive" in document.documentElement.dataset && document.readyState === "complete",
    undefined,
    { polling: LOOK_EVERY_MS }, // asked with every frame, the browser would have to draw all of them
  );
}

/** What the page was about to ask and draw by now has been asked and drawn: a round trip to the server, and two frames. */
export async function untilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await fetch("/health", { cache: "no-store" })).text();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Paths of the API calls a page makes from now on. */
export function gatherCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/items/")) calls.push(pathname.slice(1) + decodeURIComponent(search));
  });
  return calls;
}

/** A line of the editor's form. One that offers something to choose while one types is a combobox. */
export function formField(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name }).or(page.getByRole("combobox", { name }));
}
