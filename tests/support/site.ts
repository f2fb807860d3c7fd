import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { inject } from "vitest";
import { openBrowser } from "./browser.ts";
import { LIBRARY } from "./drawn-library.ts";
import { createPagePool, type PagePool } from "./page-pool.ts";
import { type ServerProcess, startServer, type TestServer } from "./server.ts";
import "./site-setup.ts";

/** A headless Chromium names itself so and would be taken for a crawler. */
export const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

const TIMEOUT_MS = 90_000; // far beyond what anything takes on an idle machine

const QUICK_HASHES = new URL("quick-password-hashes.ts", import.meta.url).href;
const SURROUNDINGS = {
  LIBRARY_DIR: LIBRARY,
  RENDER_PROCESSES: "1",
  NODE_OPTIONS: `--import=${QUICK_HASHES}`,
};

/** `fresh`: with an empty cache; others may share what earlier pages loaded. */
export type OpenOptions = BrowserContextOptions & { fresh?: boolean };

export type Site<Server extends TestServer = TestServer> = {
  server: Server;
  /** An empty page of a first-time visitor. */
  open(options?: OpenOptions): Promise<Page>;
  /** The same, at a path of the site and hydrated. */
  visit(path: string, options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
};

type WithData = { data: string };

/**
 * The real library on a running server, and a browser. Both are shared by all files of a worker: a test has
 * its own people and documents and doesn't change shared data. `always`: how its pages are opened.
 */
export async function openSite(always: OpenOptions = {}): Promise<Site & WithData> {
  const [{ server, data }, pool] = await Promise.all([sharedServer(), sharedPages()]);
  return { ...asSite(server, pool, always), data };
}

/** The same with its own server: for other settings, and for changes of shared data. */
export async function openOwnSite(
  environment: Record<string, string> = {},
  /** Changes its data before the server starts. */
  prepare?: (data: string) => Promise<void>,
): Promise<Site<ServerProcess> & WithData> {
  const data = copyLibrary(mkdtempSync(join(tmpdir(), "typecase-site-copy-")));
  await prepare?.(data);
  const [server, pool] = await Promise.all([
    startServer({ environment: { ...SURROUNDINGS, DATA_DIR: data, ...environment } }),
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

function asSite<Server extends TestServer>(
  server: Server,
  pool: PagePool,
  always: OpenOptions = {},
): Site<Server> {
  const contexts = new Set<BrowserContext>();
  async function open({ fresh = false, ...options }: OpenOptions = {}): Promise<Page> {
    const page = await pool.take(
      {
        userAgent: PERSON,
        viewport: DESK,
        // A worker's own requests pass by `page.route`.
        serviceWorkers: "block",
        locale: "en", // without a country, so that a new document has the template's own currency and paper
        ...always,
        ...options,
      },
      { home: server.url, isFresh: fresh },
    );
    contexts.add(page.context());
    page.setDefaultTimeout(TIMEOUT_MS);
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

let shared: Promise<WithData & { server: TestServer }> | undefined;

/** Ended by the run: see site-setup.ts. */
function sharedServer(): Promise<WithData & { server: TestServer }> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<WithData & { server: TestServer }> {
  const data = copyLibrary(mkdtempSync(join(inject("sites"), "worker-")));
  const server = await startServer({ environment: { ...SURROUNDINGS, DATA_DIR: data } });
  writeFileSync(`${data}.pid`, String(server.process.pid));
  return { server: { ...server, stop: async () => undefined }, data };
}

function copyLibrary(folder: string): string {
  cpSync(inject("drawnLibrary"), folder, { recursive: true });
  return folder;
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

/** Waits until a server-rendered page is hydrated. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator("html[data-alive]").waitFor({ state: "attached" });
}

/** Waits for pending requests and drawing: a round trip to the server and two frames. */
export async function untilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await fetch("/health", { cache: "no-store" })).text();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** Paths of a page's API calls from now on. */
export function gatherCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/items/")) calls.push(pathname.slice(1) + decodeURIComponent(search));
  });
  return calls;
}

/** A field of the editor's form. One with suggestions is a combobox. */
export function formField(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name }).or(page.getByRole("combobox", { name }));
}
