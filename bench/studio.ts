/**
 * The studio: from a keystroke in a template's source to the changed page painted, compared with a keystroke in the editor
 * with the same template; how soon all samples of the strip follow, and how long a visitor's preview takes meanwhile; how soon a
 * type's page has what was published, on the same node and on another one. Ends with 1 when a bar is missed.
 *
 *   npm run bench -- studio [--keystrokes 40] [--published 20] [--chromium /usr/bin/chromium]
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { finish, noiseWithin, note } from "./support/figures.ts";
import { startKeystrokes, timeKeystroke } from "./support/keystroke.ts";
import { percentile } from "./support/load.ts";
import { publishOnSqlite, publishOnTwoNodes } from "./support/publishing.ts";
import { aFolder, startProduct } from "./support/servers.ts";
import { aSmallLibrary, untilDrawn } from "./support/small-library.ts";
import { recordLetter, startAuthor, timePreviews } from "./support/visitor-preview.ts";

const { values } = parseArgs({
  options: {
    keystrokes: { type: "string", default: "40" },
    published: { type: "string", default: "20" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const keystrokes = Number(values.keystrokes);
const published = Number(values.published);

const RATIO_BAR = 1.5; // relative to a keystroke in the editor, at p50
const SAMPLES_BAR_MS = 2_000; // from the last letter until all samples are drawn, at p50
const VISITOR_BAR = 1.2; // relative to a preview while nobody uses the studio, at p50
const PUBLISHED_BAR_MS = 1_000; // from the response until the type's page shows it, at p95
const PREVIEWS = 80;
const WARM_UP = 8;
const STRIPS = 8;
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const SUBJECT = { folder: "invoices/studio/quarto", url: "/invoices/quarto", label: "Notes" };
const EMAIL = "bench@typecase.example";

const folder = aFolder();
const data = `${folder.path}/data`;
const library = aSmallLibrary(folder.path, [SUBJECT.folder]);
const product = await startProduct(data, { LIBRARY_DIR: library });
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
try {
  await untilDrawn(product);
  const inEditor = await typeInEditor();
  const context = await anOperator();
  const { typed, followed, recorded, template } = await typeInStudio(context);
  note({
    what: "studio: keystroke in the source to page, p50",
    ours: percentile(typed, 50),
    unit: "ms",
    peer: { name: "in the editor", value: percentile(inEditor, 50) },
    bar: { max: RATIO_BAR },
    noise: noiseWithin(typed) + noiseWithin(inEditor),
  });
  note({
    what: "studio: all samples drawn after a letter, p50",
    ours: percentile(followed, 50),
    unit: "ms",
    bar: { max: SAMPLES_BAR_MS },
    noise: noiseWithin(followed),
  });
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await browser.close(); // would only use processor time from here on
  await measureVisitor(cookie, recorded, template);
} finally {
  await browser.close();
  await product.stop();
}
try {
  await measurePublishing();
} finally {
  folder.remove();
}
finish();

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
  execFileSync(process.execPath, ["cli/main.ts", "user", "promote", EMAIL, "--yes"], {
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

/** Letters at the end of the source appear at the end of the page. */
async function typeInStudio(context: BrowserContext) {
  const page = await context.newPage();
  const { data: found } = await read(context, "/items/templates?fields=id&limit=1");
  const made = await context.request.post(`${product.url}/drafts`, {
    headers: { origin: product.url },
    data: { from: { template: found[0].id } },
  });
  const { data: draft } = await made.json();
  await page.goto(`${product.url}/studio/drafts/${draft.id}`);
  await page.locator("[data-source]").waitFor(); // a plain text box is shown until then
  await page.getByRole("textbox", { name: "Source code" }).focus();
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
  const recorded = await recordLetter(page, () => untilFollowed(page));
  await page.close();
  return { typed, followed, recorded, template: String(found[0].id) };
}

async function measureVisitor(
  cookie: string,
  recorded: Awaited<ReturnType<typeof recordLetter>>,
  template: string,
): Promise<void> {
  const time = (series: string) => timePreviews(product, template, PREVIEWS, series);
  await time("first"); // warms the template in both render processes
  const alone = await time("alone");
  const typing = startAuthor(cookie, product, recorded);
  const alongside = await time("beside");
  const letters = await typing.stop();
  console.log(`an author's ${letters} letters with ${recorded.length} requests each`);
  note({
    what: "a visitor's preview beside an author, p50",
    ours: percentile(alongside, 50),
    unit: "ms",
    peer: { name: "alone", value: percentile(alone, 50) },
    bar: { max: VISITOR_BAR },
    noise: noiseWithin(alongside) + noiseWithin(alone),
  });
}

async function measurePublishing(): Promise<void> {
  const { here, there } = await publishOnTwoNodes(folder.path, library, published);
  const onSqlite = await publishOnSqlite(folder.path, library, published);
  for (const [where, times] of [
    ["on the same node, SQLite", onSqlite],
    ["on the same node, PostgreSQL", here],
    ["on another node, PostgreSQL", there],
  ] as const) {
    note({
      what: `published and seen ${where}, p95`,
      ours: percentile(times, 95),
      unit: "ms",
      bar: { max: PUBLISHED_BAR_MS },
      noise: noiseWithin(times),
    });
  }
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
