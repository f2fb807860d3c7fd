/**
 * Measures rendering on this device next to the server, in Chromium: a keystroke with and without a slow connection, how long taking over
 * takes and what it blocks, the memory of the tab, a batch, and what a private page sends. Exits with 1 when a bar is missed.
 *
 * npm run bench -- device [--keystrokes 60] [--rows 300] [--only keystrokes,takeover,batch,privacy] [--chromium /usr/bin/chromium]
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { finish, noiseWithin, note } from "./support/figures.ts";
import { startKeystrokes, timeKeystroke } from "./support/keystroke.ts";
import { percentile } from "./support/load.ts";
import { aFolder, cpuMsOf, startProduct } from "./support/servers.ts";
import { openSlowLine } from "./support/slow-line.ts";
import { aSmallLibrary, untilDrawn } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    keystrokes: { type: "string", default: "60" },
    rows: { type: "string", default: "300" },
    only: { type: "string", default: "keystrokes,takeover,batch,privacy" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const keystrokes = Number(values.keystrokes);
const rows = Number(values.rows);

const DELAY_MS = 150;
const LINE_BYTES = 2_500_000; // a second: 20 Mbit/s
const LINE_DELAY_MS = 20;
const TAKE_OVER_BAR_MS = 8_000;
const BLOCKED_BAR_MS = 50;
const MEMORY_BAR_MB = 350;
const SETTLED_AFTER_MS = 20_000; // what a browser drops of its own accord after the last keystroke
const BATCH_BAR = 0.6; // of the server's speed
const SLOWER_BAR = 1; // not slower than the server without delay
const WARM_UP = 15;
const ROWS_AT_ONCE = 16; // as in the browser, in two requests at a time
const LONG_MS = 600_000;
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const LETTERS = "the-quick-brown-fox-jumps-over-the-lazy-dog-";
const EDITOR = "/invoices/quarto/use";
const PRIVATE = `${EDITOR}?private=1`;

const folder = aFolder();
const library = aSmallLibrary(folder.path, ["invoices/studio/quarto"]);
const product = await startProduct(`${folder.path}/data`, { LIBRARY_DIR: library });
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  await untilDrawn(product);
  await untilCompressed();
  const parts = {
    keystrokes: measureKeystrokes,
    takeover: measureTakeOver,
    batch: measureBatch,
    privacy: measurePrivacy,
  };
  for (const [name, measure] of Object.entries(parts))
    if (values.only.split(",").includes(name)) await measure();
} finally {
  await browser.close();
  await product.stop();
  folder.remove();
}
finish();

/** The first browsers get the compiler with gzip; this measures later ones. */
async function untilCompressed(): Promise<void> {
  const { compiler } = await (await fetch(`${product.url}/engine/index.json`)).json();
  for (;;) {
    const answer = await fetch(product.url + compiler, { headers: { "accept-encoding": "br, gzip" } });
    await answer.arrayBuffer();
    if (answer.headers.get("content-encoding") === "br") return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

type Opened = { context: BrowserContext; page: Page };

/** `isCapable`: as a device that loads the engine by itself. */
async function openPage({ isCapable = false } = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    userAgent: PERSON,
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(LONG_MS);
  const page = await context.newPage();
  await page.addInitScript(
    (processors) => {
      Object.defineProperty(navigator, "hardwareConcurrency", { get: () => processors });
      Object.defineProperty(navigator, "deviceMemory", { get: () => 8 });
    },
    isCapable ? 8 : 2,
  );
  return { context, page };
}

async function setDelay({ context, page }: Opened, latency: number): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  const line = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", line);
}

function notes(page: Page) {
  return page.getByRole("textbox", { name: "Notes", exact: true });
}

function untilCurrent(page: Page): Promise<void> {
  return page.locator('[data-current="true"]').waitFor();
}

function untilReady(page: Page): Promise<void> {
  return page.locator('[data-engine="ready"]').waitFor({ state: "attached" });
}

async function typeIn(page: Page): Promise<number[]> {
  await notes(page).press("End");
  await startKeystrokes(page);
  const typed: number[] = [];
  for (let i = 0; i < WARM_UP + keystrokes; i++) {
    const time = await timeKeystroke(page, LETTERS[i % LETTERS.length] ?? "a");
    if (i >= WARM_UP) typed.push(time);
  }
  return typed;
}

async function measureKeystrokes(): Promise<void> {
  const server = await openPage();
  await server.page.goto(product.url + EDITOR);
  await untilCurrent(server.page);
  await notes(server.page).fill("Marked one: ");
  await untilCurrent(server.page);
  let before = cpuMsOf(product);
  const onServer = await typeIn(server.page);
  const serverMs = (cpuMsOf(product) - before) / (WARM_UP + keystrokes);
  const without = await memoryOfTab();
  await server.context.close();

  const device = await openPage({ isCapable: true });
  await device.page.goto(product.url + EDITOR);
  await untilCurrent(device.page);
  await notes(device.page).fill("Marked one: ");
  await untilReady(device.page);
  await untilCurrent(device.page);
  before = cpuMsOf(product);
  const near = await typeIn(device.page);
  const deviceMs = (cpuMsOf(product) - before) / (WARM_UP + keystrokes);
  await setDelay(device, DELAY_MS);
  const far = await typeIn(device.page);
  const peer = { name: "server, no delay", value: percentile(onServer, 50) };
  const bar = { max: SLOWER_BAR };
  note({
    what: "keystroke to page on this device, p50",
    ours: percentile(near, 50),
    unit: "ms",
    peer,
    bar,
    noise: noiseWithin(near) + noiseWithin(onServer),
    processorMs: { ours: deviceMs, peer: serverMs },
  });
  note({
    what: `the same with ${DELAY_MS} ms of delay, p50`,
    ours: percentile(far, 50),
    unit: "ms",
    peer,
    bar,
    noise: noiseWithin(far) + noiseWithin(onServer),
  });
  const typing = await memoryOfTab();
  await wait(SETTLED_AFTER_MS);
  const memory = await memoryOfTab();
  const shown = ({ own, share, resident }: Memory) =>
    `${own.toFixed(0)} MB of its own, ${share.toFixed(0)} MB with its share of what processes share (PSS), ${resident.toFixed(0)} MB resident`;
  console.log(
    `the tab without the engine, after typing: ${shown(without)}; with it: ${shown(typing)}, and later: ${shown(memory)}`,
  );
  note({
    what: "memory of the tab with the engine, after typing",
    ours: typing.own,
    unit: "MB",
    peer: { name: "without it", value: without.own },
  });
  note({
    what: "memory of the tab with the engine",
    ours: memory.own,
    unit: "MB",
    bar: { max: MEMORY_BAR_MB },
  });
  await device.context.close();
}

type Memory = { own: number; share: number; resident: number };

/**
 * The largest process that runs a page, in MB. `own`: without what processes share, as Chromium's task manager counts it (RssAnon and
 * what was swapped out); most of the rest is the program itself, which all tabs have in common.
 */
async function memoryOfTab(): Promise<Memory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  const memories = pages.map(({ id }) => {
    const text = ["status", "smaps_rollup"]
      .map((name) => readFileSync(`/proc/${id}/${name}`, "utf8"))
      .join("\n");
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) / 1024;
    return { own: read("RssAnon") + read("VmSwap"), share: read("Pss"), resident: read("VmRSS") };
  });
  const [largest] = memories.sort((a, b) => b.own - a.own);
  if (!largest) throw new Error("no page is open");
  return largest;
}

/** From the open editor, in which a person types at once, to the first page of this device. */
async function measureTakeOver(): Promise<void> {
  const without = await takeOver({ isCapable: false });
  const taken = await takeOver({ isCapable: true });
  note({ what: "taking over at 20 Mbit/s", ours: taken.all, unit: "ms", bar: { max: TAKE_OVER_BAR_MS } });
  console.log(
    `longest blocks of the page until the server's page is there: ${taken.typing} ms with the engine, ${without.typing} ms without it; from then on: ${taken.later} and ${without.later} ms`,
  );
  const longest = taken.later;
  note({ what: "longest block of the page by it", ours: longest, unit: "ms", bar: { max: BLOCKED_BAR_MS } });
}

/** The longest blocks of the page's thread: while it handles what was typed, as it does without the engine, and afterwards. */
type TakenOver = { all: number; typing: number; later: number };

/** A device that isn't capable does the same without the engine, for as long as the other one needs at most. */
async function takeOver({ isCapable }: { isCapable: boolean }): Promise<TakenOver> {
  const line = await openSlowLine(product.url, LINE_BYTES, LINE_DELAY_MS);
  const { page, context } = await openPage({ isCapable });
  let loadedAt = 0;
  let last = "";
  page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/engine/")) return;
    loadedAt = performance.now();
    last = pathname;
    if (/index|wasm|templates/.test(pathname))
      console.log(`  ${pathname} after ${((loadedAt - began) / 1000).toFixed(1)} s`);
  });
  await page.goto(line.url + EDITOR);
  await untilCurrent(page);
  await page.evaluate(() => {
    const blocks: [at: number, duration: number][] = [];
    Object.assign(globalThis, { blocks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) blocks.push([startTime, Math.round(duration)]);
    }).observe({ type: "longtask" });
  });
  const before = line.bytes();
  const began = performance.now();
  await notes(page).fill("Marked one: ");
  await untilCurrent(page);
  const shownAt = await page.evaluate(() => performance.now());
  if (isCapable) await untilReady(page);
  else await page.waitForTimeout(TAKE_OVER_BAR_MS);
  const all = performance.now() - began;
  if (isCapable)
    console.log(
      `taking over: ${((line.bytes() - before) / 1e6).toFixed(1)} MB, the last of it (${last}) after ${((loadedAt - began) / 1000).toFixed(1)} s, first page ${((all - loadedAt + began) / 1000).toFixed(1)} s later`,
    );
  const blocks = await page.evaluate(
    () => (globalThis as unknown as { blocks: [at: number, duration: number][] }).blocks,
  );
  await context.close();
  line.close();
  const longest = (isLater: boolean) =>
    Math.max(0, ...blocks.filter(([at]) => at >= shownAt === isLater).map(([, duration]) => duration));
  return { all, typing: longest(false), later: longest(true) };
}

function numberOf(row: number): string {
  return `2026-${row}`;
}

async function measureBatch(): Promise<void> {
  const { page, context } = await openPage();
  await page.goto(product.url + PRIVATE);
  await untilCurrent(page);
  await page.getByRole("tab", { name: "Batch" }).click();
  const panel = page.getByRole("tabpanel", { name: "Batch" });
  const lines = Array.from({ length: rows }, (_, row) => `${numberOf(row)};Hafenbad ${row};Sign;1;10`);
  const table = ["Invoice number;Client;Item;Quantity;Unit price", ...lines].join("\n");
  await panel
    .getByLabel("Table file")
    .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  const start = panel.getByRole("button", { name: `Create ${rows} PDFs` });
  await start.waitFor();
  const began = performance.now();
  await Promise.all([page.waitForEvent("download"), start.click()]);
  const device = rows / ((performance.now() - began) / 1000);
  await context.close();
  note({
    what: `a batch of ${rows} invoices on this device`,
    ours: device,
    unit: "a second",
    peer: { name: "server", value: await serverBatch() },
    bar: { min: BATCH_BAR },
  });
}

/** Documents a second, as the batch requests them. */
async function serverBatch(): Promise<number> {
  const { data } = await (await fetch(`${product.url}/items/templates?fields=id&limit=1`)).json();
  const documents = Array.from({ length: rows }, (_, row) => ({
    number: numberOf(row),
    to: { name: `Hafenbad ${row}` },
    items: [{ description: "Sign", quantity: "1", price: "10" }],
  }));
  const began = performance.now();
  const lane = async () => {
    for (let some = documents.splice(0, ROWS_AT_ONCE); some.length > 0; ) {
      const answer = await fetch(`${product.url}/render/${data[0].id}/rows`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ rows: some }),
      });
      if (!answer.ok) throw new Error(`the server answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
      some = documents.splice(0, ROWS_AT_ONCE);
    }
  };
  await Promise.all([lane(), lane()]);
  return rows / ((performance.now() - began) / 1000);
}

async function measurePrivacy(): Promise<void> {
  const { page, context } = await openPage();
  let carried = 0;
  page.on("request", (request) => {
    const { method, url, body } = {
      method: request.method(),
      url: decodeURIComponent(request.url()),
      body: request.postData(),
    };
    if (url.startsWith("blob:")) return;
    if (method !== "GET" || url.includes("Zirkonia") || body?.includes("Zirkonia")) carried++;
  });
  await page.goto(product.url + PRIVATE);
  await untilCurrent(page);
  await notes(page).fill("Zirkonia");
  await untilCurrent(page);
  await page.getByRole("button", { name: "Download PDF" }).click();
  for (const name of ["Invoice number", "Item"])
    await page.getByRole("textbox", { name }).first().fill("Zirkonia");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Download PDF" }).click();
  const anyway = page.getByRole("button", { name: "Download anyway" });
  await Promise.all([page.waitForEvent("download"), anyway.click()]);
  note({ what: "requests with a typed word, this device only", ours: carried, unit: "", bar: { max: 0 } });
  await context.close();
}
