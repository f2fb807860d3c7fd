import type { Browser, CDPSession, Page } from "playwright-core";
import { usageBelow } from "./process-usage.ts";

/** In megabytes: what the page's scripts hold after a collection, its process, all of the browser, and the server with its render processes. */
export type Memory = { heap: number; page: number; browser: number; server: number };
export type MemoryReader = { read(): Promise<Memory>; close(): Promise<void> };

const MB = 1024 * 1024;

export async function openMemory(browser: Browser, page: Page, serverPid: number): Promise<MemoryReader> {
  const ofPage = await page.context().newCDPSession(page);
  const ofBrowser = await browser.newBrowserCDPSession();
  await ofPage.send("Performance.enable");
  return {
    read: async () => {
      await ofPage.send("HeapProfiler.collectGarbage");
      const { metrics } = await ofPage.send("Performance.getMetrics");
      const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
      return { heap: Math.round(heap / MB), ...(await measureProcesses(ofBrowser, serverPid)) };
    },
    close: async () => {
      await ofPage.detach();
      await ofBrowser.detach();
    },
  };
}

async function measureProcesses(ofBrowser: CDPSession, serverPid: number): Promise<Omit<Memory, "heap">> {
  const { processInfo } = await ofBrowser.send("SystemInfo.getProcessInfo");
  const whole = processInfo.find(({ type }) => type === "browser")?.id ?? 0;
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return {
    page: Math.max(...pages.map(({ id }) => usageBelow(id).megabytes)),
    browser: usageBelow(whole).megabytes,
    server: usageBelow(serverPid).megabytes,
  };
}
