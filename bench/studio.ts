/**
 * The studio: from a keystroke in a template's source to the changed page painted, beside what the editor needs for a keystroke
 * in the same template; and how soon all samples of the strip follow. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- studio [--keystrokes 40] [--chromium /usr/bin/chromium]
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { startKeystrokes, timeKeystroke } from "./support/keystroke.ts";
import { percentile } from "./support/load.ts";
import { aFolder, startProduct } from "./support/servers.ts";
import { aSmallLibrary, untilDrawn } from "./support/small-library.ts";

const { values } = parseArgs({
  options: {
    keystrokes: { type: "string", default: "40" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const keystrokes = Number(values.keystrokes);

const RATIO_BAR = 1.5; // of a keystroke in the editor, at p50
const SAMPLES_BAR_MS = 2_000; // from the last letter until all samples are drawn, at p50
const WARM_UP = 8;
const STRIPS = 8;
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const SUBJECT = { folder: "invoices/studio/quarto", url: "/invoices/quarto", label: "Notes" };
const EMAIL = "bench@typecase.example";

const folder = aFolder();
const data = `${folder.path}/data`;
const product = await startProduct(data, { LIBRARY_DIR: aSmallLibrary(folder.path, [SUBJECT.folder]) });
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const failures: string[] = [];
try {
  await untilDrawn(product);
  const inEditor = await typeInEditor();
  const context = await anOperator();
  const { typed, followed } = await typeInStudio(context);
  const [ours, theirs] = [percentile(typed, 50), percentile(inEditor, 50)];
  console.log(
    `keystroke to page: studio p50 ${ours.toFixed(1)} ms, editor p50 ${theirs.toFixed(1)} ms; ratio ${(ours / theirs).toFixed(2)} (bar ${RATIO_BAR})`,
  );
  const all = percentile(followed, 50);
  console.log(`all samples drawn: p50 ${all.toFixed(0)} ms after the last letter (bar ${SAMPLES_BAR_MS})`);
  if (ours > theirs * RATIO_BAR) failures.push(`${(ours / theirs).toFixed(2)} times the editor`);
  if (all > SAMPLES_BAR_MS) failures.push(`samples after ${all.toFixed(0)} ms`);
} finally {
  await browser.close();
  await product.stop();
  folder.remove();
}
for (const failure of failures) console.error(`missed: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);

function aContext(): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, userAgent: PERSON });
}

async function anOperator(): Promise<BrowserContext> {
  const context = await aContext();
  const headers = { origin: product.url };
  await context.request.post(`${product.url}/auth/sign-up/email`, {
    headers,
    data: { name: "Bench", email: EMAIL, password: "correct horse battery" },
  });
  execFileSync(process.execPath, ["cli/main.ts", "user", "promote", EMAIL], {
    env: { ...process.env, DATA_DIR: data },
  });
  await context.addInitScript((email) => localStorage.setItem("user_email", email), EMAIL);
  return context;
}

async function typeInEditor(): Promise<number[]> {
  const context = await aContext();
  const page = await context.newPage();
  await page.goto(`${product.url}${SUBJECT.url}/use`);
  await untilStill(page);
  await page.getByRole("textbox", { name: SUBJECT.label, exact: true }).fill("Marked: ");
  await untilStill(page);
  await page.keyboard.press("End");
  const times = await timeLetters(page);
  await context.close();
  return times;
}

/** Letters at the end of the source are words at the end of the page. */
async function typeInStudio(context: BrowserContext): Promise<{ typed: number[]; followed: number[] }> {
  const page = await context.newPage();
  const { data: found } = await read(context, "/items/templates?fields=id&limit=1");
  const made = await context.request.post(`${product.url}/drafts`, {
    headers: { origin: product.url },
    data: { from: { template: found[0].id } },
  });
  const { data: draft } = await made.json();
  await page.goto(`${product.url}/studio/drafts/${draft.id}`);
  await page.locator("[data-source]").waitFor(); // until then a plain box of text stands in its place
  await page.getByRole("textbox", { name: "Source of the page" }).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nMarked");
  await untilStill(page);
  const typed = await timeLetters(page);
  const followed: number[] = [];
  for (let strip = 0; strip < STRIPS; strip++) {
    await untilFollowed(page);
    await page.keyboard.press("b");
    const since = performance.now();
    await untilFollowed(page);
    followed.push(performance.now() - since);
  }
  return { typed, followed };
}

async function timeLetters(page: Page): Promise<number[]> {
  await startKeystrokes(page);
  const times: number[] = [];
  for (let letter = 0; letter < WARM_UP + keystrokes; letter++) {
    const time = await timeKeystroke(page, "a");
    if (letter >= WARM_UP) times.push(time);
  }
  return times;
}

async function untilFollowed(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll("[data-proof]:not([data-late])").length === 6);
}

async function untilStill(page: Page): Promise<void> {
  await page.locator('[data-current="true"]').waitFor();
  await page.waitForLoadState("networkidle");
}

async function read(context: BrowserContext, path: string) {
  return (await context.request.get(product.url + path)).json();
}
