/**
 * Measures the personal gallery: how long 24 sheets take as a browser requests them (two at a time), what
 * someone typing meanwhile notices, what a sheet costs, what a phone on a slow line sees, and that returning
 * draws nothing. Exits with 1 when a bar is missed.
 *
 * npm run bench -- personal-gallery [--rounds 5] [--chromium /usr/bin/chromium]
 */
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import type { DetailsSet } from "../contract/people/details.ts";
import type { GroupField } from "../contract/templates/template-file.ts";
import { fillIn } from "../shared/filling/filling.ts";
import { complain, finish, noiseOf, noiseWithin, note } from "./support/figures.ts";
import { median, percentile } from "./support/load.ts";
import { usageBelow } from "./support/process-usage.ts";
import { aFolder, startProduct } from "./support/servers.ts";
import { untilDrawn } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const rounds = Number(values.rounds);

const SHEETS = 24;
const AT_ONCE = 2; // as in the browser
const WIDTH = 360;
const SHEETS_BAR_MS = 3_000;
const TYPING_BAR = 1.2; // relative to a preview's usual time, at p50
const KEY_MS = 150; // a fast typist
const WARM_UP = 10;
const KEYS = 60;
/** The browser's "slow 3G" profile. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

type Template = { id: string; url: string; fields: GroupField };
type Words = DetailsSet["values"];

const folder = aFolder();
const product = await startProduct(`${folder.path}/data`);
let serial = 0;
try {
  await untilDrawn(product);
  const templates = await readTemplates();
  await measureSheets(templates);
  await measureTyping(templates);
  await inBrowser(async (browser) => {
    await measurePhone(browser);
    await measureReturn(browser);
  });
} finally {
  await product.stop();
  folder.remove();
}
finish();

/** Templates with a field for a name, most used first, as a gallery shows them. */
async function readTemplates(): Promise<Template[]> {
  const answer = await fetch(`${product.url}/items/templates?fields=id,url,fields&limit=100`);
  const { data }: { data: Template[] } = await answer.json();
  return data.filter(({ fields }) => Object.keys(fillIn(fields, someWords())).length > 0);
}

/** A new name, so that nothing can be cached. */
function someWords(): Words {
  const name = `Mila Sorell ${++serial}`;
  return { texts: { "sender.name": name, "sender.profession": "lighting designer" }, lists: {} };
}

async function drawGallery(templates: readonly Template[]): Promise<number[]> {
  const words = someWords();
  const waiting = templates.slice(0, SHEETS).map(({ id, fields }) => ({ id, data: fillIn(fields, words) }));
  const bytes: number[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await post(`/render/${next.id}/sheet`, { data: next.data, width: WIDTH });
      bytes.push((await answer.arrayBuffer()).byteLength);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return bytes;
}

async function post(path: string, body: unknown): Promise<Response> {
  const answer = await fetch(product.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return answer;
}

async function measureSheets(templates: readonly Template[]): Promise<void> {
  await drawGallery(templates); // the compiler has read the fonts
  const { pid = 0 } = product.process;
  const times: number[] = [];
  const costs: number[] = [];
  let bytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [began, before] = [performance.now(), usageBelow(pid).cpuMs];
    bytes = await drawGallery(templates);
    times.push(performance.now() - began);
    costs.push((usageBelow(pid).cpuMs - before) / SHEETS);
  }
  const sum = bytes.reduce((total, each) => total + each, 0);
  console.log(`${kilobytes(sum / SHEETS)} each at ${WIDTH} pixels`);
  note({
    what: `${SHEETS} sheets in one's own name, ${AT_ONCE} at a time`,
    ours: median(times),
    unit: "ms",
    bar: { max: SHEETS_BAR_MS },
    noise: noiseOf(times),
    processorMs: { ours: median(costs) },
  });
}

async function measureTyping(templates: readonly Template[]): Promise<void> {
  const quarto = templates.find(({ url }) => url === "/invoices/quarto");
  if (!quarto) throw new Error("the library has no Quarto");
  await type(quarto.id, WARM_UP);
  const usual = await type(quarto.id, KEYS);
  let isOver = false;
  let galleries = 0;
  const drawing = (async () => {
    for (; !isOver; galleries++) await drawGallery(templates);
  })();
  const alongside = await type(quarto.id, KEYS);
  isOver = true;
  await drawing;
  console.log(`${galleries} galleries one after the other`);
  note({
    what: "a preview while a gallery in somebody's name is drawn, p50",
    ours: percentile(alongside, 50),
    unit: "ms",
    peer: { name: "while none is", value: percentile(usual, 50) },
    bar: { max: TYPING_BAR },
    noise: noiseWithin(alongside) + noiseWithin(usual),
  });
}

/** Requests one preview after the other, like keystrokes, and measures each. */
async function type(template: string, keys: number): Promise<number[]> {
  const times: number[] = [];
  for (let key = 0; key < keys; key++) {
    const began = performance.now();
    const answer = await post(`/render/${template}.svg`, { data: { number: `typed ${++serial}` } });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, KEY_MS - (performance.now() - began))));
  }
  return times;
}

async function inBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({
    executablePath: values.chromium,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}

async function measurePhone(browser: Browser): Promise<void> {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 3, userAgent: PERSON });
  const page = await context.newPage();
  const seen = watchLine(page);
  await page.goto(`${product.url}/`, { waitUntil: "networkidle" });
  const line = await context.newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", SLOW_LINE);
  const before = seen();
  await page.getByRole("switch", { name: "Preview with my details" }).click();
  await page.getByRole("textbox", { name: "Your name" }).waitFor();
  const loaded = seen();
  await page.getByRole("textbox", { name: "Your name" }).fill("Mila Sorell");
  const began = performance.now();
  await page.getByRole("button", { name: "Show preview" }).click();
  await page.locator('[data-own="drawn"]').first().waitFor();
  const first = performance.now() - began;
  await untilInYourName(page);
  const all = performance.now() - began;
  const drawn = await page.locator('[data-own="drawn"]').count();
  const after = seen();
  console.log(
    `a phone at 400 kbit/s: ${kilobytes(loaded.bytes - before.bytes)} of script and style with the switch; first own sheet ${seconds(first)} after the name, all ${drawn} that are near ${seconds(all)}; ${kilobytes(after.sheetBytes)} of sheets, ${kilobytes(after.bytes - loaded.bytes - after.sheetBytes)} of fields and else`,
  );
  note({ what: "a phone at 400 kbit/s: first own sheet", ours: first, unit: "ms" });
  await context.close();
}

/** A listing full of sheets on a screen that shows them all: drawn once per device. */
async function measureReturn(browser: Browser): Promise<void> {
  const viewport = { width: 1440, height: 2_400 };
  const context = await browser.newContext({ viewport, userAgent: PERSON });
  const page = await context.newPage();
  const seen = watchLine(page);
  await page.goto(`${product.url}/`, { waitUntil: "networkidle" });
  await page.getByRole("switch", { name: "Preview with my details" }).click();
  await page.getByRole("textbox", { name: "Your name" }).fill("Noor Halvorsen");
  await page.getByRole("button", { name: "Show preview" }).click();
  await untilInYourName(page);
  await page.goto(`${product.url}/templates`, { waitUntil: "networkidle" });
  await untilInYourName(page);
  const drawn = await page.locator('[data-own="drawn"]').count();
  const before = seen().sheets;
  await page.reload();
  await untilInYourName(page);
  const again = await page.locator('[data-own="drawn"]').count();
  const drawnAgain = seen().sheets - before;
  console.log(`coming back: ${again - drawnAgain} of ${again} from this device, ${drawnAgain} drawn again`);
  note({ what: "sheets drawn again on coming back", ours: drawnAgain, unit: "", bar: { max: 0 } });
  if (again < drawn || again < SHEETS) complain(`only ${again} sheets were there on coming back`);
  await context.close();
}

async function untilInYourName(page: Page): Promise<void> {
  await page.getByText(/previews? shows? your details/).waitFor({ state: "attached", timeout: 120_000 });
}

/** Bytes on the wire. */
function watchLine(page: Page): () => { bytes: number; sheets: number; sheetBytes: number } {
  const sum = { bytes: 0, sheets: 0, sheetBytes: 0 };
  page.on("requestfinished", async (request) => {
    const sizes = await request.sizes().catch(() => undefined);
    if (!sizes) return;
    const bytes = sizes.responseBodySize + sizes.responseHeadersSize;
    sum.bytes += bytes;
    if (!request.url().endsWith("/sheet")) return;
    sum.sheets += 1;
    sum.sheetBytes += bytes;
  });
  return () => ({ ...sum });
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
