/**
 * Measures the editor in Chromium: from a keystroke to the painted page, on a template of one page and one of
 * three, next to what the same server needs for the same pages on request. Exits with 1 when a bar is missed.
 *
 * npm run bench -- editor [--keystrokes 100] [--chromium /usr/bin/chromium]
 */
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { finish, noiseWithin, note } from "./support/figures.ts";
import { startKeystrokes, timeKeystroke } from "./support/keystroke.ts";
import { percentile } from "./support/load.ts";
import { aFolder, cpuMsOf, startProduct } from "./support/servers.ts";
import { aSmallLibrary, untilDrawn } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    keystrokes: { type: "string", default: "100" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const keystrokes = Number(values.keystrokes);

const RATIO_BAR = 4; // relative to the engine alone, at p50
const ONE_PAGE_BAR_MS = 80; // at p50, on a quiet machine
const WARM_UP = 15;
const ANSWER_MS = 10_000;
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const LETTERS = "the-quick-brown-fox-jumps-over-the-lazy-dog-"; // no spaces: one at the end changes nothing on the page

const MARK = "Marked one: ";
const OTHER_MARK = "Marked two: "; // of equal length, and new to the server's cache

const SUBJECTS = [
  { name: "one page (quarto)", folder: "invoices/studio/quarto", url: "/invoices/quarto", label: "Notes" },
  {
    name: "three pages (bunting)",
    folder: "reports/community/bunting",
    url: "/reports/bunting",
    label: "Letter",
  },
] as const;
type Subject = (typeof SUBJECTS)[number];

const folder = aFolder();
const library = aSmallLibrary(
  folder.path,
  SUBJECTS.map((subject) => subject.folder),
);
const product = await startProduct(`${folder.path}/data`, { LIBRARY_DIR: library });
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  await untilDrawn(product);
  for (const subject of SUBJECTS) await measure(subject);
} finally {
  await browser.close();
  await product.stop();
  folder.remove();
}
finish();

async function measure(subject: Subject): Promise<void> {
  const before = cpuMsOf(product);
  const { typed, drafts } = await typeIn(subject);
  const processor = (cpuMsOf(product) - before) / (WARM_UP + keystrokes);
  const engine = await askFor(drafts);
  note({
    what: `keystroke to page, p50: ${subject.name}`,
    ours: percentile(typed, 50),
    unit: "ms",
    peer: { name: "engine alone", value: percentile(engine, 50) },
    bar: { max: RATIO_BAR },
    noise: noiseWithin(typed) + noiseWithin(engine),
    processorMs: { ours: processor },
  });
  const limit = subject === SUBJECTS[0] ? { bar: { max: ONE_PAGE_BAR_MS } } : {};
  note({
    what: `keystroke to page, p50 by itself: ${subject.name}`,
    ours: percentile(typed, 50),
    unit: "ms",
    ...limit,
    noise: noiseWithin(typed),
  });
  note({ what: `keystroke to page, p95: ${subject.name}`, ours: percentile(typed, 95), unit: "ms" });
}

/** Types one letter after the other, waits until each is visible, and records the requests. */
async function typeIn({ url, label }: Subject): Promise<{ typed: number[]; drafts: Asked[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, userAgent: PERSON });
  const page = await context.newPage();
  const drafts: Asked[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/render/"))
      drafts.push({ url: request.url(), body: request.postData() ?? "" });
  });
  await page.goto(`${product.url}${url}/use`);
  await page.locator('[data-current="true"]').waitFor();
  const field = page.getByRole("textbox", { name: label, exact: true });
  await field.fill(MARK);
  await untilStill(page);
  await field.press("End");
  drafts.length = 0;
  await startKeystrokes(page);
  const typed: number[] = [];
  for (let i = 0; i < WARM_UP + keystrokes; i++) {
    const time = await timeKeystroke(page, LETTERS[i % LETTERS.length] ?? "a");
    if (i >= WARM_UP) typed.push(time);
  }
  await context.close();
  return { typed, drafts };
}

type Asked = { url: string; body: string };

async function askFor(drafts: Asked[]): Promise<number[]> {
  const times: number[] = [];
  for (const { url, body } of drafts) {
    const changed = body.replaceAll(MARK.trim(), OTHER_MARK.trim());
    const started = performance.now();
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: changed,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.arrayBuffer();
    times.push(performance.now() - started);
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  }
  return times.slice(WARM_UP);
}

async function untilStill(page: Page): Promise<void> {
  await page.locator('[data-current="true"]').waitFor();
  await page.waitForLoadState("networkidle");
}
